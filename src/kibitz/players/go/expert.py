"""The player of Go that follows a model of moves, without any search."""

import random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.models.go.default import DEFAULT_GO_MODEL
from kibitz.models.go.expert import likeliest
from kibitz.models.go.loading import load_go_model
from kibitz.models.go.model import GoMoveModel
from kibitz.players.go.counting import wins_by_passing
from kibitz.players.go.passing import settled_points
from kibitz.players.go.uct import go_position
from kibitz.players.player import Answer, Player, Turn
from kibitz.rules.game import Game
from kibitz.rules.go.points import neighbours
from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import PASS

# A professional would pass: all that is left are moves inside of what is settled.
_LEAST_PROBABILITY: Final = 1e-7


class GoExpertPlayer(Player):
    """Plays by the probabilities of a model, raised to the power of 1/temperature; at temperature 0 always the likeliest move.

    It leaves alone its own eyes and, once the board is developed, what playouts call settled. It passes when nothing else is
    left, or when its opponent has passed and it is ahead.
    """

    def __init__(
        self,
        model: str | GoMoveModel = DEFAULT_GO_MODEL,
        temperature: float = 0.0,
        seed: int | None = None,
        name: str = "goexpert",
    ) -> None:
        """`model` may be a name; raises SetupError if there is none."""
        self.name = name
        self._model = load_go_model(model) if isinstance(model, str) else model
        self._temperature = temperature
        self._seed = seed
        self._chooser = random.Random(seed)

    @property
    def is_repeatable(self) -> bool:
        return self._temperature == 0 or self._seed is not None

    def new_game(self, game: Game[Any]) -> None:
        if game.name != "go":
            raise SetupError(f"{self.name} plays Go, not {game.name}")

    def choose(self, turn: Turn) -> Answer:
        position = go_position(turn.position)
        if wins_by_passing(position):
            return PASS
        probabilities = self._model.position_probabilities(position)
        probabilities[_own_eyes(position)] = 0
        probabilities[settled_points(position)] = 0
        if probabilities.max(initial=0) < _LEAST_PROBABILITY:
            return PASS
        return likeliest(probabilities) if self._temperature == 0 else self._drawn(probabilities)

    def _drawn(self, probabilities: NDArray[np.float32]) -> int:
        weights = np.power(probabilities.astype(np.float64) / float(probabilities.max()), 1 / self._temperature)
        return self._chooser.choices(range(len(weights)), weights.tolist())[0]


def _own_eyes(position: GoPosition) -> list[int]:
    """Empty points all of whose neighbours are stones of one chain of the mover."""
    own = 1 + int(position.to_move)
    eyes = []
    for point in np.flatnonzero(position.stones == 0).tolist():
        near = neighbours(point, position.size)
        if all(position.stones[place] == own for place in near) and set(near) <= set(position.chain(near[0])):
            eyes.append(point)
    return eyes
