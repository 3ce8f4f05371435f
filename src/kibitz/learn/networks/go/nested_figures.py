"""How well a finished nested network does on games it has not learned from, beside the pattern model that it reads."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.features.go.moves import GoMoves
from kibitz.learn.networks.go.figures import ends_of, judged
from kibitz.learn.networks.go.lessons import Shelf
from kibitz.learn.runs.kinds import Job
from kibitz.learn.tables.go.expert_kind import rounded, with_intervals
from kibitz.measure.go.moves import judge_go
from kibitz.models.go.judging import GoJudge, GoJudgement
from kibitz.nets.go.nested_inputs import is_black


def nested_figures(shelf: Shelf, every: int, model: GoJudge, job: Job, part: str) -> dict[str, Any]:
    """The model's figures on one move in `every` of the games of a shelf, as the finished file gives them; empty if none is."""
    moves = GoMoves.of(shelf.labelled.games, every)
    if not len(moves):
        return {}
    verdicts, thoughts = judged(model, moves, job, part)
    alone = judge_go(model.expert.probabilities(moves), moves).summary()
    beside = {"expert_alone": {key: alone[key] for key in ("top1", "nll", "top")}}
    sign = np.where(is_black(moves), 1, -1).astype(np.int8)
    ends = ends_of(moves, shelf.labelled.winner[moves.game] * sign, shelf.owners[moves.game] * sign[:, None], thoughts)
    score = _score_figures(shelf.labelled.score[moves.game] * sign, thoughts)
    games = {"games": len(shelf.labelled)}
    figures: dict[str, Any] = rounded({**games, **with_intervals(verdicts), **beside, **ends, **score})
    return figures


def _score_figures(score: NDArray[np.floating[Any]], thoughts: GoJudgement) -> dict[str, float]:
    """The mean error of the score in points, and the same of a score that is always even; nothing where none is known."""
    known = ~np.isnan(score)
    if thoughts.score is None or not known.any():
        return {}
    error, even = np.abs(thoughts.score - score)[known].mean(), np.abs(score[known]).mean()
    return {"score_error": float(error), "score_error_of_even": float(even)}
