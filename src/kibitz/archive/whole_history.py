"""Whole-history ratings: how strong each player was in each year, from all results of all years at once.

After R. Coulom, Whole-History Rating: A Bayesian Rating System for Players of Time-Varying Strength (Computers and Games 2008).
A player has one rating for each year with a game; it drifts from year to year like a random walk, and the chance to win follows
Bradley and Terry. The posterior is concave, so there is one best answer; Newton's method finds it for all players together.
"""

from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]
Places: TypeAlias = NDArray[np.int64]

MEAN_RATING = 1500.0
_ELO = 400.0 / log(10.0)  # Elo points in one unit of the logistic scale
_YEARS = 10_000  # more than any year has; a node's number is player · _YEARS + year
_CLOSE_ENOUGH = 0.05 / _ELO
_NEWTON_STEPS = 50
_CONJUGATE_STEPS = 200


@dataclass(frozen=True, slots=True)
class Settings:
    """What is believed before any game is seen, in Elo points.

    Chosen by predicting seven years of tournament games between 2004 and 2014 from the years before each: at this spread no other
    drift of 15 to 70 did better, with a mean log loss of 0.595. A wider spread predicts a little better still (0.590 at 500) but
    lifts players with a handful of games to the top.
    """

    spread: float = 300.0  # standard deviation of newcomers
    drift: float = 35.0  # standard deviation of the change in one year


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is believed to be, in Elo points, and the standard deviation of that belief."""

    value: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Results:
    """Games to rate by, all of shape [G]: players are any numbers, `black_points` is 1, 0.5 or 0."""

    black: Places
    white: Places
    year: Places
    black_points: Numbers


@dataclass(frozen=True, slots=True)
class History:
    """Ratings in Elo points by player and then year, all of shape [N].

    `deviation` is the standard deviation of a rating with the opponents' ratings taken as known.
    """

    player: Places
    year: Places
    rating: Numbers
    deviation: Numbers
    games: Places
    newcomer: Rating  # what is believed of a player without games
    settings: Settings

    def at(self, player: int, year: int) -> Rating:
        """A player's rating in a year: the last one up to it, else the first one, less certain the longer ago it was."""
        first, behind = np.searchsorted(self.player, [player, player + 1])
        if first == behind:
            return self.newcomer
        earlier = int(np.searchsorted(self.year[first:behind], year, side="right"))
        place = first + max(earlier - 1, 0)
        drifted = self.settings.drift**2 * abs(year - int(self.year[place]))
        return Rating(float(self.rating[place]), sqrt(float(self.deviation[place]) ** 2 + drifted))


def rate(results: Results, settings: Settings | None = None) -> History:
    """The most likely ratings of all players; their mean over all games is MEAN_RATING.

    Every game counts twice in that mean, once for each player. No game at all gives an empty history.
    """
    settings = settings or Settings()
    posterior = _Posterior(results, settings)
    strength = posterior.maximum()
    rating = strength * _ELO
    newcomer = MEAN_RATING - (float(np.average(rating, weights=posterior.games)) if len(rating) else 0.0)
    return History(
        player=posterior.player,
        year=posterior.year,
        rating=rating + newcomer,
        deviation=np.sqrt(posterior.own_variances(strength)) * _ELO,
        games=posterior.games,
        newcomer=Rating(newcomer, settings.spread),
        settings=settings,
    )


def expected_points(one: Rating, other: Rating) -> float:
    """The points a player may expect against another, draws counted as half; the less is known, the closer to 0.5."""
    variance = (one.deviation**2 + other.deviation**2) / _ELO**2
    # MacKay's approximation of the mean of a logistic function over a normal distribution.
    lead = (one.value - other.value) / _ELO / sqrt(1.0 + pi * variance / 8.0)
    return 1.0 / (1.0 + exp(-lead))


class _Posterior:
    """The logarithm of the posterior density as a function of all ratings, with its derivatives.

    A node is a player in a year; nodes are sorted by player and year, so that a player's are a chain. Units are those of the
    logistic scale.
    """

    def __init__(self, results: Results, settings: Settings) -> None:
        who = np.concatenate([results.black, results.white])
        when = np.concatenate([results.year, results.year])
        nodes, place = np.unique(who * _YEARS + when, return_inverse=True)
        self.player, self.year = np.divmod(nodes, _YEARS)
        self.games = np.bincount(place, minlength=len(nodes))
        self._black, self._white = place[: len(results.black)], place[len(results.black) :]
        self._points = results.black_points
        self._link, self._first = _chain_precisions(self.player, self.year, settings)
        self._ranks = _nodes_by_rank(self.player)

    def maximum(self) -> Numbers:
        """The ratings at which the posterior is highest, by Newton's method."""
        strength = np.zeros(len(self.player))
        value = self._value(strength)
        for _ in range(_NEWTON_STEPS):
            step = self._newton_step(strength)
            while (better := self._value(strength + step)) < value - 1e-9 * abs(value):
                step /= 2
            strength, value = strength + step, better
            if not len(step) or np.abs(step).max() < _CLOSE_ENOUGH:
                break
        return strength

    def own_variances(self, strength: Numbers) -> Numbers:
        """The diagonal of the inverse curvature of each player's own chain."""
        diagonal = self._diagonal(self._curvature(strength))
        forward, backward = self._pivots(diagonal), self._backward_pivots(diagonal)
        variances: Numbers = 1.0 / (forward + backward - diagonal)
        return variances

    def _value(self, strength: Numbers) -> float:
        lead = strength[self._black] - strength[self._white]
        games = self._points * lead - np.logaddexp(0.0, lead)
        drift = self._link[1:] * np.diff(strength) ** 2
        return float(games.sum() - 0.5 * drift.sum() - 0.5 * (self._first * strength**2).sum())

    def _gradient(self, strength: Numbers) -> Numbers:
        surprise = self._points - self._win_chance(strength)
        pull = self._link[1:] * np.diff(strength)
        slope = self._by_node(surprise) - self._first * strength
        slope[:-1] += pull
        slope[1:] -= pull
        return slope

    def _newton_step(self, strength: Numbers) -> Numbers:
        """Where the quadratic through this point has its top, by conjugate gradients preconditioned with the players' chains."""
        curvature = self._curvature(strength)
        diagonal = self._diagonal(curvature)
        pivots = self._pivots(diagonal)
        rest = self._gradient(strength)
        step = np.zeros_like(rest)
        direction = better = self._solve_chains(pivots, rest)
        size = goal = _dot(rest, better)
        for _ in range(_CONJUGATE_STEPS):
            if size <= 1e-10 * goal:
                break
            image = self._curved(curvature, direction)
            length = size / _dot(direction, image)
            step += length * direction
            rest = rest - length * image
            better = self._solve_chains(pivots, rest)
            size, before = _dot(rest, better), size
            direction = better + size / before * direction
        return step

    def _win_chance(self, strength: Numbers) -> Numbers:
        chance: Numbers = 1.0 / (1.0 + np.exp(strength[self._white] - strength[self._black]))
        return chance

    def _curvature(self, strength: Numbers) -> Numbers:
        chance = self._win_chance(strength)
        return chance * (1.0 - chance)

    def _by_node(self, for_black: Numbers) -> Numbers:
        """The sum of a quantity over the games of each node, counted negative for White."""
        size = len(self.player)
        return _sums(self._black, for_black, size) - _sums(self._white, for_black, size)

    def _diagonal(self, curvature: Numbers) -> Numbers:
        size = len(self.player)
        diagonal = _sums(self._black, curvature, size) + _sums(self._white, curvature, size)
        diagonal += self._first + self._link
        diagonal[:-1] += self._link[1:]
        return diagonal

    def _curved(self, curvature: Numbers, vector: Numbers) -> Numbers:
        """The negative second derivative applied to a vector."""
        image = self._by_node(curvature * (vector[self._black] - vector[self._white])) + self._first * vector
        pull = self._link[1:] * np.diff(vector)
        image[:-1] -= pull
        image[1:] += pull
        return image

    def _pivots(self, diagonal: Numbers) -> Numbers:
        """Gaussian elimination down every chain at once."""
        pivots = diagonal.copy()
        for nodes in self._ranks[1:]:
            pivots[nodes] -= self._link[nodes] ** 2 / pivots[nodes - 1]
        return pivots

    def _backward_pivots(self, diagonal: Numbers) -> Numbers:
        pivots = diagonal.copy()
        for nodes in reversed(self._ranks[1:]):
            pivots[nodes - 1] -= self._link[nodes] ** 2 / pivots[nodes]
        return pivots

    def _solve_chains(self, pivots: Numbers, right: Numbers) -> Numbers:
        solution = right.copy()
        for nodes in self._ranks[1:]:
            solution[nodes] += self._link[nodes] / pivots[nodes - 1] * solution[nodes - 1]
        solution /= pivots
        for nodes in reversed(self._ranks[1:]):
            solution[nodes - 1] += self._link[nodes] / pivots[nodes - 1] * solution[nodes]
        return solution


def _sums(places: Places, values: Numbers, size: int) -> Numbers:
    """The sum of the values at each place, [size]."""
    sums: Numbers = np.bincount(places, values, size).astype(np.float64, copy=False)
    return sums


def _dot(one: Numbers, other: Numbers) -> float:
    """The inner product, without the threads of a linear algebra library: on a busy machine they cost ten times the work."""
    return float((one * other).sum())


def _chain_precisions(player: Places, year: Places, settings: Settings) -> tuple[Numbers, Numbers]:
    """The precision of the drift from the node before (0 for a player's first) and of the prior (0 for all but the first)."""
    goes_on = np.concatenate([[False], player[1:] == player[:-1]])[: len(player)]
    years = np.concatenate([[1], np.diff(year)])[: len(player)]
    drift, spread = settings.drift / _ELO, settings.spread / _ELO
    link = np.where(goes_on, 1.0 / (drift**2 * np.where(goes_on, years, 1)), 0.0)
    return link, np.where(goes_on, 0.0, 1.0 / spread**2)


def _nodes_by_rank(player: Places) -> list[Places]:
    """The first nodes of all chains, the second nodes, and so on."""
    starts = np.flatnonzero(np.concatenate([[True], player[1:] != player[:-1]])[: len(player)])
    lengths = np.diff(np.concatenate([starts, [len(player)]]))
    rank = np.arange(len(player)) - np.repeat(starts, lengths)
    return [np.flatnonzero(rank == number) for number in range(int(rank.max(initial=-1)) + 1)]
