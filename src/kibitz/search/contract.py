"""What whatever searches has in common: deepen, watch, stop -> ranked moves.

A search is bound to limits of its own kind, a depth here and a number of playouts there, and asked about positions of its game.
`check_search()` in kibitz.search.conformance is the test of the contract.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event
from typing import TYPE_CHECKING, Final, Protocol, Self, TypeAlias, TypeVar

if TYPE_CHECKING:  # whoever only reads moves need not pay for numpy
    import numpy as np
    from numpy.typing import NDArray

Place_contra = TypeVar("Place_contra", contravariant=True)

# Where scores come from: from a proof, from a search that read every line to its end, from a book, or from a search to a depth.
PROVEN: Final = "proven"
EXACT: Final = "exact"
BOOK: Final = "book"
SEARCHED: Final = "searched"


@dataclass(frozen=True, slots=True)
class Likely:
    """Between what a search of `depth` plies puts a score nine times in ten; to the end of the game, the score is exact."""

    low: float
    high: float
    depth: int

    def describe(self) -> dict[str, float]:
        """As JSON holds it."""
        return {"low": self.low, "high": self.high, "depth": self.depth}


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a search says of a move, seen by the side that plays it; `line` begins with the move.

    `score` is in discs or points, None if the search knows only chances; `win_chance` is None if it knows only scores, both if it
    only names its move. `depth` is in plies and `visits` in playouts, each None for a search that does not count so. `prior` is
    how likely the move seemed before anything was tried. `looked_up` names where a score comes from that was not searched, and
    `bounds` is between what it is proven to lie, None if nothing is, and `likely` between what a deeper search would
    probably put it, None where that was not measured.
    """

    move: int
    win_chance: float | None
    line: tuple[int, ...]
    score: float | None = None
    depth: int | None = None
    exact: bool = False
    visits: int | None = None
    prior: float | None = None
    looked_up: str = ""
    bounds: tuple[int, int] | None = None
    likely: Likely | None = None

    @property
    def source(self) -> str:
        """Where the score comes from: PROVEN, EXACT, BOOK or SEARCHED."""
        return self.looked_up or (EXACT if self.exact else SEARCHED)

    @property
    def known_chance(self) -> float:
        """The chance to win, of a search that is known to give one."""
        if self.win_chance is None:
            raise ValueError("the search gives no chance to win")
        return self.win_chance


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a search knows of a position: moves best first, and where it knows them the mean owners, −1 White to 1 Black.

    Moves without a visit are known to be there, and no more; a search that does not count visits has none of them.
    """

    moves: tuple[Opinion, ...]
    ownership: "NDArray[np.float32] | None" = None
    playouts: int | None = None

    def of(self, move: int) -> Opinion | None:
        """What is said of one move, None if nothing is."""
        return next((opinion for opinion in self.moves if opinion.move == move), None)

    def tried(self) -> Self:
        """The same without the moves that were not visited."""
        return replace(self, moves=tuple(opinion for opinion in self.moves if opinion.visits != 0))


Watcher: TypeAlias = Callable[[Ranking], None]


class Search(Protocol[Place_contra]):
    """Whatever finds out more about the moves of a position the longer it is asked."""

    @property
    def source(self) -> str:
        """Who speaks, by the name of a model or of a method."""
        ...

    def deepen(self, position: Place_contra, watch: Watcher | None = None, stop: Event | None = None) -> Ranking:
        """What is known of the moves when the search's limits are reached or `stop` is set; empty if the game is over.

        `watch` hears it grow, from the thread that asks. Once `stop` is set, by whichever thread, the best that is known is
        returned within some hundredths of a second.
        """
        ...
