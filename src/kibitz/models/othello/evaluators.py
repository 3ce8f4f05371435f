"""Whatever can value positions, by name, for searches that are handed their evaluator."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.planes import RECENT_MOVES, Situations
from kibitz.models.card import EVOLVED
from kibitz.models.othello.engine import shipped_engine
from kibitz.models.othello.evolved import EvolvedNet
from kibitz.models.othello.model import WinnerModel
from kibitz.models.othello.winners import load_winner_model
from kibitz.models.store import find_model, load_stored
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.squares import NO_MOVE
from kibitz.search.othello.minimax import Evaluator, final_scores
from kibitz.search.othello.simple_evaluation import squares_and_mobility

LEARNED: Final = "learned"
SQUARES: Final = "squares"
_MOST_DISCS: Final = 64


class Scale(NamedTuple):
    """How positions are valued, and games that are over on the same scale."""

    evaluator: Evaluator
    final: Evaluator


def find_evaluator(name: str) -> Scale:
    """`learned` is the engine's evaluation, `squares` is of squares and mobility, any other name a model.

    Raises SetupError if there is no such model, or if it neither predicts winners nor is an evolved network.
    """
    if name == LEARNED:
        return Scale(shipped_engine(1).evaluation.values, final_scores)
    if name == SQUARES:
        return Scale(squares_and_mobility, final_scores)
    stored = find_model(name)
    if stored.card.kind == EVOLVED:
        net: EvolvedNet = load_stored(stored)
        return Scale(net.values, net.final)
    return chance_scale(load_winner_model(name))


def chance_scale(model: WinnerModel) -> Scale:
    """A model's chance to win as values from -1, surely lost, to 1; the model does not see the moves before a position."""

    def expected(boards: Boards) -> NDArray[np.float64]:
        recent = np.full((len(boards), RECENT_MOVES), NO_MOVE, np.int8)
        discs_odd = np.bitwise_count(boards.own | boards.opp) % 2 == 1
        # Black has moved first, so the side to move is Black at an even number of discs unless somebody passed.
        return 2 * model.win_chances(Situations(boards, ~discs_odd, recent)) - 1

    return Scale(expected, lambda boards: np.sign(final_scores(boards)))


def value_scale(model: WinnerModel) -> Scale:
    """As chance_scale(), with games that are over beyond -1 and 1: certain results come before predictions.

    The more discs a game is won by, the better.
    """

    def final(boards: Boards) -> NDArray[np.float64]:
        scores = final_scores(boards)
        return np.sign(scores) + scores / _MOST_DISCS

    return Scale(chance_scale(model).evaluator, final)
