"""Games played side by side, one move in each at a time, so that choosing moves is work on large arrays.

Evolution, temporal differences and measurements against simple opponents play thousands of games a second this way.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.rules.othello.bulk import Boards, Squares, black_scores, children, legal_masks, play
from kibitz.rules.othello.position import START
from kibitz.rules.squares import PASS

# Chooses a square for each position, given the games [N] they belong to; every position has a legal move.
Chooser: TypeAlias = Callable[[Boards, NDArray[np.int64]], Squares]

# What each position is worth to the side that has just moved there, given the games it belongs to, [N].
AfterMoveValues: TypeAlias = Callable[[Boards, NDArray[np.int64]], NDArray[np.floating]]


def play_games(
    starts: Boards, black_starts: NDArray[np.bool_], black: Chooser, white: Chooser, size: int = 8
) -> NDArray[np.int64]:
    """Black's final score of each game, empties counted for the winner, [G]."""
    own, opp, black_to_move = starts.own.copy(), starts.opp.copy(), black_starts.copy()
    running = np.arange(len(starts))
    while len(running):
        running = _after_forced_passes(own, opp, black_to_move, running, size)
        blacks = black_to_move[running]
        for games, chooser in ((running[blacks], black), (running[~blacks], white)):
            if len(games):
                boards = Boards(own[games], opp[games])
                _move(own, opp, black_to_move, games, chooser(boards, games))
    return black_scores(np.where(black_to_move, own, opp), np.where(black_to_move, opp, own), size)


def _after_forced_passes(
    own: NDArray[np.uint64], opp: NDArray[np.uint64], black_to_move: NDArray[np.bool_], running: NDArray[np.int64], size: int
) -> NDArray[np.int64]:
    """Hand the turn over where there is no legal move; returns the games that are not over."""
    stuck = running[legal_masks(Boards(own[running], opp[running]), size) == 0]
    _move(own, opp, black_to_move, stuck, np.full(len(stuck), PASS, np.int8))
    not_over: NDArray[np.int64] = running[legal_masks(Boards(own[running], opp[running]), size) != 0]
    return not_over


def _move(
    own: NDArray[np.uint64],
    opp: NDArray[np.uint64],
    black_to_move: NDArray[np.bool_],
    games: NDArray[np.int64],
    squares: Squares,
) -> None:
    after = play(Boards(own[games], opp[games]), squares)
    own[games], opp[games] = after.own, after.opp
    black_to_move[games] = ~black_to_move[games]


def random_mover(random: np.random.Generator, size: int = 8) -> Chooser:
    """Any legal move, all equally likely."""
    return highest_value(lambda boards, _: np.zeros(len(boards)), random, size)


def highest_value(values: AfterMoveValues, random: np.random.Generator, size: int = 8) -> Chooser:
    """The move after which the position is worth most to its mover; equals are drawn by lot."""

    def choose(boards: Boards, games: NDArray[np.int64]) -> Squares:
        moves = children(boards, size)
        worth = values(moves.boards, games[moves.parent])
        first = np.flatnonzero(np.diff(moves.parent, prepend=-1))
        best = np.maximum.reduceat(worth, first)[moves.parent]
        lots = np.where(worth == best, random.permutation(len(worth)), -1)
        chosen: Squares = moves.square[lots == np.maximum.reduceat(lots, first)[moves.parent]]
        return chosen

    return choose


def random_openings(count: int, moves: int, random: np.random.Generator) -> tuple[Boards, NDArray[np.bool_]]:
    """Positions after so many random moves from the start, and whether Black is to move in them, [count].

    Nobody can be without a move so early: `moves` is at most 8.
    """
    boards = Boards.of([START] * count)
    mover = random_mover(random)
    for _ in range(moves):
        boards = play(boards, mover(boards, np.arange(count)))
    return boards, np.full(count, moves % 2 == 0)
