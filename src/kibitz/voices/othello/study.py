"""A position of Othello in the pool: the engine deepens it, then its moves are solved one by one."""

from dataclasses import dataclass, field
from typing import Final

from kibitz.models.othello.engine import shipped_engine
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import format_move
from kibitz.search.othello import endgame
from kibitz.search.othello.analysis import JudgedMove, Judgement, judged_moves, solve_each, with_exact
from kibitz.search.othello.midgame import Engine, SearchResult
from kibitz.voices.othello.voices import ranking_of
from kibitz.voices.rows import Ranking
from kibitz.voices.study import LONGEST_STUDY, Study, Tell, Worker

_FIRST_DEPTH: Final = 4  # takes a millisecond
_ENGINE_MB: Final = 32
_SOLVER_MB: Final = 32
# Solving begins after a quarter of the time it will take, so that there is something deep to show meanwhile.
_SOLVED_IN_A_SECOND: Final = 20  # empties
_TIMES_LONGER_EACH_EMPTY: Final = 3
_MOST_EMPTIES_SOLVED: Final = 26
_WORTH_TELLING: Final = 2.0  # discs


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known about a position; `moves` are best first. `why` tells what changed since the revision before."""

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
        return ranking_of(self.moves)


@dataclass(eq=False)
class OthelloStudy(Study[Position, Analysis]):
    """What is known of each move so far, by search and solved, and the depth from which the search goes on."""

    judged: Judgement = ()
    solved: dict[int, JudgedMove] = field(default_factory=dict)
    searched: SearchResult | None = None
    nodes: int = 0

    @property
    def moves(self) -> Judgement:
        """All moves, best first."""
        return with_exact(self.judged, self.solved)

    @property
    def depth(self) -> int:
        return self.searched.depth if self.searched else 0

    @property
    def end(self) -> str:
        if self.moves and all(row.exact for row in self.moves):
            return "everything is solved"
        return "this is as deep as it goes" if self._is_deep_enough else ""

    @property
    def _is_deep_enough(self) -> bool:
        empties = self.position.empty_count
        return self.spent > LONGEST_STUDY or (self.depth >= empties > _MOST_EMPTIES_SOLVED)

    @property
    def seconds_before_solving(self) -> float:
        """What is still to be spent on searching before solving begins."""
        empties = self.position.empty_count
        if empties > _MOST_EMPTIES_SOLVED:
            return float("inf")
        if self.depth >= empties:
            return 0.0
        expected = float(_TIMES_LONGER_EACH_EMPTY) ** (empties - _SOLVED_IN_A_SECOND)
        return max(expected / 4 - self.spent, 0.0)

    @classmethod
    def get_ready(cls, worker: Worker) -> None:
        worker.engine(_make_engine)

    def take_turn(self, worker: Worker, tell: Tell) -> None:
        _Turn(self, worker, tell).run()

    def answer(self, revision: int, seconds: float, why: str) -> Analysis:
        moves = self.moves
        said = why if self.latest is None else f"{why}{_changes(self.latest.moves, moves)}"
        return Analysis(self.position, revision, moves, self.depth, self.nodes, seconds, self.done, said)


class _Turn:
    """One turn of a study at a worker: a first look, some depths, or some moves solved."""

    def __init__(self, study: OthelloStudy, worker: Worker, tell: Tell) -> None:
        self._study, self._worker, self._tell = study, worker, tell
        self._engine = worker.engine(_make_engine)
        self._nodes_told = 0

    def run(self) -> None:
        if self._study.latest is None:
            self._first_look()
        elif self._study.seconds_before_solving <= 0:
            self._solve()
        else:
            self._search(min(self._study.seconds_before_solving, LONGEST_STUDY))

    def _first_look(self) -> None:
        """Depths that are read in no time are not worth telling one by one."""
        result = self._engine.analyse(self._study.position, _FIRST_DEPTH)
        self._found(result, result.nodes, "first look")

    def _search(self, seconds: float) -> None:
        study, worker = self._study, self._worker
        self._engine.analyse(study.position, None, seconds, self._finished_depth, worker.stop, study.searched)

    def _finished_depth(self, result: SearchResult) -> None:
        nodes = result.nodes - self._nodes_told
        self._nodes_told = result.nodes
        self._found(result, nodes, f"depth {result.depth}")

    def _found(self, result: SearchResult, nodes: int, why: str) -> None:
        study, judged = self._study, judged_moves(self._engine.evaluation, self._study.position, result)
        study.searched = result

        def learn() -> None:
            study.judged = judged
            study.nodes += nodes

        self._tell(learn, why)

    def _solve(self) -> None:
        """Solve the moves one by one, the best first, so that whatever ends the turn costs only one of them."""
        left = [row.move for row in self._study.moves if not row.exact]
        for row, solution in solve_each(self._study.position, left, self._solved):
            self._found_exact(row, solution.nodes)

    def _solved(self, position: Position) -> endgame.Solution:
        return endgame.solve(position, hash_mb=_SOLVER_MB, evaluation=self._engine.evaluation, stop=self._worker.stop)

    def _found_exact(self, row: JudgedMove, nodes: int) -> None:
        study = self._study

        def learn() -> None:
            study.solved[row.move] = row
            study.nodes += nodes

        self._tell(learn, f"{format_move(row.move)} is solved: {row.score:+.0f}")


def _make_engine() -> Engine:
    return shipped_engine(_ENGINE_MB)


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
