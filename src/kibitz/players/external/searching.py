"""An engine of the list as any search: deepen, watch, stop."""

from threading import Event

from kibitz.players.external.configured import ConfiguredEngine
from kibitz.players.external.running import RunningEngines
from kibitz.players.external.session import ExternalLimits, ExternalRanking
from kibitz.players.place import Place
from kibitz.search.contract import Ranking, Search, Watcher


class ExternalSearch(Search[Place]):
    """An engine that is asked within limits. `source` is its name and version, and how far it looked the last time."""

    def __init__(self, engine: ConfiguredEngine, running: RunningEngines, limits: ExternalLimits) -> None:
        self._engine, self._running, self._limits = engine, running, limits
        self._title = engine.title or engine.name
        self._found: Ranking | None = None

    @property
    def source(self) -> str:
        return described(self._title, self._found)

    @property
    def title(self) -> str:
        """The engine's name and version."""
        return self._title

    def deepen(self, position: Place, watch: Watcher | None = None, stop: Event | None = None) -> ExternalRanking:
        """As Search.deepen(); raises ForfeitError or SetupError if the engine fails."""
        if not position.position.legal_moves():
            return ExternalRanking(())
        with self._running.asked(self._engine) as session:
            self._title = session.title

            def heard(found: Ranking) -> None:
                self._found = found
                if watch:
                    watch(found)

            self._found = found = session.analyse(position, self._limits, heard, stop)
            return found


def described(title: str, found: Ranking | None) -> str:
    """Who speaks, and how far it looked: `KataGo 1.18.1, 120 visits`."""
    if found is None or not found.moves:
        return title
    if found.playouts:
        return f"{title}, {found.playouts:,} visits"
    best = found.moves[0]
    if best.exact:
        return f"{title}, exact"
    return f"{title}, depth {best.depth}" if best.depth else title
