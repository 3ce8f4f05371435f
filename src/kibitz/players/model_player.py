"""A player that follows a model of moves: its likeliest move, or each move as often as the model says it is played."""

import random
from typing import Final

import numpy as np

from kibitz.features.planes import situation
from kibitz.models.model import MoveModel, checked_rating
from kibitz.models.store import load_model
from kibitz.players.player import Turn
from kibitz.players.standard_board import StandardBoardPlayer
from kibitz.rules.othello import Position

# Moves that are one by symmetry may differ in the last digits; the first of them is played.
_SAME_PROBABILITY: Final = 1e-6


class ModelPlayer(StandardBoardPlayer):
    """Plays by the probabilities of a model, raised to the power of 1/temperature; at temperature 0 always the likeliest move."""

    def __init__(
        self,
        model: str | MoveModel,
        rating: float | None = None,
        temperature: float = 0.0,
        seed: int | None = None,
        name: str = "model",
    ) -> None:
        """`model` may be a name; raises SetupError if there is none or if it knows nothing of ratings and one is given."""
        self.name = name
        self._model = load_model(model) if isinstance(model, str) else model
        self._rating = checked_rating(self._model, rating)
        self._temperature = temperature
        self._seed = seed
        self._chooser = random.Random(seed)

    @property
    def is_repeatable(self) -> bool:
        return self._temperature == 0 or self._seed is not None

    def choose_square(self, turn: Turn, position: Position) -> int:
        moves = position.legal_moves()
        shares = self._model.probabilities(situation(position, turn.moves), self._rating)[0, list(moves)]
        relative = shares / shares.max()
        if self._temperature == 0:
            return moves[int(np.argmax(relative >= 1 - _SAME_PROBABILITY))]
        weights = np.power(relative, 1 / self._temperature)
        return self._chooser.choices(moves, weights.tolist())[0]
