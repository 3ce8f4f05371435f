"""A model's answers to the moves of many games, judged; kibitz.features.accuracy_report makes figures of the verdicts."""

from collections.abc import Callable
from typing import Final

from kibitz.features.accuracy import Verdicts, join, judge
from kibitz.features.samples import ExpertMoves
from kibitz.models.model import MoveModel

_BATCH: Final = 2048


def judge_model(
    model: MoveModel, moves: ExpertMoves, rating: float | None = None, progress: Callable[[int], None] | None = None
) -> Verdicts:
    """The verdicts on all moves, in their order; `progress` is told after each batch how many are done."""
    parts = []
    for start in range(0, max(len(moves), 1), _BATCH):
        part = moves.take(slice(start, start + _BATCH))
        parts.append(judge(model.probabilities(part.situations, rating), part))
        if progress is not None:
            progress(start + len(part))
    return join(parts)
