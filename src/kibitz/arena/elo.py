"""What the points of pairs of games say about the difference in strength, as an Elo difference with its interval.

The two games of a pair share an opening, so a pair is the unit that is independent of the others, and its points, from 0 to 2 in
halves, are what is counted (the pentanomial model of engine testing). Nothing else is assumed about how often each of the five
results comes: the likelihood of a mean score is that of the most likely such distribution with this mean (Owen, Empirical
Likelihood, 2001), in which results not seen yet may occur. The 95 % interval holds the means that a likelihood-ratio test does
not reject. It stays within 0 and 1, and is not empty after a perfect score.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The points of a pair divided by 2: what a pair adds to the mean score."""

GREATEST_ELO: Final = 2000.0
"""Where differences end: a perfect score has none that is finite, and no match is long enough to tell greater ones apart."""

# Half of what a chi-squared variable with one degree of freedom exceeds in 5 % of all cases.
_REJECTED: Final = 3.841458820694124 / 2
_STEPS: Final = 60  # of a bisection, enough for all digits of a float


class Estimate(NamedTuple):
    """A figure with the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def elo_of_score(score: float) -> float:
    """The Elo difference at which a player is expected to score so much of 1; at most GREATEST_ELO to either side."""
    if score <= 0 or score >= 1:
        return math.copysign(GREATEST_ELO, score - 0.5)
    return min(max(400 * math.log10(score / (1 - score)), -GREATEST_ELO), GREATEST_ELO)


def score_of_elo(elo: float) -> float:
    """The score, from 0 to 1, that a player is expected to have who is better by an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def mean_score(counts: Sequence[int]) -> float:
    """The mean of PAIR_SCORES seen so often each. There must be a pair."""
    return math.fsum(count * score for count, score in zip(counts, PAIR_SCORES, strict=True)) / sum(counts)


def score_estimate(counts: Sequence[int]) -> Estimate:
    """The mean score of pairs, counted by PAIR_SCORES, and its 95 % interval. There must be a pair."""
    mean = mean_score(counts)
    low = _boundary(lambda score: evidence_against(counts, score) < _REJECTED, mean, 0.0)
    high = _boundary(lambda score: evidence_against(counts, score) < _REJECTED, mean, 1.0)
    return Estimate(mean, low, high)


def elo_estimate(counts: Sequence[int]) -> Estimate:
    """The Elo difference of pairs, counted by PAIR_SCORES, and its 95 % interval."""
    return Estimate(*map(elo_of_score, score_estimate(counts)))


def evidence_against(counts: Sequence[int], score: float) -> float:
    """By how much the logarithm of the likelihood falls if the true mean is `score`, between 0 and 1, and not the one seen.

    The most likely distribution with that mean gives result i the probability n_i / (N · (1 + t · (s_i − score))). The tilt t is
    where the sum below is greatest. Its range is where no probability is negative; at its ends a result not seen gets the rest.
    """
    seen = [(count, value - score) for count, value in zip(counts, PAIR_SCORES, strict=True) if count]

    def rises(tilt: float) -> bool:
        return math.fsum(count * distance / (1 + tilt * distance) for count, distance in seen) > 0

    low, high = -1 / (1 - score), 1 / score
    tilt = _boundary(rises, low, high)
    return max(math.fsum(count * math.log1p(tilt * distance) for count, distance in seen), 0.0)


def _boundary(holds: Callable[[float], bool], inside: float, outside: float) -> float:
    """The last place on the way from `inside` to `outside` where something holds that holds inside; neither end is asked for."""
    for _ in range(_STEPS):
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            break
        if holds(middle):
            inside = middle
        else:
            outside = middle
    return inside
