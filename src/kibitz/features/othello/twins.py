"""Squares that a position's own symmetries make one move: the four first moves of a game, for example.

What is known of a position cannot tell such squares apart, so nothing that judges or gives probabilities may either.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.planes import transform_squares
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards, Squares
from kibitz.rules.symmetry import SYMMETRIES

_NUMBERS: Final = np.array(SYMMETRIES, np.int8)
_NO_SQUARE: Final = 64

IMAGES: Final[Squares] = transform_squares(np.arange(64, dtype=np.int8)[None], _NUMBERS[:, None])
"""Where each symmetry takes each square, [8, 64]."""


def self_symmetries(boards: Boards) -> NDArray[np.bool_]:
    """Which symmetries leave each position as it is, [N, 8]; the first always does."""
    columns = []
    for symmetry in SYMMETRIES:
        all_alike = np.full(len(boards), symmetry, np.int8)
        own_stays = bulk.transform(boards.own, all_alike) == boards.own
        columns.append(own_stays & (bulk.transform(boards.opp, all_alike) == boards.opp))
    return np.stack(columns, axis=1)


def twin_of_squares(boards: Boards) -> NDArray[np.int64]:
    """The lowest square that is the same move as each square, [N, 64]; the square itself where the position is not symmetric."""
    twins = np.tile(np.arange(64), (len(boards), 1))
    symmetries = self_symmetries(boards)
    rows = np.flatnonzero(symmetries[:, 1:].any(axis=1))
    twins[rows] = np.where(symmetries[rows, :, None], IMAGES, _NO_SQUARE).min(axis=1)
    return twins


def twins_joined(values: NDArray[np.float64], twins: NDArray[np.int64]) -> NDArray[np.float64]:
    """The sum of the values [N, 64] of each set of twins on its lowest square, 0 on the others."""
    joined = np.zeros_like(values)
    np.add.at(joined, (np.arange(len(values))[:, None], twins), values)
    return joined


def twins_levelled(values: NDArray[np.float64], boards: Boards) -> NDArray[np.float64]:
    """The values [N, 64] with each set of twins at its mean, so that a symmetric position has symmetric values."""
    symmetric = np.flatnonzero(self_symmetries(boards)[:, 1:].any(axis=1))
    if not len(symmetric):
        return values
    twins = twin_of_squares(Boards(boards.own[symmetric], boards.opp[symmetric]))
    means = twins_joined(values[symmetric], twins) / np.maximum(twins_joined(np.ones(twins.shape), twins), 1.0)
    levelled = values.copy()
    levelled[symmetric] = np.take_along_axis(means, twins, axis=1)
    return levelled
