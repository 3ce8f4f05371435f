"""A test that decides as early as it can whether a player is better by one Elo difference or by another.

Wald's sequential probability ratio test, generalised to pairs of games by the likelihoods of kibitz.arena.elo. With both risks at
5 % it decides wrongly in at most about one of twenty matches.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from kibitz.arena.elo import GREATEST_ELO, PAIR_SCORES, evidence_against, score_of_elo
from kibitz.errors import SetupError

RISK: Final = 0.05
BOUND: Final = math.log((1 - RISK) / RISK)
"""The test ends when the logarithm of the likelihood ratio is this far from 0."""


class Verdict(Enum):
    """What the test says so far."""

    UNDECIDED = "undecided"
    LOWER = "lower"
    HIGHER = "higher"


@dataclass(frozen=True, slots=True)
class EloBounds:
    """The two differences that are weighed against one another."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low:g},{self.high:g}"


def parse_bounds(text: str) -> EloBounds:
    """The bounds of `0,10`; raises SetupError for anything else."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise SetupError(f"--sprt is {text!r}; write two Elo differences, such as 0,10") from None
    if not -GREATEST_ELO < low < high < GREATEST_ELO:
        raise SetupError(f"--sprt is {text!r}; the first difference must be below the second, both within ±{GREATEST_ELO:g}")
    return EloBounds(low, high)


class Sprt:
    """The test of one match. Pairs must be added in the order of their numbers, not in that of their ends.

    Otherwise short games would count first, and these are often alike.
    """

    def __init__(self, bounds: EloBounds) -> None:
        self.bounds = bounds
        self.counts = [0] * len(PAIR_SCORES)
        self.log_ratio = 0.0

    @property
    def verdict(self) -> Verdict:
        if self.log_ratio >= BOUND:
            return Verdict.HIGHER
        return Verdict.LOWER if self.log_ratio <= -BOUND else Verdict.UNDECIDED

    @property
    def pairs(self) -> int:
        """How many pairs it took so far."""
        return sum(self.counts)

    def add(self, kinds: Iterable[int]) -> None:
        """Weigh further pairs, each an index in PAIR_SCORES, until the verdict is there; those after it are left alone."""
        for kind in kinds:
            if self.verdict != Verdict.UNDECIDED:
                return
            self.counts[kind] += 1
            self.log_ratio = log_ratio(self.counts, self.bounds)


def log_ratio(counts: list[int], bounds: EloBounds) -> float:
    """The log-likelihood ratio of pairs, counted by PAIR_SCORES, under the higher and the lower difference."""
    low, high = score_of_elo(bounds.low), score_of_elo(bounds.high)
    return evidence_against(counts, low) - evidence_against(counts, high)
