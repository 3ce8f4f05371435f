"""The score of a match: games, pairs, discs, and how games were lost off the board."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from kibitz.arena.elo import PAIR_SCORES, Estimate, elo_estimate, score_estimate

_NORMAL_95: Final = 1.959963984540054


@dataclass(frozen=True, slots=True)
class PairResult:
    """The two games of a pair as the first player sees them, who had Black in the first and White in the second.

    `scores` are discs or points more than the other; `endings` say how a game was lost if not on the board.
    """

    scores: tuple[float, float]
    endings: tuple[str, str] = ("", "")

    @property
    def kind(self) -> int:
        """The index of the pair's points in PAIR_SCORES."""
        return sum(points_in_halves(score) for score in self.scores)


@dataclass(frozen=True, slots=True)
class Tally:
    """The pairs of a match that are complete and count.

    `counts_discs` is False for games whose discs or points are not worth a mean; `left_out` are pairs in which a player crashed.
    """

    pairs: tuple[PairResult, ...]
    counts_discs: bool = True
    left_out: tuple[PairResult, ...] = ()

    @property
    def games(self) -> int:
        return 2 * len(self.pairs)

    @property
    def wins(self) -> int:
        return sum(score > 0 for pair in self.pairs for score in pair.scores)

    @property
    def draws(self) -> int:
        return sum(score == 0 for pair in self.pairs for score in pair.scores)

    @property
    def losses(self) -> int:
        return self.games - self.wins - self.draws

    def counts(self) -> list[int]:
        """How many pairs brought each of PAIR_SCORES."""
        found = Counter(pair.kind for pair in self.pairs)
        return [found[kind] for kind in range(len(PAIR_SCORES))]

    def score(self) -> Estimate:
        return score_estimate(self.counts())

    def elo(self) -> Estimate:
        return elo_estimate(self.counts())

    def discs(self) -> Estimate:
        """The mean of discs more than the other in a game; a game lost otherwise than on the board counts all 64."""
        return mean_estimate([sum(pair.scores) / 2 for pair in self.pairs])

    def lost_otherwise(self) -> tuple[dict[str, int], dict[str, int]]:
        """How often the first and the second player lost otherwise than on the board, by ending; also in pairs left out."""
        first: Counter[str] = Counter()
        second: Counter[str] = Counter()
        for pair in (*self.pairs, *self.left_out):
            for score, ending in zip(pair.scores, pair.endings, strict=True):
                if ending:
                    (first if score < 0 else second)[ending] += 1
        return dict(first), dict(second)

    def to_json(self) -> dict[str, Any]:
        """All figures; of a match without a complete pair only the counts."""
        counted = {
            "pairs": len(self.pairs),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "left_out": len(self.left_out),
            "lost_otherwise": list(self.lost_otherwise()),
        }
        if not self.pairs:
            return counted
        return {
            **counted,
            **_named("score", self.score()),
            **_named("elo", self.elo()),
            **(_named("discs", self.discs()) if self.counts_discs else {}),
            "pair_points": {f"{2 * score:g}": count for score, count in zip(PAIR_SCORES, self.counts(), strict=True)},
        }


def points_in_halves(score: float) -> int:
    """Half points of a game: 2 for a win, 1 for a draw, 0 for a loss."""
    return 1 + (score > 0) - (score < 0)


def mean_estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values and its 95 % interval by the normal distribution; of a single one it has no width."""
    mean = math.fsum(values) / len(values)
    if len(values) == 1:
        return Estimate(mean, mean, mean)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    width = _NORMAL_95 * math.sqrt(variance / len(values))
    return Estimate(mean, mean - width, mean + width)


def _named(name: str, estimate: Estimate) -> dict[str, float]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
