"""How players of a rating play: losses avoided, and games given up."""

import numpy as np
import pytest

from kibitz.features.othello.planes import situation, situations_of_replay
from kibitz.models.othello.conformance import check_model
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.rated_play import (
    DEPTH,
    Aversion,
    RatedPlay,
    RatedPlayModel,
    Resignation,
    Sight,
    playing_by_rating,
    shipped_rated_play,
)
from kibitz.rules.othello.bulk import children, random_games, replay
from kibitz.rules.othello.position import START, parse_board, play_all
from kibitz.rules.squares import parse_transcript
from tiny_models import FormulaModel

STRICT = Aversion((1000.0, 2000.0), ((0.0, 0.0, 0.0, 0.0), (1.0, 1.0, 1.0, 1.0)))
MIDGAME = parse_transcript("f5d6c3d3c4f4f6f3e6e7c6f7g5")


def some_positions():
    situations = situations_of_replay(replay(random_games(1, seed=3)[0]))
    return situations.take(np.arange(12, 58, 5))


def asked():
    return situation(play_all(MIDGAME), MIDGAME)


def test_it_keeps_the_contract_of_models():
    check_model(RatedPlayModel(FormulaModel(), STRICT), games=1)


def test_without_a_rating_it_answers_as_the_model_does():
    model, situations = FormulaModel(), some_positions()
    assert (RatedPlayModel(model, STRICT).probabilities(situations) == model.probabilities(situations)).all()
    unknown = np.full(len(situations), np.nan, np.float32)
    assert (RatedPlayModel(model, STRICT).probabilities(situations, unknown) == model.probabilities(situations)).all()


def test_each_disc_of_loss_makes_a_move_less_likely_by_the_aversion():
    plain = FormulaModel().probabilities(asked())[0]
    moves, loss = children(asked().boards).square, Sight.of_depth(DEPTH).losses(asked().boards)
    assert loss.min() == 0 < loss.max()
    weights = plain[moves] * np.exp(-0.5 * loss)
    found = RatedPlayModel(FormulaModel(), STRICT).probabilities(asked(), 1500.0)[0]
    np.testing.assert_allclose(found[moves], weights / weights.sum(), atol=1e-9)


def test_the_first_ten_moves_are_as_the_model_says():
    opening = parse_transcript("f5d6c3d3c4f4")
    early = situation(play_all(opening), opening)
    plain = FormulaModel().probabilities(early, 2000.0)
    assert (RatedPlayModel(FormulaModel(), STRICT).probabilities(early, 2000.0) == plain).all()


def test_the_stronger_a_player_the_more_losses_are_avoided():
    for aversion in shipped_rated_play().aversion.values():
        for phase in np.array(aversion.by_phase).T:
            assert phase[0] <= phase[-1]
        assert min(aversion.by_phase[-1][:3]) > 0.1


@pytest.mark.parametrize("name", ["expert-2014", "human-2014"])
def test_a_model_of_people_expects_less_to_be_lost_by_a_strong_player_than_it_says(name):
    model, situations = load_model(name), some_positions()
    moves, loss = children(situations.boards), Sight.of_depth(DEPTH).losses(situations.boards)
    plain, careful = (each.probabilities(situations, 1800.0) for each in (model, playing_by_rating(model)))
    lost = [(table[moves.parent, moves.square] * loss).sum() for table in (plain, careful)]
    assert lost[1] < lost[0]


def test_models_for_which_nothing_was_measured_stay_as_they_are():
    model = FormulaModel()
    assert playing_by_rating(model) is model


def test_what_was_learned_is_read_as_it_was_written():
    shipped = shipped_rated_play()
    assert RatedPlay.from_json(shipped.to_json()) == shipped


# X has one disc and two moves, O everything else but the first row.
HOPELESS = parse_board("--------OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOOOO X")


def test_who_is_far_behind_may_resign_and_nobody_else():
    resignation = shipped_rated_play().resignation
    assert resignation.chance(START) == 0
    assert resignation.chance(play_all(MIDGAME)) == 0
    assert 0.005 < resignation.chance(HOPELESS) < 0.5


def test_the_chance_to_resign_is_that_of_the_log_odds():
    certain = Resignation(constant=50.0, of_value=0.0, of_empties=0.0, of_both=0.0, least=4.0, first_empties=40)
    assert certain.chance(HOPELESS) == pytest.approx(1)
    assert Resignation(0.0, 0.0, 0.0, 0.0, 4.0, 40).chance(HOPELESS) == 0.5
    assert Resignation(0.0, 0.0, 0.0, 0.0, 65.0, 40).chance(HOPELESS) == 0
    assert Resignation(0.0, 0.0, 0.0, 0.0, 4.0, 3).chance(HOPELESS) == 0
