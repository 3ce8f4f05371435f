"""Other programs in the app: those of the list that run, a pool for each, and who may change the list.

A tab may choose any engine of the list. To change the list is to choose which programs are started here, so it takes the key
that this start of the app has told its user: see kibitz.app.routes.engines.
"""

import hmac
import secrets
import threading
from collections.abc import Callable
from typing import Any

from kibitz.app.analysis_pool import AnalysisPool
from kibitz.app.played_line import PlayedLine
from kibitz.errors import SetupError
from kibitz.players.external.configured import ConfiguredEngine, find_engine
from kibitz.players.external.running import RunningEngines
from kibitz.players.place import place_after
from kibitz.voices.external import ExternalAnalysis, ExternalPlace, ExternalStudy


class EngineDesk:
    """See the module. Safe to use from many threads."""

    def __init__(self) -> None:
        self.key = secrets.token_urlsafe(24)
        self.running = RunningEngines()
        self._pools: dict[ConfiguredEngine, AnalysisPool] = {}
        self._lock = threading.Lock()

    def is_key(self, text: str) -> bool:
        """Whether a text is the key of this start."""
        return hmac.compare_digest(text.encode(), self.key.encode())

    def watch(self, name: str, line: PlayedLine, listener: Callable[[Any], None]) -> Callable[[], None]:
        """As AnalysisPool.watch(), by an engine of the list; raises SetupError if it is not there or plays another game."""
        asked = self._place(name, line)
        pool = self._pool(asked.engine)
        pool.forget(asked)  # if it failed before
        return pool.watch(asked, listener)

    def analyse(self, name: str, line: PlayedLine, seconds: float) -> ExternalAnalysis | None:
        """As AnalysisPool.analyse(), by an engine of the list."""
        asked = self._place(name, line)
        found = self._pool(asked.engine).analyse(asked, seconds)
        return found if isinstance(found, ExternalAnalysis) else None

    def close(self) -> None:
        """End all engines, and what waits for them."""
        self.running.close()
        with self._lock:
            for pool in self._pools.values():
                pool.close()

    def _place(self, name: str, line: PlayedLine) -> ExternalPlace:
        engine = engine_for(name, line.game_name)
        return ExternalPlace(engine, place_after(line.game, line.start, line.moves), self.running)

    def _pool(self, engine: ConfiguredEngine) -> AnalysisPool:
        """A pool of its own for each engine, so that one that is slow keeps nobody else waiting."""
        with self._lock:
            if engine not in self._pools:
                self._pools[engine] = AnalysisPool(1, {ExternalPlace: ExternalStudy})
            return self._pools[engine]


def engine_for(name: str, game: str) -> ConfiguredEngine:
    """The engine of a name; raises SetupError if it is not in the list, or is there for another game."""
    engine = find_engine(name)
    if engine.game != game:
        raise SetupError(f"the engine {engine.name} is in the list for {engine.game}, not for {game}")
    return engine
