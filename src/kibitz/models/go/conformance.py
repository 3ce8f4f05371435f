"""What every model of Go moves has to keep, as a test; the counterpart of kibitz.models.othello.conformance."""

import random
from typing import Final

import numpy as np

from kibitz.models.go.model import GoMoveModel
from kibitz.rules.game import BrokenContractError
from kibitz.rules.go.points import transform_point
from kibitz.rules.go.position import GoGame, GoPosition
from kibitz.rules.squares import PASS
from kibitz.rules.symmetry import SYMMETRIES

# Probabilities are made of single-precision sums.
_CLOSE: Final = 1e-4


def check_go_model(model: GoMoveModel, size: int = 9, moves: int = 40, seed: int = 0) -> None:
    """Ask about the positions of a random game; raises BrokenContractError at the first answer that is not as it should be.

    Probabilities are 0 where a move is not legal and add up to 1 where there is one, and images of a position get the same.
    """
    chooser = random.Random(seed)
    position = GoGame(size).start()
    for _ in range(moves):
        _check_position(model, position)
        points = position.legal_points()
        position = position.play(chooser.choice(points) if points else PASS)


def check_stored_model(model: GoMoveModel, _name: str) -> None:
    """check_go_model() for a model in a file."""
    check_go_model(model)


def _check_position(model: GoMoveModel, position: GoPosition) -> None:
    where = f"{model.name}, after {position.move_count} moves"
    found = model.position_probabilities(position)
    legal = np.zeros(position.size**2, np.bool_)
    legal[list(position.legal_points())] = True
    _require(bool((found[~legal] == 0).all() and (found >= 0).all()), where, "only legal moves have a probability")
    _require(abs(float(found.sum()) - float(legal.any())) < _CLOSE, where, "probabilities add up to 1")
    for symmetry in SYMMETRIES:
        image = [transform_point(point, symmetry, position.size) for point in range(position.size**2)]
        seen = model.position_probabilities(position.image(symmetry))
        _require(bool(np.abs(seen[image] - found).max() < _CLOSE), where, "images of a position get the same probabilities")


def _require(condition: bool, where: str, what: str) -> None:
    if not condition:
        raise BrokenContractError(f"{where}: {what}")
