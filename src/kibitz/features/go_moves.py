"""Moves of recorded games of Go: which of them are to be predicted, and how well probabilities agree with what was played.

Passes are not predicted. Points that a position's own symmetries make one move count as one: their probabilities are added, and
hitting one is hitting the move.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.accuracy import Verdicts
from kibitz.rules.go_bulk import GoGames
from kibitz.rules.points import transform_point
from kibitz.rules.squares import PASS
from kibitz.rules.symmetry import SYMMETRIES

GO_STAGE_NAMES: Final = ("1–30", "31–100", "101–200", "later")
MOST_GUESSES: Final = 10

_STAGE_ENDS: Final = (30, 100, 200)
# A probability of zero for the move played would make the mean infinite.
_LEAST_PROBABILITY: Final = 1e-9
# Boards with more stones are never symmetric in games of people.
_MOST_SYMMETRIC_STONES: Final = 12


@dataclass(frozen=True, slots=True)
class GoMoves:
    """Moves `index` of games `game`, ascending, none of them a pass, both [N]; `point` is where each was played."""

    games: GoGames
    game: NDArray[np.int64]
    index: NDArray[np.int64]
    point: NDArray[np.int64]

    @classmethod
    def of(cls, games: GoGames, every: int = 1) -> "GoMoves":
        """The moves of all games, or each `every`th of a game, beginning with another one in each."""
        game = np.repeat(np.arange(len(games)), games.move_counts)
        index = np.arange(len(game)) - games.first[game]
        point = games.points.astype(np.int64)
        chosen = (point != PASS) & (index % every == game % every)
        return cls(games, game[chosen], index[chosen], point[chosen])

    def __len__(self) -> int:
        return len(self.game)

    def take(self, rows: slice) -> "GoMoves":
        """Some of the moves in a row."""
        return GoMoves(self.games, self.game[rows], self.index[rows], self.point[rows])


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


def go_twins(moves: GoMoves) -> NDArray[np.int64]:
    """The lowest point that is the same move as each point, [N, size²]; the point itself where the board is not symmetric."""
    size = moves.games.size
    twins = np.tile(np.arange(size * size), (len(moves), 1))
    early = np.flatnonzero(moves.index <= _MOST_SYMMETRIC_STONES)
    if not len(early):
        return twins
    stones = moves.games.stones_before(moves.game[early], moves.index[early])
    for symmetry in SYMMETRIES:
        image = np.array([transform_point(point, symmetry, size) for point in range(size * size)])
        rows = early[(stones[:, image] == stones).all(axis=1)]
        twins[rows] = np.minimum(twins[rows], image)
    return twins
