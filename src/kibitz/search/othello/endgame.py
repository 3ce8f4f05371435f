"""Exact endgames of Othello: what a position is worth with perfect play, on boards up to 8×8.

Scores are seen by the side to move, empty squares counted for the winner. The search runs outside Python's lock; Ctrl-C, a stop
event or a progress function that raises end it within a few hundredths of a second.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from threading import Event

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.rules.othello.bulk import Boards, Squares
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import board_shape
from kibitz.search.othello.evaluation import Evaluation

_LARGEST_BOARD = 8
_MEGABYTE = 1 << 20
# With fewer empty squares the search ends before an evaluation can help; laying out its tables takes a tenth of a second.
_EVALUATION_HELPS_FROM = 18


class Mode(Enum):
    """What is asked: the score in discs, or only who wins, which is found faster."""

    EXACT = "exact"
    WIN_LOSS_DRAW = "wld"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a running search is."""

    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Solution:
    """What a position is worth for the side to move.

    `score` is in discs, or 1, 0 or -1 in mode WIN_LOSS_DRAW. `line` is perfect play to the end with every pass written out
    (in mode WIN_LOSS_DRAW the loser plays anything); `move` is its first move, None if the game is over. `exact` is False if
    the search was stopped: then the score is what was proven to be reached so far, or a guess, and the line may be empty.
    `nodes` are all positions visited, those with a single empty square included.
    """

    score: int
    move: int | None
    line: tuple[int, ...]
    nodes: int
    seconds: float
    exact: bool


@dataclass(frozen=True, slots=True)
class MoveScore:
    """What a move is worth for the side that plays it; `line` begins with it. See Solution for `exact`."""

    move: int
    score: int
    line: tuple[int, ...]
    exact: bool


@dataclass(frozen=True, slots=True)
class MoveScores:
    """The exact score of every move of many positions, for the side that moves; `parent` is the position's index, all [M]."""

    parent: NDArray[np.int64]
    square: Squares
    score: NDArray[np.int8]


def solve(
    position: Position,
    *,
    threads: int = 1,
    hash_mb: int = 64,
    evaluation: Evaluation | None = None,
    mode: Mode = Mode.EXACT,
    stop: Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """The score and best line of a position.

    `hash_mb` megabytes remember positions, and each thread takes half a megabyte more. An `evaluation` tells the search which
    moves to try first on the 8×8 board: it takes about half the time, and the score is the same without. `progress` is called
    some fifty times a second. Raises SetupError for a board larger than 8×8 or a setting below 1; whether the position can be
    solved in time is for the caller to know: each empty square takes about three times as long, and 20 take a fraction of a
    second.
    """
    playable = _checked_playable(position, threads, hash_mb)
    begin = time.perf_counter()
    score, line, nodes, finished = _native.othello.solve_endgame(
        position.own,
        position.opp,
        playable,
        threads,
        hash_mb * _MEGABYTE,
        _helpful(evaluation, position),
        mode is Mode.WIN_LOSS_DRAW,
        _watcher(begin, stop, progress),
    )
    return Solution(score, line[0] if line else None, tuple(line), nodes, time.perf_counter() - begin, finished)


def solve_moves(
    position: Position,
    *,
    threads: int = 1,
    hash_mb: int = 64,
    evaluation: Evaluation | None = None,
    stop: Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> list[MoveScore]:
    """The exact score and best line of every legal move, best first; empty if the side to move must pass or the game is over.

    Settings as for solve(). If stopped, moves not reached have a guess for a score and are not exact.
    """
    playable = _checked_playable(position, threads, hash_mb)
    watch = _watcher(time.perf_counter(), stop, progress)
    rows = _native.othello.solve_endgame_moves(
        position.own, position.opp, playable, threads, hash_mb * _MEGABYTE, _helpful(evaluation, position), watch
    )
    return [MoveScore(square, score, tuple(line), finished) for square, score, line, finished in rows]


def solve_children_many(boards: Boards, size: int = 8) -> MoveScores:
    """The exact score of every legal move of every position, by position and then square, as rules.bulk.children() lists them.

    Meant for positions with up to about 12 empty squares: thousands of 11 are solved in a second. A position whose mover must
    pass has no rows. One thread; other Python threads go on meanwhile. Raises SetupError for a board larger than 8×8.
    """
    _check_size(size)
    return MoveScores(*_native.othello.solve_children(boards.own, boards.opp, board_shape(size).playable))


def scores_many(boards: Boards) -> NDArray[np.int8]:
    """The exact score of every position of the 8×8 board for its mover, [N]; for about as many empty squares as above.

    Takes a third of the time of solving every move. One thread; other Python threads go on meanwhile.
    """
    return _native.othello.solve_scores(boards.own, boards.opp)


def _checked_playable(position: Position, threads: int, hash_mb: int) -> int:
    _check_size(position.size)
    for name, value in (("threads", threads), ("hash_mb", hash_mb)):
        if value < 1:
            raise SetupError(f"{name} is {value}; it must be at least 1")
    return board_shape(position.size).playable


def _helpful(evaluation: Evaluation | None, position: Position) -> _native.othello.Evaluation | None:
    """The tables of an evaluation where they make the search faster."""
    if evaluation is None or position.size != _LARGEST_BOARD or position.empty_count < _EVALUATION_HELPS_FROM:
        return None
    return evaluation.core


def _check_size(size: int) -> None:
    if size > _LARGEST_BOARD:
        raise SetupError(f"a {size}×{size} board cannot be solved; boards up to {_LARGEST_BOARD}×{_LARGEST_BOARD} can")


def _watcher(begin: float, stop: Event | None, progress: Callable[[Progress], None] | None) -> Callable[[int], bool] | None:
    """A function that the search calls with its node count now and then; it goes on while the answer is True."""
    if stop is None and progress is None:
        return None

    def watch(nodes: int) -> bool:
        if progress is not None:
            progress(Progress(nodes, time.perf_counter() - begin))
        return stop is None or not stop.is_set()

    return watch
