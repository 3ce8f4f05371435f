"""What moves are worth, by the midgame search and exactly where the end can be solved within the limits."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Event
from typing import Final

import numpy as np

from kibitz.rules.othello import Position
from kibitz.search import endgame
from kibitz.search.levels import Limits
from kibitz.search.midgame import Engine, SearchResult

# Read in milliseconds, so that there is something to show while the end is being solved.
_FIRST_LOOK: Final = 6


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """What a move is worth to the side that plays it; `line` begins with it.

    `score` is in discs; `win_chance` counts a draw as half a win. `depth` is the number of discs read ahead, all empties where
    the score is `exact`.
    """

    move: int
    score: float
    win_chance: float
    depth: int
    exact: bool
    line: tuple[int, ...]


Judgement = tuple[JudgedMove, ...]
Watcher = Callable[[Judgement], None]


class Analyst:
    """Judges moves with an engine and the endgame solver. One question at a time, as the engine."""

    def __init__(self, engine: Engine, threads: int = 1) -> None:
        """`threads` are for the solver; the engine has one."""
        self._engine = engine
        self._threads = threads

    def judge_moves(self, position: Position, limits: Limits, watch: Watcher | None = None) -> Judgement:
        """All legal moves, best first, a forced pass included; empty if the game is over.

        `watch` gets what is known after every depth. Within a time limit the solver has half of it, and what it left open is
        searched in the rest, so exact scores and others may stand side by side. Raises SetupError for a board that is not 8×8.
        """
        if position.is_over:
            return ()
        deadline = _Deadline(limits.seconds)
        solved: dict[int, JudgedMove] = {}
        if position.empty_count <= limits.exact_from:
            self._search_all(position, min(limits.depth or _FIRST_LOOK, _FIRST_LOOK), deadline.share(0.1), watch)
            solved = self._solve_all(position, deadline.share(0.5))
        if len(solved) < len(position.legal_moves()):
            return self._search_all(position, limits.depth, deadline.share(1.0), watch, solved)
        found = _best_first(solved.values())
        if watch is not None:
            watch(found)
        return found

    def best_move(self, position: Position, limits: Limits) -> JudgedMove:
        """The best move found, PASS where it is forced. Raises SetupError if the game is over or the board is not 8×8."""
        deadline = _Deadline(limits.seconds)
        if position.empty_count <= limits.exact_from and not position.is_over:
            solution = self._solve(position, deadline.share(0.5))
            if solution is not None:
                return solution
        result = self._engine.search(position, limits.depth, deadline.share(1.0))
        return self._judged(position, result)[0]

    def _search_all(
        self,
        position: Position,
        depth: int | None,
        seconds: float | None,
        watch: Watcher | None,
        solved: dict[int, JudgedMove] | None = None,
    ) -> Judgement:
        known = solved or {}

        def judged(result: SearchResult) -> Judgement:
            return _best_first(known.get(row.move, row) for row in self._judged(position, result))

        progress = None if watch is None else lambda result: watch(judged(result))
        return judged(self._engine.analyse(position, depth, seconds, progress))

    def _judged(self, position: Position, result: SearchResult) -> Judgement:
        scores = np.array([row.score for row in result.moves])
        discs = np.full(len(scores), position.disc_count)
        chances = self._engine.evaluation.win_chances.of(scores, discs)
        return tuple(
            JudgedMove(row.move, row.score, float(chance), result.depth, result.exact, row.line)
            for row, chance in zip(result.moves, chances, strict=True)
        )

    def _solve_all(self, position: Position, seconds: float | None) -> dict[int, JudgedMove]:
        """The moves that were solved in time, by their squares."""
        if position.must_pass:
            solution = self._solve(position, seconds)
            return {} if solution is None else {solution.move: solution}
        stop = Event()
        rows = endgame.solve_moves(position, threads=self._threads, stop=stop, progress=_stopper(stop, seconds))
        return {row.move: _exact(position, row.move, row.score, row.line) for row in rows if row.exact}

    def _solve(self, position: Position, seconds: float | None) -> JudgedMove | None:
        """The best move of a position that is not over, None if it was not solved in time."""
        stop = Event()
        solution = endgame.solve(position, threads=self._threads, stop=stop, progress=_stopper(stop, seconds))
        if not solution.exact or solution.move is None:
            return None
        return _exact(position, solution.move, solution.score, solution.line)


class _Deadline:
    """What is left of some seconds, None for as long as it takes."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def share(self, part: float) -> float | None:
        return None if self._end is None else part * max(self._end - time.monotonic(), 0.0)


def _stopper(stop: Event, seconds: float | None) -> Callable[[endgame.Progress], None] | None:
    if seconds is None:
        return None

    def look(progress: endgame.Progress) -> None:
        if progress.seconds >= seconds:
            stop.set()

    return look


def _exact(position: Position, move: int, score: int, line: tuple[int, ...]) -> JudgedMove:
    win_chance = 0.5 if score == 0 else float(score > 0)
    return JudgedMove(move, float(score), win_chance, position.empty_count, True, line)


def _best_first(moves: Iterable[JudgedMove]) -> Judgement:
    return tuple(sorted(moves, key=lambda row: (-row.score, row.move)))
