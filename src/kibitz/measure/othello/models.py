"""A model's answers to the moves of many games, judged; kibitz.measure.othello.accuracy_report makes figures of the verdicts."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.planes import Situations
from kibitz.features.othello.recorded_moves import RecordedMoves
from kibitz.features.othello.samples import ExpertMoves
from kibitz.measure.accuracy import Verdicts, join
from kibitz.measure.othello.accuracy import judge
from kibitz.models.othello.model import MoveModel, PersonalModel

_BATCH: Final = 2048


class Told(StrEnum):
    """What a model's answers are conditioned on: what it knows of the players of a game."""

    NOTHING = "nothing"
    RATINGS = "ratings"
    NAMES = "names"


# The probabilities of some rows of the moves, [N, 64]; rows are a slice of them all.
Answer = Callable[[Situations, slice], NDArray[np.float64]]


def judge_model(
    model: MoveModel, moves: ExpertMoves, rating: float | None = None, progress: Callable[[int], None] | None = None
) -> Verdicts:
    """The verdicts on all moves, in their order; `progress` is called after each batch with the number done."""
    return _judge(lambda situations, _: model.probabilities(situations, rating), moves, progress)


def judge_model_told(
    model: MoveModel, played: RecordedMoves, told: Told, progress: Callable[[int], None] | None = None
) -> Verdicts:
    """As judge_model(), with the players of each game told; raises SetupError if the model knows no players.

    RATINGS are those the model has of the players it has met; it knows nothing of strangers.
    """
    if told is Told.NOTHING:
        return judge_model(model, played.moves, progress=progress)
    if not isinstance(model, PersonalModel):
        raise SetupError(f"the model {model.name} does not take a player; leave --condition-on out")
    return _judge(_told_answer(model, played.player, told), played.moves, progress)


def _told_answer(model: Any, names: NDArray[np.str_], told: Told) -> Answer:
    if told is Told.NAMES:
        return lambda situations, rows: model.personal_probabilities(situations, names[rows])
    ratings = model.known_players.ratings_of(model.known_players.numbers(names))
    return lambda situations, rows: model.probabilities(situations, ratings[rows])


def _judge(answer: Answer, moves: ExpertMoves, progress: Callable[[int], None] | None) -> Verdicts:
    parts = []
    for start in range(0, max(len(moves), 1), _BATCH):
        rows = slice(start, start + _BATCH)
        part = moves.take(rows)
        parts.append(judge(answer(part.situations, rows), part))
        if progress is not None:
            progress(start + len(part))
    return join(parts)
