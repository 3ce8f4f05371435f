"""The last step of every model: weights of moves become probabilities that keep the contract."""

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.twins import twins_levelled
from kibitz.rules.othello.bulk import Boards


def shares_of_weights(weights: NDArray[np.float64], boards: Boards) -> NDArray[np.float64]:
    """Probabilities from weights [N, 64] that are 0 or more, and 0 where a move is not legal.

    Squares that a position's own symmetries make one move get the same, and rows add up to 1; rows without weight stay 0.
    """
    levelled = twins_levelled(weights, boards)
    total = levelled.sum(axis=1, keepdims=True)
    shares: NDArray[np.float64] = levelled / np.where(total > 0, total, 1.0)
    return shares
