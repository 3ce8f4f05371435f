"""How well probabilities of moves agree with the moves that were played, over all positions and by stage of the game."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.features.samples import STAGES, ExpertMoves, equal_moves, squares_as_columns, stages

# A probability of zero for the move played would make the mean infinite.
_LEAST_PROBABILITY = 1e-9


@dataclass(frozen=True, slots=True)
class Verdicts:
    """One row for each move judged: whether it was the first choice or among the first three, and −log of its probability."""

    first: NDArray[np.bool_]
    among_three: NDArray[np.bool_]
    nll: NDArray[np.float64]
    stage: NDArray[np.int64]

    def summary(self) -> dict[str, Any]:
        """`positions`, `top1`, `top3`, `nll`, and `by_stage` with a `top1` for each stage that occurs; shares from 0 to 1."""
        present = [stage for stage in range(STAGES) if (self.stage == stage).any()]
        return {
            "positions": len(self.first),
            "top1": float(self.first.mean()),
            "top3": float(self.among_three.mean()),
            "nll": float(self.nll.mean()),
            "by_stage": [self._stage_summary(stage) for stage in present],
        }

    def _stage_summary(self, stage: int) -> dict[str, Any]:
        rows = self.stage == stage
        return {"stage": stage, "positions": int(rows.sum()), "top1": float(self.first[rows].mean())}


def judge(probabilities: NDArray[np.floating[Any]], moves: ExpertMoves) -> Verdicts:
    """Compare probabilities [N, 64] with what was played.

    Squares that are not legal are left out of the choice. A symmetric twin of the move counts as the move itself, and its
    probability is added, only where the position itself has that symmetry.
    """
    scores = np.where(squares_as_columns(moves.legal), probabilities, -1.0)
    right = squares_as_columns(equal_moves(moves))
    best = np.argsort(-scores, axis=1, kind="stable")[:, :3]
    hits = np.take_along_axis(right & squares_as_columns(moves.legal), best, axis=1)
    share = np.where(right, probabilities, 0.0).sum(axis=1)
    nll = -np.log(np.maximum(share, _LEAST_PROBABILITY))
    return Verdicts(hits[:, 0], hits.sum(axis=1) > 0, nll, stages(moves.situations.boards))


def join(parts: list[Verdicts]) -> Verdicts:
    """Verdicts on several batches as one."""
    return Verdicts(
        np.concatenate([part.first for part in parts]),
        np.concatenate([part.among_three for part in parts]),
        np.concatenate([part.nll for part in parts]),
        np.concatenate([part.stage for part in parts]),
    )
