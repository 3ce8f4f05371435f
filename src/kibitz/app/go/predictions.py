"""What people are likely to play at Go, as the app tells it."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.app.played_line import PlayedLine
from kibitz.app.shapes.predictions import MoveProbability, Predictions
from kibitz.app.thinkers import model_by_name
from kibitz.errors import SetupError
from kibitz.models.go.default import USUAL_GO_MODEL
from kibitz.models.go.loading import load_go_model
from kibitz.models.go.network import think_of
from kibitz.models.store import find_by_name
from kibitz.rules.game import Color
from kibitz.rules.go.points import format_vertex

_NO_EXPERT: Final = (
    "no model of Go moves is installed: `kibitz train go-network --data GAMES` makes one, `kibitz models import FILE` installs it"
)


def find_expert(name: str) -> str:
    """The name of an installed model of Go moves; raises SetupError that says how to get the usual one if that is not there."""
    try:
        return find_by_name(name).name
    except SetupError:
        if name != USUAL_GO_MODEL:
            raise
        raise SetupError(_NO_EXPERT) from None


def predict(line: PlayedLine, model: str) -> Predictions:
    """The probabilities by a model, the winner and the owners too if it knows them; raises SetupError as find_expert()."""
    named = model if model == USUAL_GO_MODEL else model_by_name(model)
    asked, position = load_go_model(find_expert(named)), line.position
    thoughts = think_of(asked, position)
    shares = thoughts.probabilities
    points = () if position.is_over else sorted(position.legal_points(), key=lambda point: (-shares[point], point))
    moves = [MoveProbability(move=format_vertex(point, position.size), probability=float(shares[point])) for point in points]
    win_chance = None if position.is_over else thoughts.win_chance
    ownership = None if thoughts.ownership is None else _black_chances(thoughts.ownership, position.to_move)
    return Predictions(model=asked.name, rating=None, moves=moves, win_chance=win_chance, ownership=ownership)


def _black_chances(owners: NDArray[np.float32], mover: Color) -> list[float]:
    """The chance that Black owns each point, from owners between −1 and 1 seen by the mover."""
    seen_by_black = owners if mover == Color.BLACK else -owners
    return [round((1 + float(owner)) / 2, 4) for owner in seen_by_black]
