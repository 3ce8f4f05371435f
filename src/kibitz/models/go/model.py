"""The contract of every model of Go moves; kibitz.models.go.conformance tests it."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz.features.go.moves import GoMoves
from kibitz.rules.go.position import GoPosition


class GoMoveModel(Protocol):
    """A model of Go moves: rows of probabilities add up to 1, and images of a position get the images of the answer."""

    name: str

    def probabilities(self, moves: GoMoves) -> NDArray[np.float32]:
        """How likely each point is in the positions before some moves, [N, size²]; 0 where a move is not legal.

        Legal is what the simple ko rule allows, without suicide.
        """

    def position_probabilities(self, position: GoPosition) -> NDArray[np.float32]:
        """How likely each legal point of a position is, [size²], all 0 if there is none."""
