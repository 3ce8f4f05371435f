"""A running engine of the list, whatever protocol it speaks: asked about places, and what it says as a ranking."""

from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Protocol

from kibitz.search.contract import Ranking, Watcher

if TYPE_CHECKING:
    from kibitz.players.place import Place


@dataclass(frozen=True, slots=True)
class ExternalLimits:
    """When an analysis ends, whichever comes first; without either it ends when it is stopped."""

    seconds: float | None = None
    visits: int | None = None


@dataclass(frozen=True, slots=True)
class ExternalRanking(Ranking):
    """What an engine says of a place. `left_out` are texts it gave for moves that are not legal there."""

    left_out: tuple[str, ...] = ()
    is_final: bool = False  # it will say no more, however long it is asked


@dataclass(frozen=True, slots=True)
class Abilities:
    """What an engine can do: its name and version, the command that gives values, None if it only names moves, and its boards."""

    title: str
    protocol: str
    analysis: str | None
    sizes: tuple[int, ...]


class EngineSession(Protocol):
    """An engine that runs. After a ForfeitError it has been ended; start another."""

    @property
    def title(self) -> str:
        """Its name and version."""
        ...

    @property
    def is_open(self) -> bool: ...

    def abilities(self) -> Abilities:
        """Find out what it can do; raises ForfeitError if it fails."""
        ...

    def analyse(
        self, place: "Place", limits: ExternalLimits, watch: Watcher | None = None, stop: Event | None = None
    ) -> ExternalRanking:
        """What it says of a place that is not over when the limits are reached or `stop` is set.

        Raises ForfeitError if it fails or says what cannot be, SetupError if it does not know the game or the board.
        """
        ...

    def close(self) -> None:
        """End it. May be called twice, and from another thread while it is asked."""
        ...
