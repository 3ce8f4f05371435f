"""Ratings of many players at once, against other programs and against known truth."""

import math
import random

import choix
import numpy as np
import pytest
from scipy.optimize import minimize

from kibitz.arena.bradley_terry import ELO_A_UNIT, PairedGames, fit_ratings

NO_PRIOR = 1e6
TRUTH = [0.0, 120.0, 200.0, 350.0, 500.0]


def game_points(first: float, second: float, draws: float, chooser: random.Random) -> int:
    """A game between two Elo ratings by Davidson's model; `draws` is the weight of a draw between equals."""
    win, loss = math.exp(first / ELO_A_UNIT), math.exp(second / ELO_A_UNIT)
    return chooser.choices((0, 1, 2), (loss, draws * math.sqrt(win * loss), win))[0]


def round_robin(truth: list[float], pairs: int, draws: float, seed: int) -> list[PairedGames]:
    chooser = random.Random(seed)
    played = []
    for first in range(len(truth)):
        for second in range(first):
            for _ in range(pairs):
                points = [game_points(truth[first], truth[second], draws, chooser) for _ in range(2)]
                played.append(PairedGames(first, second, (points[0], points[1])))
    return played


def centred(values) -> np.ndarray:
    return np.asarray(values) - np.mean(values)


def test_without_draws_it_agrees_with_an_independent_library():
    pairs = round_robin(TRUTH, 50, draws=0.0, seed=1)
    won = [(pair.first, pair.second) if points else (pair.second, pair.first) for pair in pairs for points in pair.points]
    independent = choix.ilsr_pairwise(len(TRUTH), won, tol=1e-12) * ELO_A_UNIT
    assert fit_ratings(len(TRUTH), pairs, NO_PRIOR).elo == pytest.approx(centred(independent), abs=1e-3)


def test_with_draws_it_agrees_with_a_general_optimiser():
    pairs = round_robin(TRUTH, 50, draws=0.5, seed=2)

    def surprise(parameters: np.ndarray) -> float:
        total = 0.0
        for pair in pairs:
            t_first, t_second = parameters[pair.first], parameters[pair.second]
            weights = (math.exp(t_second), math.exp(parameters[-1] + (t_first + t_second) / 2), math.exp(t_first))
            total -= sum(math.log(weights[points] / sum(weights)) for points in pair.points)
        return total

    best = minimize(surprise, np.zeros(len(TRUTH) + 1), tol=1e-10).x
    fit = fit_ratings(len(TRUTH), pairs, NO_PRIOR)
    assert fit.elo == pytest.approx(centred(best[:-1]) * ELO_A_UNIT, abs=0.05)
    assert fit.draw_share == pytest.approx(math.exp(best[-1]) / (2 + math.exp(best[-1])), abs=1e-4)


def test_two_players_without_draws_differ_by_the_elo_of_their_score():
    pairs = [PairedGames(0, 1, (2, 2))] * 5 + [PairedGames(0, 1, (2, 0))] * 5
    elo = fit_ratings(2, pairs, NO_PRIOR).elo
    assert elo[0] - elo[1] == pytest.approx(190.8485, abs=1e-3)


def test_the_prior_does_not_matter_where_there_are_games():
    pairs = round_robin(TRUTH, 50, draws=0.2, seed=3)
    assert fit_ratings(5, pairs).elo == pytest.approx(fit_ratings(5, pairs, NO_PRIOR).elo, abs=3)


def test_known_strengths_are_found_within_their_intervals_nineteen_times_of_twenty():
    held, ladders = 0, 60
    for seed in range(ladders):
        fit = fit_ratings(len(TRUTH), round_robin(TRUTH, 20, draws=0.3, seed=seed))
        held += int((np.abs(fit.elo - centred(TRUTH)) <= fit.margin).sum())
    assert 0.925 < held / (ladders * len(TRUTH)) < 0.985


def test_games_of_a_pair_that_agree_widen_the_interval():
    alike = [PairedGames(0, 1, (2, 2))] * 20 + [PairedGames(0, 1, (0, 0))] * 20
    split = [PairedGames(0, 1, (2, 0))] * 40
    assert fit_ratings(2, alike).margin[0] == pytest.approx(math.sqrt(2) * fit_ratings(2, split).margin[0], rel=0.01)


def test_a_player_that_lost_every_game_has_a_finite_rating_and_a_wide_interval():
    pairs = [PairedGames(0, 1, (2, 2))] * 30 + [PairedGames(1, 2, (2, 0))] * 30
    fit = fit_ratings(3, pairs)
    assert np.isfinite(fit.elo).all()
    assert fit.elo[0] - fit.elo[1] > 400
    assert fit.margin[0] > 100
    assert fit.elo[1] == pytest.approx(fit.elo[2], abs=20)


def test_nothing_but_draws_is_nothing_but_equals():
    fit = fit_ratings(2, [PairedGames(0, 1, (1, 1))] * 20)
    assert fit.elo == pytest.approx([0, 0])
    assert fit.draw_share > 0.9
