"""The contract of everything that says how likely each move is; kibitz.models.conformance tests it.

A model is asked about many positions at once and is safe to share between threads. What it can say besides move probabilities
are capabilities of their own, asked for with isinstance().
"""

import math
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.planes import Situations


class MoveModel(Protocol):
    """Says how likely each legal move is to be played."""

    @property
    def name(self) -> str: ...

    def probabilities(self, situations: Situations, rating: float | None = None) -> NDArray[np.float64]:
        """How likely each square is, [N, 64]: 0 where a move is not legal, and rows that add up to 1.

        The row of a position without a legal move is all 0. Images of a position under the 8 symmetries get the same
        probabilities, and so do squares that a position's own symmetries make one move; models.shares sees to that. `rating` is
        the strength of the player to move; models that know no ratings ignore it.
        """
        ...


@runtime_checkable
class RatedModel(Protocol):
    """A model whose probabilities follow the player's rating."""

    @property
    def rating_range(self) -> tuple[float, float]:
        """The lowest and the highest rating that it has learned from."""
        ...


@runtime_checkable
class WinnerModel(Protocol):
    """A model that also says who will win."""

    def win_chances(self, situations: Situations) -> NDArray[np.float64]:
        """The mover's chance to win, [N], a draw counted as half a win."""
        ...


@runtime_checkable
class OwnershipModel(Protocol):
    """A model that also says what the board will look like at the end."""

    def ownership(self, situations: Situations) -> NDArray[np.float64]:
        """The chance that the mover owns each square at the end of the game, [N, 64]."""
        ...


def checked_rating(model: MoveModel, rating: float | None) -> float | None:
    """The rating; raises SetupError if it is none, or is given to a model that knows nothing of ratings."""
    if rating is not None and not 0 < rating < math.inf:
        raise SetupError(f"a rating is a number above 0, not {rating:g}")
    if rating is not None and not isinstance(model, RatedModel):
        raise SetupError(f"the model {model.name} knows nothing of ratings; leave the rating out")
    return rating
