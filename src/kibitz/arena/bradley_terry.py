"""Ratings of many players at once from the pairs of games between them, by the Bradley–Terry model with Davidson's draws.

Player i with strength t_i wins against j with a chance proportional to exp(t_i), loses proportional to exp(t_j), and draws
proportional to exp((t_i + t_j) / 2 + d), with one d for all (Davidson, "On extending the Bradley-Terry model to accommodate ties
in paired comparison experiments", 1970). Without any draw this is the model of Bradley and Terry itself. A faint prior, normal
with a deviation of 1000 Elo, keeps the rating finite of a player that won or lost all its games; where there are losses and
wins it does not matter.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

ELO_A_UNIT: Final = 400 / math.log(10)
PRIOR_ELO: Final = 1000.0

_NORMAL_95: Final = 1.959963984540054
_LONGEST_STEP: Final = 2.0
_SMALLEST_STEP: Final = 1e-10
_MOST_STEPS: Final = 200
_LOSS, _DRAW, _WIN = 0, 1, 2

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PairedGames:
    """A pair of games between two players, by their indices; `points` are the first one's in each game, in halves: 0, 1 or 2."""

    first: int
    second: int
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Fit:
    """Ratings in Elo with 0 as their mean, each with half the width of its 95 % interval, and how often equals draw."""

    elo: Floats  # [N]
    margin: Floats  # [N]
    draw_share: float


def fit_ratings(players: int, pairs: Sequence[PairedGames], prior_elo: float = PRIOR_ELO) -> Fit:
    """The maximum-likelihood ratings of so many players.

    The intervals are from the scatter of whole pairs (the games of a pair are not independent) or from the curvature of the
    likelihood, whichever is wider: after perfect scores there is no scatter to see.
    """
    model = _Model(players, any(_DRAW in pair.points for pair in pairs), prior_elo / ELO_A_UNIT)
    parameters = model.maximise(pairs)
    covariance = _centred(model.covariance(parameters, pairs), players)
    strengths = parameters[:players]
    elo = (strengths - strengths.mean()) * ELO_A_UNIT
    margin = _NORMAL_95 * ELO_A_UNIT * np.sqrt(covariance)
    return Fit(elo, margin, model.draw_share(float(parameters[players])))


class _Model:
    """The likelihood over the parameters [N + 1], all strengths and d. It is an exponential family, so it has one maximum."""

    def __init__(self, players: int, has_draws: bool, deviation: float) -> None:
        self._size = players + 1
        self._has_draws = has_draws
        self._precision = np.eye(self._size) / deviation**2

    def maximise(self, pairs: Sequence[PairedGames]) -> Floats:
        """The maximum-likelihood parameters, by Newton's method with steps of bounded length."""
        parameters = np.zeros(self._size)
        counts = _counts(pairs)
        for _ in range(_MOST_STEPS):
            slope, curvature = self._slope_and_curvature(parameters, counts)
            step = np.linalg.solve(curvature, slope)
            longest = float(np.abs(step).max())
            parameters = parameters + step * min(1.0, _LONGEST_STEP / max(longest, _SMALLEST_STEP))
            if longest < _SMALLEST_STEP:
                break
        return parameters

    def covariance(self, parameters: Floats, pairs: Sequence[PairedGames]) -> tuple[Floats, Floats]:
        """The covariance of the parameters by the curvature of the likelihood, and by the scatter of pairs around it."""
        _, curvature = self._slope_and_curvature(parameters, _counts(pairs))
        inverse = np.asarray(np.linalg.inv(curvature), np.float64)
        scatter: Floats = np.zeros((self._size, self._size))
        for pair in pairs:
            features, chances = self._game(parameters, pair.first, pair.second)
            surprise = features[list(pair.points)].sum(axis=0) - 2 * chances @ features
            scatter += np.outer(surprise, surprise)
        return inverse, inverse @ scatter @ inverse

    def draw_share(self, d: float) -> float:
        """The chance of a draw between equals."""
        return 1 / (1 + 2 * math.exp(-d)) if self._has_draws else 0.0

    def _slope_and_curvature(self, parameters: Floats, counts: dict[tuple[int, int], Floats]) -> tuple[Floats, Floats]:
        slope = -self._precision @ parameters
        curvature = self._precision.copy()
        for (first, second), seen in counts.items():
            features, chances = self._game(parameters, first, second)
            mean = chances @ features
            slope += seen @ features - seen.sum() * mean
            curvature += seen.sum() * ((features.T * chances) @ features - np.outer(mean, mean))
        return slope, curvature

    def _game(self, parameters: Floats, first: int, second: int) -> tuple[Floats, Floats]:
        """What each result of a game weighs in the parameters [3, N + 1], and its chance [3]; a loss comes first, then a draw."""
        features = np.zeros((3, self._size))
        features[_LOSS, second] = features[_WIN, first] = 1.0
        features[_DRAW, [first, second]] = 0.5
        features[_DRAW, -1] = 1.0
        logits = features @ parameters
        weights = np.exp(logits - logits.max())
        weights[_DRAW] *= self._has_draws
        return features, weights / weights.sum()


def _counts(pairs: Sequence[PairedGames]) -> dict[tuple[int, int], Floats]:
    """The losses, draws and wins of the first player, by the two who met."""
    counts: dict[tuple[int, int], Floats] = {}
    for pair in pairs:
        seen = counts.setdefault((pair.first, pair.second), np.zeros(3))
        for points in pair.points:
            seen[points] += 1
    return counts


def _centred(covariances: tuple[Floats, Floats], players: int) -> Floats:
    """The greater of two variances [N] of each strength, as differences from the mean of all."""
    centring = np.eye(players) - 1 / players
    variances = [np.diag(centring @ covariance[:players, :players] @ centring) for covariance in covariances]
    return np.maximum(*variances)
