"""What a model looks at: how much its answer changes if the disc of a square were of the other colour.

These are exact differences on the board, so that every model of the light install can be asked; kibitz.nets.othello.taylor has
the derivatives of first and second order for networks that torch can compute.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.planes import Situations, situation
from kibitz.models.othello.model import WinnerModel
from kibitz.models.store import StoredModel, load_stored
from kibitz.nets.othello.sigma_network import SigmaNetwork
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import Position
from kibitz.search.othello.evaluation import Evaluation


def attention(stored: StoredModel, position: Position, moves: tuple[int, ...]) -> NDArray[np.float64]:
    """How much the answer about a position changes with the colour of each square's disc, [64]; 0 on empty squares.

    For models of moves it is half the sum of the changes of all probabilities, for those that foretell winners the change of the
    chance to win, for networks and pattern tables that of the value. Raises SetupError for a model that says nothing of these.
    """
    answers = _answers(stored)
    discs = [square for square in range(64) if (position.own | position.opp) >> square & 1]
    boards = Boards.of([position, *(_recoloured(position, square) for square in discs)])
    asked = situation(position, moves)
    several = np.zeros(len(boards), np.int64)
    found = answers(Situations(boards, asked.black_to_move[several], asked.recent[several]))
    changes = np.zeros(64)
    changes[discs] = np.abs(found[1:] - found[0]).sum(axis=1)
    return changes


def _answers(stored: StoredModel) -> Callable[[Situations], NDArray[np.float64]]:
    """What a model says of positions, in as many columns as it needs for the change to be the sum of theirs, [N, K]."""
    model: Any = load_stored(stored)
    if stored.kind.moves_of == "othello":
        return lambda asked: model.probabilities(asked) / 2
    if isinstance(model, SigmaNetwork | Evaluation):
        return lambda asked: model.values(asked.boards)[:, None]
    if isinstance(model, WinnerModel):
        return lambda asked: model.win_chances(asked)[:, None]
    raise SetupError(f"the model {stored.name} says nothing of moves, values or winners to look into")


def _recoloured(position: Position, square: int) -> Position:
    disc = 1 << square
    return Position(position.own ^ disc, position.opp ^ disc, position.to_move)
