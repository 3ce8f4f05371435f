"""How well probabilities of moves agree with the moves that were played: one row of verdicts for each move, and their means.

This is how every accuracy figure of Kibitz is made. Squares that are not legal are left out of the choice. Squares that the
position's own symmetries make one move count as one: their probabilities are added, and hitting one is hitting the move.
"""

from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.samples import STAGES, ExpertMoves, squares_as_columns, stages
from kibitz.features.othello.twins import twin_of_squares, twins_joined

# A probability of zero for the move played would make the mean infinite.
_LEAST_PROBABILITY: Final = 1e-9
_NOT_A_CHOICE: Final = -1.0


@dataclass(frozen=True, slots=True)
class Verdicts:
    """One row for each move judged, all [N]: was it the first choice, among the first three, and −log of its probability.

    `confidence` is the probability of the first choice; `forced` says that no other move was legal.
    """

    first: NDArray[np.bool_]
    among_three: NDArray[np.bool_]
    nll: NDArray[np.float64]
    stage: NDArray[np.int64]
    confidence: NDArray[np.float64]
    forced: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.first)

    def take(self, rows: Any) -> "Verdicts":
        """Some of the verdicts, by indices, a mask or a slice."""
        return Verdicts(*(getattr(self, field.name)[rows] for field in fields(self)))

    def figures(self, weights: NDArray[np.float64] | None = None) -> dict[str, Any]:
        """`positions`, `top1`, `top3` and `nll`; shares from 0 to 1, means by weight if weights [N] are given.

        `positions` is then the sum of the weights. Without a move the means are None.
        """
        if not len(self):
            return {"positions": 0, "top1": None, "top3": None, "nll": None}
        return {
            "positions": len(self) if weights is None else round(float(weights.sum())),
            "top1": float(np.average(self.first, weights=weights)),
            "top3": float(np.average(self.among_three, weights=weights)),
            "nll": float(np.average(self.nll, weights=weights)),
        }

    def summary(self) -> dict[str, Any]:
        """As figures(), and `by_stage` with a `top1` for each stage that occurs."""
        present = [stage for stage in range(STAGES) if (self.stage == stage).any()]
        return {**self.figures(), "by_stage": [self._stage_summary(stage) for stage in present]}

    def _stage_summary(self, stage: int) -> dict[str, Any]:
        rows = self.stage == stage
        return {"stage": stage, "positions": int(rows.sum()), "top1": float(self.first[rows].mean())}


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


def join(parts: list[Verdicts]) -> Verdicts:
    """Verdicts on several batches as one; there must be at least one."""
    return Verdicts(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Verdicts)))
