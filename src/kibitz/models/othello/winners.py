"""Models that predict the winner of a game, by its model's name."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.planes import Situations
from kibitz.models.card import EVALUATION
from kibitz.models.othello.model import WinnerModel
from kibitz.models.store import find_model, load_stored
from kibitz.search.othello.evaluation import Evaluation

_BATCH: Final = 1000


class EvaluationChances:
    """The chances to win that come with an evaluation, as a model; see WinnerModel in kibitz.models.othello.model."""

    def __init__(self, evaluation: Evaluation) -> None:
        self._evaluation = evaluation

    def win_chances(self, situations: Situations) -> NDArray[np.float64]:
        """The mover's chance to win, [N], a draw counted as half a win."""
        return self._evaluation.chances(situations.boards)


def load_winner_model(name: str) -> WinnerModel:
    """The model of a name that predicts winners; raises SetupError if there is none, or if it does not predict them."""
    stored = find_model(name)
    model = load_stored(stored)
    if stored.card.kind == EVALUATION:
        return EvaluationChances(model)
    if not isinstance(model, WinnerModel):
        raise SetupError(f"the model {name} does not predict winners; learned and squares can value positions")
    return model


def foretold(model: WinnerModel, situations: Situations, progress: Callable[[int], None] | None = None) -> NDArray[np.float64]:
    """The chances of many positions, [N]; `progress` is called after each batch with the number done."""
    parts = [np.zeros(0)]
    for start in range(0, len(situations), _BATCH):
        part = situations.take(slice(start, start + _BATCH))
        parts.append(model.win_chances(part))
        if progress is not None:
            progress(start + len(part))
    return np.concatenate(parts)
