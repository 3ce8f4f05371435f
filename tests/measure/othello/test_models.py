"""Models measured on games whose players they are told, or not."""

from itertools import islice

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.features.othello.recorded_moves import moves_of_records
from kibitz.measure.othello.models import Told, judge_model, judge_model_told
from kibitz.measure.othello.rating_curve import TOLD, rating_curve
from kibitz.models.othello.expert import ExpertModel
from kibitz.models.othello.loading import load_model
from kibitz.records.othello.files import read_games
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello.bulk import random_games
from kibitz.rules.squares import NO_MOVE
from tiny_models import FormulaModel


@pytest.fixture(scope="module")
def model(small_expert, evaluation):
    return ExpertModel("small", small_expert, evaluation)


@pytest.fixture(scope="module")
def training_games():
    """The games that the small expert has learned from, with the players it has met in them."""
    games = random_games(60, seed=1)[0][:12]
    records = [tuple(square for square in game if square != NO_MOVE) for game in games.tolist()]
    return moves_of_records(GameRecord(moves=moves, black="Black Ada", white="white bob") for moves in records)


def test_the_players_of_the_record_stand_beside_their_moves(training_games):
    black = training_games.moves.situations.black_to_move
    assert set(training_games.player[black]) == {"Black Ada"}
    assert set(training_games.player[~black]) == {"white bob"}


def test_told_the_names_a_model_remembers_what_they_played(model, training_games):
    nothing, names = (judge_model_told(model, training_games, told).figures() for told in (Told.NOTHING, Told.NAMES))
    assert names["nll"] < nothing["nll"] - 0.2


def test_told_the_ratings_it_answers_as_for_those_ratings(model, training_games):
    black = training_games.take(training_games.moves.situations.black_to_move)
    told = judge_model_told(model, black, Told.RATINGS)
    assert np.allclose(told.nll, judge_model(model, black.moves, 1400.0).nll)


def test_strangers_are_nobody(model):
    strangers = moves_of_records([GameRecord(moves=(37, 43), black="Stranger", white="")])
    for told in (Told.RATINGS, Told.NAMES):
        assert np.allclose(judge_model_told(model, strangers, told).nll, judge_model(model, strangers.moves).nll)


def test_a_model_that_has_met_nobody_says_so(training_games):
    with pytest.raises(SetupError, match="formula does not take a player"):
        judge_model_told(FormulaModel(), training_games, Told.NAMES)
    with pytest.raises(SetupError, match="formula does not take a player"):
        rating_curve(FormulaModel(), training_games)


def test_the_rating_curve_has_a_band_for_each_strength(model, training_games):
    heard = []
    ada, bob = rating_curve(model, training_games, heard.append)
    assert (ada.mean_rating, bob.mean_rating) == (1400, 1800)
    assert ada.positions + bob.positions == len(training_games)
    at_1400 = judge_model(model, training_games.take(training_games.player == "Black Ada").moves, 1400.0)
    assert ada.nll[TOLD.index(1400.0)] == pytest.approx(at_1400.nll.mean())
    assert min(ada.nll) == ada.nll[TOLD.index(ada.best_told)]
    assert heard[-1] == len(TOLD) * len(training_games)


def test_the_shipped_expert_predicts_better_the_more_it_is_told(shared_data):
    model = load_model("expert-2014")
    games = read_games(shared_data / "othello/wthor/WTH_2016.wtb", on_skip=pytest.fail)
    played = moves_of_records(islice(games, 0, 2000, 20))
    nothing, ratings, names = (judge_model_told(model, played, told).figures()["nll"] for told in Told)
    assert names < ratings < nothing < 1.0
