"""A position of Go in the pool: a tree of playouts that grows while somebody looks."""

import time
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.app.study import LONGEST_STUDY, Study, Tell, Worker
from kibitz.models.go_leader import usual_leader
from kibitz.rules.go import GoPosition
from kibitz.rules.points import format_go_move
from kibitz.search.go_tree import SearchedMove, TreeFindings, TreeLimits, findings_of, grow, make_trees

_FIRST_SECONDS: Final = 0.05
_SECONDS: Final = 0.25  # between two answers
_SEED: Final = 1
_WORTH_TELLING: Final = 0.05  # of the chance to win


@dataclass(frozen=True, slots=True)
class GoAnalysis:
    """What playouts say of a position: moves by how often they were tried, and the mean owner of each point, −1 White to 1 Black.

    `black_score` is Black's mean area minus White's with komi.
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


@dataclass(eq=False)
class GoStudy(Study[GoPosition, GoAnalysis]):
    """The tree as far as it has grown; when the study rests only what it said is kept."""

    trees: list[_native.GoTree] | None = None
    findings: TreeFindings | None = None

    @property
    def end(self) -> str:
        return "this is as far as the playouts go" if self.spent > LONGEST_STUDY else ""

    def take_turn(self, worker: Worker, tell: Tell) -> None:
        trees = self.trees = self.trees or make_trees(self.position, 1, _SEED, usual_leader())
        limit = TreeLimits(seconds=_FIRST_SECONDS if self.latest is None else _SECONDS)
        end = time.monotonic() + LONGEST_STUDY - self.spent
        while True:
            grow(trees, limit, worker.stop)
            found = findings_of(trees)
            # A tree that had to begin again is not heard before it knows more than the one before.
            if self.findings is None or found.playouts > self.findings.playouts:
                self._tell(found, tell)
            if worker.stop.is_set() or time.monotonic() > end:
                return
            limit = TreeLimits(seconds=_SECONDS)

    def _tell(self, found: TreeFindings, tell: Tell) -> None:
        def learn() -> None:
            self.findings = found

        tell(learn, f"{found.playouts:,} playouts")

    def answer(self, revision: int, seconds: float, why: str) -> GoAnalysis:
        found, position = self.findings, self.position
        moves = found.moves if found else ()
        ownership = found.ownership if found else np.zeros(position.size**2, np.float32)
        komi = position.komi + position.rules.points_for(position.handicap)
        said = f"{why}{_changes(self.latest.moves, moves, position.size)}" if self.latest else why
        playouts = found.playouts if found else 0
        score = float(ownership.sum()) - komi
        return GoAnalysis(position, revision, moves, ownership, playouts, score, seconds, self.done, said)

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
