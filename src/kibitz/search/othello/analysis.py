"""What moves are worth, by the midgame search and exactly where the end can be solved within the limits."""

import time
from dataclasses import dataclass, field, replace
from threading import Event, Lock
from typing import Final

from kibitz.rules.othello.position import Position
from kibitz.search.contract import Search, Watcher
from kibitz.search.othello import endgame
from kibitz.search.othello.evaluation import Evaluation
from kibitz.search.othello.judgement import (
    Adviser,
    JudgedMove,
    JudgedRanking,
    Judgement,
    JudgementWatcher,
    best_first,
    exact_move,
    judged_moves,
)
from kibitz.search.othello.levels import DEEPEST, Limits
from kibitz.search.othello.midgame import DEFAULT_HASH_MB, Engine, SearchResult

# What is read before the end is solved takes a small part of the time of solving, and there is something to show meanwhile.
_LEAST_FIRST_LOOK: Final = 6
_FIRST_LOOK_LEAVES: Final = 12  # empties
_SOLVED_AT_ONCE: Final = 12  # empties that are solved as fast as a first look is taken
_REMEMBERED_POSITIONS: Final = 256


@dataclass(slots=True)
class Knowledge:
    """What was found out about a position: all moves by search, those that are solved by their squares, and a perfect one.

    `nodes` are those of the searches and solutions that judged all moves.
    """

    searched: SearchResult | None = None
    solved: dict[int, JudgedMove] = field(default_factory=dict)
    best: JudgedMove | None = None
    nodes: int = 0

    @property
    def depth(self) -> int:
        """How deep all moves were searched, in plies."""
        return self.searched.depth if self.searched else 0


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked, and when the answer is due."""

    position: Position
    deadline: "_Deadline"
    stop: Event | None
    watch: JudgementWatcher | None = None

    @property
    def is_stopped(self) -> bool:
        return self.stop is not None and self.stop.is_set()


class Analyst:
    """Judges moves with an engine and the endgame solver, and goes on from what it knows when it is asked again.

    One question at a time: a second one waits, so whoever is in a hurry stops the first.
    """

    def __init__(
        self,
        engine: Engine,
        threads: int = 1,
        solver_hash_mb: int = DEFAULT_HASH_MB,
        source: str = "alpha-beta",
        adviser: Adviser | None = None,
    ) -> None:
        """`threads` and `solver_hash_mb` are for the solver; the engine has one thread and a memory of its own.

        `source` is who speaks, by the name of the engine's evaluation. `adviser` is asked before anything is searched.
        """
        self.source = source
        self._adviser = adviser
        self._engine = engine
        self._threads = threads
        self._solver_hash_mb = solver_hash_mb
        self._memory: dict[Position, Knowledge] = {}
        self._lock = Lock()

    @property
    def evaluation(self) -> Evaluation:
        return self._engine.evaluation

    def forget(self) -> None:
        """Answer what is asked next as a new analyst would."""
        with self._lock:
            self._memory.clear()
            self._engine.forget()

    def hurry(self) -> None:
        """End a search that is under way at once, from another thread; its question's `stop` should be set before."""
        self._engine.stop()

    def within(self, limits: Limits) -> "AnalystSearch":
        """The analyst as a search with some limits."""
        return AnalystSearch(self, limits)

    def take_over(self, position: Position, known: Knowledge) -> None:
        """Go on from what another analyst found out about a position; what is found out here is added to it."""
        with self._lock:
            self._memory[position] = known

    def judge_moves(
        self, position: Position, limits: Limits, watch: JudgementWatcher | None = None, stop: Event | None = None
    ) -> Judgement:
        """All legal moves, best first, a forced pass included; empty if the game is over.

        `watch` gets what is known from an earlier question, if anything, and then what is known after every depth and every move
        that is solved. Within a time limit the solver has half of it, and what it left open is searched in the rest, so exact
        scores and others may stand side by side. Once `stop` is set, by whichever thread, the best that is known is returned
        within some hundredths of a second; without a depth and a time the search goes on until then. Raises SetupError for a
        board that is not 8×8.
        """
        if position.is_over:
            return ()
        question = _Question(position, _Deadline(limits.seconds), stop, watch)
        with self._lock:
            self._show(question)
            if self._is_known(position, limits):
                return self._judgement(position)
            if position.empty_count <= limits.exact_from and not self._is_solved(position):
                self._search_all(question, _first_look(position, limits), 0.1)
                if not question.is_stopped:
                    self._solve_all(question, 0.5)
            if not self._is_solved(position) and not (question.is_stopped and self._recall(position).searched):
                self._search_all(question, limits.depth, 1.0)
            return self._judgement(position)

    def best_move(self, position: Position, limits: Limits, stop: Event | None = None) -> JudgedMove:
        """The best move found, PASS where it is forced; `stop` as in judge_moves().

        Raises SetupError if the game is over or the board is not 8×8.
        """
        question = _Question(position, _Deadline(limits.seconds), stop)
        with self._lock:
            found = None
            if self._adviser is not None and (advised := self._adviser.choose(position, limits)) is not None:
                return advised
            if position.empty_count <= limits.exact_from and not position.is_over:
                found = self._best_of_the_end(question, _first_look(position, limits))
            return found or self._best_by_search(question, limits.depth, 1.0)

    def _best_of_the_end(self, question: _Question, first_look: int) -> JudgedMove | None:
        """The best move if it is solved in time, else a good one if the question was stopped meanwhile."""
        position = question.position
        if (best := self._recall(position).best) is not None:
            return best
        guess = None
        if position.empty_count > _SOLVED_AT_ONCE:
            guess = self._best_by_search(question, first_look, 0.1)
        solved = None if question.is_stopped else self._solve(question, 0.5)
        return solved or (guess if question.is_stopped else None)

    def _best_by_search(self, question: _Question, depth: int | None, share: float) -> JudgedMove:
        result = self._engine.search(question.position, depth, question.deadline.share(share), stop=question.stop)
        return judged_moves(self._engine.evaluation, question.position, result)[0]

    def _search_all(self, question: _Question, depth: int | None, share: float) -> None:
        known = self._recall(question.position)

        before = known.nodes

        def deepened(result: SearchResult) -> None:
            known.searched, known.nodes = result, before + result.nodes
            self._show(question)

        seconds = question.deadline.share(share)
        self._engine.analyse(question.position, depth, seconds, deepened, question.stop, known.searched)

    def _solve_all(self, question: _Question, share: float) -> None:
        """Solves the moves one after the other, the best first, as many as there is time for."""
        position, known = question.position, self._recall(question.position)
        within = replace(question, deadline=_Deadline(question.deadline.share(share)))
        for move in [row.move for row in self._found(position) if not row.exact]:
            solution = self._solution(position.play(move), within)
            if not solution.exact:
                return
            known.solved[move] = exact_move(position, move, -solution.score, (move, *solution.line))
            known.nodes += solution.nodes
            self._show(question)
        self._remember_line(position, best_first(known.solved.values())[0])

    def _solve(self, question: _Question, share: float) -> JudgedMove | None:
        """The best move of a position that is not over, None if it was not solved in time."""
        within = replace(question, deadline=_Deadline(question.deadline.share(share)))
        solution = self._solution(question.position, within)
        if not solution.exact or solution.move is None:
            return None
        best = exact_move(question.position, solution.move, solution.score, solution.line)
        self._remember_line(question.position, best)
        return best

    def _solution(self, position: Position, question: _Question) -> endgame.Solution:
        """What the solver says of a position before the question is stopped or its time is over."""
        enough = Event()

        def look(_progress: endgame.Progress) -> None:
            if question.is_stopped or question.deadline.is_over:
                enough.set()

        return endgame.solve(
            position,
            threads=self._threads,
            hash_mb=self._solver_hash_mb,
            evaluation=self._engine.evaluation,
            stop=enough,
            progress=look,
        )

    def _remember_line(self, position: Position, best: JudgedMove) -> None:
        """Keeps the perfect moves of both sides to the end of the game."""
        score = int(best.score)
        for number, move in enumerate(best.line):
            self._recall(position).best = exact_move(position, move, score, best.line[number:])
            position, score = position.play(move), -score

    def _recall(self, position: Position) -> Knowledge:
        """What is known of a position, to be added to; the positions asked about longest ago are forgotten."""
        known = self._memory.pop(position, None) or Knowledge()
        self._memory[position] = known
        if len(self._memory) > _REMEMBERED_POSITIONS:
            del self._memory[next(iter(self._memory))]
        return known

    def _is_solved(self, position: Position) -> bool:
        return len(self._recall(position).solved) == len(position.legal_moves())

    def _show(self, question: _Question) -> None:
        if question.watch is not None and (judgement := self._judgement(question.position)):
            question.watch(judgement)

    def _is_known(self, position: Position, limits: Limits) -> bool:
        """Whether nothing that may be searched would change what the adviser says."""
        if self._adviser is None:
            return False
        rows = self._adviser.advise(position, ())
        depth = DEEPEST if limits.depth is None else limits.depth
        return len(rows) == len(position.legal_moves()) and all(row.exact or row.depth >= depth for row in rows)

    def _judgement(self, position: Position) -> Judgement:
        """What is known of the moves, best first."""
        found = self._found(position)
        return found if self._adviser is None else self._adviser.advise(position, found)

    def _found(self, position: Position) -> Judgement:
        """What was searched and solved, best first."""
        known = self._recall(position)
        rows = () if known.searched is None else judged_moves(self._engine.evaluation, position, known.searched)
        return best_first({**{row.move: row for row in rows}, **known.solved}.values())


@dataclass(frozen=True, slots=True)
class AnalystSearch(Search[Position]):
    """An analyst that is asked within some limits, as any search."""

    analyst: Analyst
    limits: Limits

    @property
    def source(self) -> str:
        return self.analyst.source

    def deepen(self, position: Position, watch: Watcher | None = None, stop: Event | None = None) -> JudgedRanking:
        """All legal moves, a forced pass included; `watch` hears of them after every depth and every solved move."""

        def judged(rows: Judgement) -> None:
            if watch is not None:
                watch(JudgedRanking(rows))

        return JudgedRanking(self.analyst.judge_moves(position, self.limits, judged if watch else None, stop))


class _Deadline:
    """What is left of some seconds, None for as long as it takes."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end

    def share(self, part: float) -> float | None:
        return None if self._end is None else part * max(self._end - time.monotonic(), 0.0)


def _first_look(position: Position, limits: Limits) -> int:
    depth = max(_LEAST_FIRST_LOOK, position.empty_count - _FIRST_LOOK_LEAVES)
    return depth if limits.depth is None else min(limits.depth, depth)
