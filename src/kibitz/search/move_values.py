"""What every legal move of many positions is worth at a small depth: inputs for learning, and plain players."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.rules.bulk import Boards, Squares
from kibitz.search.evaluation import UNITS_PER_DISC, Evaluation


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
    parent, square, value = _native.move_values(evaluation.core, boards.own, boards.opp, depth)
    return MoveValues(parent, square, (value / np.float32(UNITS_PER_DISC)).astype(np.float32))
