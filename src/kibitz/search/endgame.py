"""Exact endgames of Othello: what a position is worth with perfect play, on boards up to 8×8.

Scores are seen by the side to move, empty squares counted for the winner.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.rules.bulk import Boards, Squares
from kibitz.rules.squares import board_shape


@dataclass(frozen=True, slots=True)
class MoveScores:
    """The exact score of every move of many positions, for the side that moves; `parent` is the position's index, all [M]."""

    parent: NDArray[np.int64]
    square: Squares
    score: NDArray[np.int8]


def solve_children_many(boards: Boards, size: int = 8) -> MoveScores:
    """The exact score of every legal move of every position, by position and then square, as rules.bulk.children() lists them.

    Meant for positions with up to about 12 empty squares: 10,000 positions of 11 take seconds. A position whose mover must pass
    has no rows. One thread; other Python threads go on meanwhile.
    """
    return MoveScores(*_native.solve_children(boards.own, boards.opp, board_shape(size).playable))
