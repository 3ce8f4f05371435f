"""How well probabilities of squares agree with the moves that were played.

Squares that are not legal are left out of the choice. Squares that the position's own symmetries make one move count as one:
their probabilities are added, and hitting one is hitting the move.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.samples import ExpertMoves, squares_as_columns, stages
from kibitz.features.othello.twins import twin_of_squares, twins_joined
from kibitz.measure.accuracy import Verdicts

# A probability of zero for the move played would make the mean infinite.
_LEAST_PROBABILITY: Final = 1e-9
_NOT_A_CHOICE: Final = -1.0


def judge(probabilities: NDArray[np.floating[Any]], moves: ExpertMoves) -> Verdicts:
    """Compare probabilities [N, 64] with what was played.

    Of moves with the same probability the one with the lower square is taken for the better one.
    """
    boards = moves.situations.boards
    legal = squares_as_columns(moves.legal)
    twins = twin_of_squares(boards)
    joined = twins_joined(np.where(legal, probabilities, 0.0), twins)
    is_choice = legal & (twins == np.arange(64))
    scores = np.where(is_choice, joined, _NOT_A_CHOICE)
    played = np.take_along_axis(twins, moves.square[:, None].astype(np.int64), axis=1)
    score = np.take_along_axis(scores, played, axis=1)
    rank = (scores > score).sum(axis=1) + ((scores == score) & (np.arange(64) < played)).sum(axis=1)
    return Verdicts(
        first=rank == 0,
        among_three=rank < 3,
        nll=-np.log(np.maximum(score[:, 0], _LEAST_PROBABILITY)),
        stage=stages(boards),
        confidence=scores.max(axis=1, initial=0.0),
        forced=np.bitwise_count(moves.legal) == 1,
    )
