"""How well probabilities of moves of Go agree with what was played.

Points that a position's own symmetries make one move count as one: their probabilities are added, and hitting one is hitting the
move.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.go.moves import GoMoves, go_twins
from kibitz.measure.accuracy import Verdicts
from kibitz.models.go.model import GoMoveModel

GO_STAGE_NAMES: Final = ("1–30", "31–100", "101–200", "later")
MOST_GUESSES: Final = 10

_STAGE_ENDS: Final = (30, 100, 200)
# A probability of zero for the move played would make the mean infinite.
_LEAST_PROBABILITY: Final = 1e-9
_BATCH: Final = 512


@dataclass(frozen=True, slots=True)
class GoVerdicts:
    """One row for each move judged, [N]: how many guesses came before it, −log of its probability, the stage, the game."""

    rank: NDArray[np.int64]
    nll: NDArray[np.float64]
    stage: NDArray[np.int64]
    game: NDArray[np.int64]
    confidence: NDArray[np.float64]  # the probability of the first guess

    @classmethod
    def joined(cls, parts: list["GoVerdicts"]) -> "GoVerdicts":
        """Verdicts on several batches as one; there must be at least one."""
        names = cls.__dataclass_fields__
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    def __len__(self) -> int:
        return len(self.rank)

    def as_verdicts(self) -> Verdicts:
        """The same for what compares models of any game."""
        first, among_three, never = self.rank < 1, self.rank < 3, np.zeros(len(self), np.bool_)
        return Verdicts(first, among_three, self.nll, self.stage, self.confidence, never)

    def summary(self) -> dict[str, Any]:
        """`positions`, `top1`, `top3`, `nll`, `top` for one to ten guesses, and `by_stage`; shares from 0 to 1."""
        top = [float((self.rank < guesses).mean()) for guesses in range(1, MOST_GUESSES + 1)]
        present = [stage for stage in range(len(GO_STAGE_NAMES)) if (self.stage == stage).any()]
        return {**self.as_verdicts().figures(), "top": top, "by_stage": [self._stage_summary(stage) for stage in present]}

    def _stage_summary(self, stage: int) -> dict[str, Any]:
        rows = self.stage == stage
        return {
            "stage": stage,
            "positions": int(rows.sum()),
            "top1": float((self.rank[rows] == 0).mean()),
            "top10": float((self.rank[rows] < MOST_GUESSES).mean()),
            "nll": float(self.nll[rows].mean()),
        }


def judge_go(probabilities: NDArray[np.floating[Any]], moves: GoMoves) -> GoVerdicts:
    """Compare probabilities [N, size²], 0 where a move is not legal, with what was played.

    Of moves with the same probability the one with the lower point is taken for the better one.
    """
    twins = go_twins(moves)
    scores = np.zeros(probabilities.shape)
    np.add.at(scores, (np.arange(len(moves))[:, None], twins), probabilities)
    points = np.arange(moves.games.size**2)
    played = np.take_along_axis(twins, moves.point[:, None], axis=1)
    score = np.take_along_axis(scores, played, axis=1)
    rank = (scores > score).sum(axis=1) + ((scores == score) & (points < played)).sum(axis=1)
    return GoVerdicts(
        rank=rank,
        nll=-np.log(np.maximum(score[:, 0], _LEAST_PROBABILITY)),
        stage=np.searchsorted(_STAGE_ENDS, moves.index, side="right"),
        game=moves.game,
        confidence=scores.max(axis=1, initial=0.0),
    )


def judge_go_model(model: GoMoveModel, moves: GoMoves, progress: Callable[[int], None] | None = None) -> GoVerdicts:
    """The verdicts on all moves, in their order; `progress` is called after each batch with the number done."""
    parts = []
    for start in range(0, max(len(moves), 1), _BATCH):
        part = moves.take(slice(start, start + _BATCH))
        parts.append(judge_go(model.probabilities(part), part))
        if progress is not None:
            progress(start + len(part))
    return GoVerdicts.joined(parts)
