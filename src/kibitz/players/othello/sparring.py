"""Whom a model plays like: anybody, somebody of a rating, or one player with that player's own openings."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.location import archive_path
from kibitz.errors import SetupError
from kibitz.features.othello.planes import Situations
from kibitz.models.othello.model import MoveModel, PersonalModel, ToldModel
from kibitz.models.othello.portrait import PortraitModel, archived_games


class Predictor(Protocol):
    """Says how likely each move is, by somebody it was told of."""

    def probabilities(self, situations: Situations) -> NDArray[np.float64]:
        """As MoveModel.probabilities()."""
        ...


def told_model(model: MoveModel, rating: float | None, player: str | None) -> Predictor:
    """The model told of a rating or a player; a player it has not met is looked for in the user's archive.

    Raises SetupError as ToldModel does, and if neither knows the player.
    """
    try:
        return ToldModel(model, rating, player)
    except SetupError as unknown:
        found = _portrayed(model, player) if player is not None and rating is None else None
        if found is None:
            raise unknown from None
        return found


def _portrayed(model: MoveModel, player: str) -> Predictor | None:
    """The portrait of a player of the archive; None if there is no such player or no archive."""
    if not isinstance(model, PersonalModel) or not archive_path().exists():
        return None
    try:
        return PortraitModel(model, archived_games(player))
    except SetupError:
        return None
