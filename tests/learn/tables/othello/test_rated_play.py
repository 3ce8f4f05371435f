"""Learning how players of a rating avoid losses, and when people resign."""

import numpy as np
import pytest

from kibitz.learn.tables.othello.rated_play import RATINGS, _aversion_for, _smoothed, fit_aversion, real_losses
from kibitz.learn.tables.othello.resignation import _logistic, positions_behind
from tiny_models import FormulaModel


def test_stronger_players_lose_less_in_every_phase():
    assert (np.diff(real_losses(RATINGS), axis=0) < 0).all()


def test_the_aversion_brings_the_expected_loss_to_the_goal():
    share, loss, parent = np.array([0.5, 0.5]), np.array([0.0, 8.0]), np.array([0, 0])
    found = _aversion_for(2.0, share, loss, loss, parent)
    assert np.exp(-8 * found) == pytest.approx(1 / 3, rel=1e-6)  # three times out of four nothing, else 8 discs


def test_aversions_that_lie_on_a_curve_stay_there_and_none_is_below_0():
    curve = np.exp(np.linspace(-3, 0, 7))[:, None] * np.ones(4) - 0.05
    assert np.array(_smoothed(curve)) == pytest.approx(np.maximum(curve, 0), abs=1e-3)
    assert np.min(_smoothed(-curve)) == 0


def test_a_model_that_is_too_careless_is_given_an_aversion():
    found = fit_aversion(FormulaModel(), games=1, positions=3, rounds=1, seed=1)
    assert found.ratings == RATINGS
    assert np.array(found.by_phase).shape == (len(RATINGS), 4)
    assert np.max(found.by_phase[-1]) > 0


def test_log_odds_are_found_again():
    random = np.random.default_rng(1)
    inputs = np.stack([np.ones(20_000), random.normal(size=20_000)], axis=1)
    happened = random.random(20_000) < 1 / (1 + np.exp(-inputs @ np.array([-1.0, 2.0])))
    assert _logistic(inputs, happened) == pytest.approx([-1.0, 2.0], abs=0.1)


def test_games_of_playok_are_given_up_by_whoever_is_behind(shared_data):
    value, empties, gave_up = positions_behind(shared_data / "othello" / "playok" / "PLAYOK_2023.wtb", every=400)
    assert gave_up.sum() > 5
    assert value.max() <= -4
    assert empties.max() <= 40
    assert empties[gave_up].mean() < empties[~gave_up].mean()
