"""How well probabilities of moves agree with the moves that were played: one row of verdicts for each move, and their means.

This is how every accuracy figure of Kibitz is made, whatever the game; each game compares its own moves.
"""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray


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
        return {**self.figures(), "by_stage": [self._stage_summary(stage) for stage in np.unique(self.stage).tolist()]}

    def _stage_summary(self, stage: int) -> dict[str, Any]:
        rows = self.stage == stage
        return {"stage": stage, "positions": int(rows.sum()), "top1": float(self.first[rows].mean())}


def join(parts: list[Verdicts]) -> Verdicts:
    """Verdicts on several batches as one; there must be at least one."""
    return Verdicts(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Verdicts)))
