"""A position of Othello in the pool: the engine deepens it, then its moves are solved one by one."""

from dataclasses import dataclass, field
from typing import Final

from kibitz.openings.othello.shipped import informed_analyst
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import format_move
from kibitz.search.contract import EXACT, PROVEN, Ranking
from kibitz.search.othello.analysis import Analyst, AnalystSearch, Knowledge
from kibitz.search.othello.judgement import JudgedMove, JudgedRanking
from kibitz.search.othello.levels import Limits
from kibitz.voices.study import LONGEST_STUDY, SearchStudy, Tell, Worker

_FIRST_DEPTH: Final = 4  # takes a millisecond
_ENGINE_MB: Final = 32
_SOLVER_MB: Final = 32
# Solving begins after a quarter of the time it will take, so that there is something deep to show meanwhile.
_SOLVED_IN_A_SECOND: Final = 20  # empties
_TIMES_LONGER_EACH_EMPTY: Final = 3
_MOST_EMPTIES_SOLVED: Final = 26
_WORTH_TELLING: Final = 2.0  # discs
_KNOWN_BY: Final = {EXACT: "solved", PROVEN: "proven"}


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known about a position; `moves` are best first. `why` tells what changed since the revision before.

    `depth` is what all moves were looked at, by a search or in the book.
    """

    position: Position
    revision: int
    moves: tuple[JudgedMove, ...]
    depth: int
    nodes: int
    seconds: float
    done: bool
    why: str

    @property
    def exact(self) -> bool:
        return all(row.exact for row in self.moves)

    @property
    def ranking(self) -> Ranking:
        return JudgedRanking(self.moves)


@dataclass(eq=False)
class OthelloStudy(SearchStudy[Position, Analysis]):
    """What is known of the position, for whichever worker's analyst has the next turn."""

    known: Knowledge = field(default_factory=Knowledge)
    told_depth: int = 0

    @property
    def end(self) -> str:
        moves = len(self.position.legal_moves())
        if len(self.known.solved) == moves:
            return "everything is solved"
        if self.found is not None and len(self.found.moves) == moves and all(row.exact for row in self.found.moves):
            return "everything is proven"
        return "this is as deep as it goes" if self._is_deep_enough else ""

    @property
    def _is_deep_enough(self) -> bool:
        empties = self.position.empty_count
        return self.spent > LONGEST_STUDY or (self.known.depth >= empties > _MOST_EMPTIES_SOLVED)

    @property
    def seconds_before_solving(self) -> float:
        """What is still to be spent on searching before solving begins."""
        empties = self.position.empty_count
        if empties > _MOST_EMPTIES_SOLVED:
            return float("inf")
        if self.known.depth >= empties:
            return 0.0
        expected = float(_TIMES_LONGER_EACH_EMPTY) ** (empties - _SOLVED_IN_A_SECOND)
        return max(expected / 4 - self.spent, 0.0)

    @classmethod
    def get_ready(cls, worker: Worker) -> None:
        worker.engine(_make_analyst)

    def take_turn(self, worker: Worker, tell: Tell) -> None:
        if self.latest is not None:
            super().take_turn(worker, tell)
        else:  # depths that are read in no time are not worth telling one by one
            found = self.search(worker).deepen(self.position)
            tell(lambda: self.learn(found), "first look")

    def search(self, worker: Worker) -> AnalystSearch:
        analyst = worker.engine(_make_analyst)
        analyst.take_over(self.position, self.known)
        return analyst.within(self._limits())

    def _limits(self) -> Limits:
        """Of the next turn: a first look, then some depths, and then the moves are solved one by one."""
        if self.latest is None:
            return Limits(_FIRST_DEPTH, 0)
        seconds = self.seconds_before_solving
        if seconds <= 0:
            return Limits(self.known.depth, self.position.empty_count)
        return Limits(None, 0, min(seconds, LONGEST_STUDY))

    def news(self, found: Ranking) -> str:
        """Moves that are solved now, or a depth that was not reported yet."""
        before = set() if self.found is None else {row.move for row in self.found.moves if row.exact}
        solved = [row for row in found.moves if row.exact and row.move not in before]
        if solved:
            return "; ".join(f"{format_move(row.move)} is {_KNOWN_BY[row.source]}: {row.score:+.0f}" for row in solved)
        return f"depth {self.known.depth}" if self.known.depth > self.told_depth else ""

    def learn(self, found: Ranking) -> None:
        super().learn(found)
        self.told_depth = self.known.depth

    def answer(self, revision: int, seconds: float, why: str) -> Analysis:
        moves = self.found.moves if isinstance(self.found, JudgedRanking) else ()
        said = why if self.latest is None else f"{why}{_changes(self.latest.moves, moves)}"
        depth = max(self.known.depth, min((row.depth for row in moves), default=0))
        return Analysis(self.position, revision, moves, depth, self.known.nodes, seconds, self.done, said)


def _make_analyst() -> Analyst:
    return informed_analyst(_ENGINE_MB, _SOLVER_MB)


def _changes(before: tuple[JudgedMove, ...], after: tuple[JudgedMove, ...]) -> str:
    """What a reader would wonder about: another best move, and the largest jump of a score."""
    said: list[str] = []
    if not before or not after:
        return ""
    if before[0].move != after[0].move:
        said.append(f"{format_move(after[0].move)} is now best instead of {format_move(before[0].move)}")
    old = {row.move: row.score for row in before}
    jump = max(after, key=lambda row: abs(row.score - old.get(row.move, row.score)))
    if abs(jump.score - old.get(jump.move, jump.score)) >= _WORTH_TELLING:
        said.append(f"{format_move(jump.move)} was {old[jump.move]:+.1f} and is {jump.score:+.1f}")
    return "".join(f"; {part}" for part in said)
