"""Evaluations of the kind that small programs have: values of squares, mobility, stability, tuned by nobody. Yardsticks."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.rules.othello.bulk import Boards, Masks, legal_masks

# Corners are good, the squares beside them are not; the other three quarters of the board are its mirror images.
_QUADRANT: Final = np.array([[20, -3, 11, 8], [-3, -7, -4, 1], [11, -4, 2, 2], [8, 1, 2, -3]], dtype=np.float64)
_SQUARE_VALUES: Final = np.block([[_QUADRANT, _QUADRANT[:, ::-1]], [_QUADRANT[::-1], _QUADRANT[::-1, ::-1]]]).ravel()
_MOVE_VALUE: Final = 4.0
_STABLE_DISC_VALUE: Final = 12.0
_VALUES_PER_DISC: Final = 16.0
_WHOLE_BOARD: Final = (1 << 64) - 1
_BYTE_SUMS: Final = np.array(
    [[sum(_SQUARE_VALUES[8 * row + bit] for bit in range(8) if byte >> bit & 1) for byte in range(256)] for row in range(8)]
)


def squares_and_mobility(boards: Boards) -> NDArray[np.float64]:
    """What positions are worth to their side to move, in something like discs, [N]."""
    squares = _square_values(boards.own) - _square_values(boards.opp)
    moves = _move_counts(boards) - _move_counts(Boards(boards.opp, boards.own))
    return (squares + _MOVE_VALUE * moves) / _VALUES_PER_DISC


def squares_mobility_and_stability(boards: Boards) -> NDArray[np.float64]:
    """As squares_and_mobility(), with discs that can never be turned again counted too, [N]."""
    stable = _stable_counts(boards) - _stable_counts(Boards(boards.opp, boards.own))
    return squares_and_mobility(boards) + _STABLE_DISC_VALUE * stable / _VALUES_PER_DISC


def _stable_counts(boards: Boards) -> NDArray[np.float64]:
    return np.bitwise_count(_native.othello.stable_masks(boards.own, boards.opp, _WHOLE_BOARD)).astype(np.float64)


def _square_values(masks: Masks) -> NDArray[np.float64]:
    rows = [_BYTE_SUMS[row][(masks >> np.uint64(8 * row) & np.uint64(255)).astype(np.intp)] for row in range(8)]
    values: NDArray[np.float64] = np.sum(rows, axis=0)
    return values


def _move_counts(boards: Boards) -> NDArray[np.float64]:
    return np.bitwise_count(legal_masks(boards)).astype(np.float64)
