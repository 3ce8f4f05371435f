"""A position of Go in the pool: a tree of playouts that grows while somebody looks."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.models.go.prior import default_prior
from kibitz.rules.go.points import format_go_move
from kibitz.rules.go.position import GoPosition
from kibitz.search.contract import Ranking
from kibitz.search.go.searching import SECONDS_BETWEEN, KeptTrees, PlayoutSearch
from kibitz.search.go.tree import SearchedMove, TreeFindings, TreeLimits
from kibitz.voices.go.voices import known_lead
from kibitz.voices.study import LONGEST_STUDY, SearchStudy, Worker

_FIRST_SECONDS: Final = 0.05
_SEED: Final = 1
_WORTH_TELLING: Final = 0.05  # of the chance to win


@dataclass(frozen=True, slots=True)
class GoAnalysis:
    """What playouts say of a position: moves by how often they were tried, and the mean owner of each point, −1 White to 1 Black.

    `black_score` is Black's area minus White's with komi: the median of the playouts that began with the best move.
    """

    position: GoPosition
    revision: int
    moves: tuple[SearchedMove, ...]
    ownership: NDArray[np.float32]
    playouts: int
    black_score: float
    seconds: float
    done: bool
    why: str

    @property
    def win_chance(self) -> float:
        """Of the side to move, with the move that was tried most; even as long as nothing is known."""
        return self.moves[0].win_chance if self.moves else 0.5

    @property
    def ranking(self) -> Ranking:
        return TreeFindings(self.moves, self.ownership, self.playouts).tried()


@dataclass(eq=False)
class GoStudy(SearchStudy[GoPosition, GoAnalysis]):
    """The tree as far as it has grown; when the study rests only what it said is kept."""

    trees: KeptTrees | None = None

    @property
    def end(self) -> str:
        return "this is as far as the playouts go" if self.spent > LONGEST_STUDY else ""

    @property
    def playouts(self) -> int:
        """How many playouts the last report had."""
        return (self.found.playouts if self.found else None) or 0

    def search(self, worker: Worker) -> PlayoutSearch:  # noqa: ARG002 - trees are the study's own
        self.trees = self.trees or KeptTrees(default_prior(), seed=_SEED)
        left = TreeLimits(seconds=max(LONGEST_STUDY - self.spent, SECONDS_BETWEEN))
        return self.trees.within(left, first=_FIRST_SECONDS if self.latest is None else None)

    def news(self, found: Ranking) -> str:
        """The number of playouts; a tree that had to begin again is not heard before it knows more than the one before."""
        return f"{found.playouts:,} playouts" if (found.playouts or 0) > self.playouts else ""

    def answer(self, revision: int, seconds: float, why: str) -> GoAnalysis:
        position = self.position
        nothing = TreeFindings((), np.zeros(position.size**2, np.float32), 0)
        known = self.found if isinstance(self.found, TreeFindings) else nothing
        said = f"{why}{_changes(self.latest.moves, known.moves, position.size)}" if self.latest else why
        lead = known_lead(position, known) or 0.0
        return GoAnalysis(position, revision, known.moves, known.ownership, known.playouts, lead, seconds, self.done, said)

    def rest(self) -> None:
        self.trees = None


def _changes(before: tuple[SearchedMove, ...], after: tuple[SearchedMove, ...], size: int) -> str:
    """What a reader would wonder about: another best move, and a jump of the chance to win."""
    if not before or not after:
        return ""
    said = ""
    if before[0].move != after[0].move:
        said = f"; {format_go_move(after[0].move, size)} is now best instead of {format_go_move(before[0].move, size)}"
    old, new = before[0].win_chance, after[0].win_chance
    return f"{said}; the chance to win was {old:.0%} and is {new:.0%}" if abs(new - old) >= _WORTH_TELLING else said
