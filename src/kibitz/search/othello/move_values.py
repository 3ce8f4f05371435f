"""What every legal move of many positions is worth at a small depth: inputs for learning, and plain players."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.rules.othello.bulk import Boards, Squares
from kibitz.search.othello.evaluation import UNITS_PER_DISC, Evaluation

# Fits into a core's cache: positions one after the other share little.
_TABLE_BYTES: Final = 2 << 20


@dataclass(frozen=True, slots=True)
class MoveValues:
    """One row for each legal move, by position and then square, as in rules.bulk.Children: all of shape [M]."""

    parent: NDArray[np.int64]
    square: Squares
    value: NDArray[np.float32]  # discs, seen by the side that moves


def move_values(evaluation: Evaluation, boards: Boards, depth: int) -> MoveValues:
    """The value of each legal move at a depth of 1 or more discs placed, exact for that depth.

    Depth 1 is the evaluation after the move. A forced pass costs no depth; a game that ends sooner counts its final score.
    Positions without a legal move have no rows. Ctrl-C stops the work.
    """
    parent, square, value = _native.othello.move_values(evaluation.core, boards.own, boards.opp, depth)
    return MoveValues(parent, square, (value / np.float32(UNITS_PER_DISC)).astype(np.float32))


def best_moves(evaluation: Evaluation, boards: Boards, depth: int) -> tuple[Squares, NDArray[np.float32]]:
    """The best square of each position at a depth and its value in discs, [N]; NO_MOVE and 0 where there is no legal move.

    The values are those of move_values(), found with about half the work; which of several equal moves is chosen is not said.
    """
    square, value = _native.othello.best_moves(evaluation.core, boards.own, boards.opp, depth)
    return square, (value / np.float32(UNITS_PER_DISC)).astype(np.float32)


def position_values(evaluation: Evaluation, boards: Boards, depth: int) -> NDArray[np.float32]:
    """The value of each position in discs at a depth, [N]; the exact final score where the depth reaches the end of the game.

    Unlike the others it remembers what it has seen, which pays from depth 5 or so.
    """
    values = _native.othello.position_values(evaluation.core, boards.own, boards.opp, depth, _TABLE_BYTES)
    return (values / np.float32(UNITS_PER_DISC)).astype(np.float32)
