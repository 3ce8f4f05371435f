"""Players that follow a model."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.models.othello.engine import shipped_analyst
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.rated_play import shipped_rated_play
from kibitz.players.conformance import check_player
from kibitz.players.othello.model_player import ModelPlayer
from kibitz.players.player import Request
from kibitz.players.registry import make_player
from kibitz.rules.othello.position import OTHELLO, OthelloGame, parse_board
from kibitz.rules.squares import format_move
from kibitz.search.othello.levels import limits_of_depth
from tiny_models import FormulaModel, write_network


@pytest.fixture(autouse=True)
def own_models(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_MODELS", str(tmp_path))
    write_network(tmp_path, "tiny")


@pytest.mark.parametrize(
    "text",
    [
        "net:tiny",
        "net:tiny,temperature=0.5,seed=3",
        "expert:model=tiny,seed=3",
        "expert:model=tiny,temperature=0",
        "expert:model=tiny,search=2,seed=3",
        "expert:model=tiny,resigns=true,seed=3",
    ],
)
def test_players_by_models_keep_the_contract(text):
    check_player(lambda: make_player(text), OTHELLO, games=2)


def test_a_net_is_repeatable_and_an_expert_only_with_a_seed():
    assert make_player("net:tiny").is_repeatable
    assert not make_player("expert:model=tiny").is_repeatable
    assert make_player("expert:model=tiny,seed=1").is_repeatable
    assert make_player("expert:model=tiny", seed=1).is_repeatable


def test_at_temperature_0_the_likeliest_move_is_played(turn_after):
    turn = turn_after("f5d6c3d3c4")
    player = ModelPlayer(FormulaModel())
    flips = {move: turn.position.flip_mask(move).bit_count() for move in turn.position.legal_moves()}
    assert flips[player.choose(turn)] == max(flips.values())


def test_at_temperature_0_the_first_of_equal_moves_is_played(turn_after):
    assert format_move(ModelPlayer(FormulaModel()).choose(turn_after(""))) == "d3"


def test_at_temperature_1_moves_are_played_as_often_as_the_model_says(turn_after):
    turn = turn_after("f5d6c3d3c4f4")
    shares = FormulaModel().probabilities(situation_of(turn))[0]
    player = ModelPlayer(FormulaModel(), temperature=1.0, seed=4)
    counts = Counter(player.choose(turn) for _ in range(2000))
    for move in turn.position.legal_moves():
        assert counts[move] / 2000 == pytest.approx(shares[move], abs=0.05)


def test_a_low_temperature_prefers_likely_moves(turn_after):
    turn = turn_after("f5d6c3d3c4f4")
    shares = FormulaModel().probabilities(situation_of(turn))[0]
    player = ModelPlayer(FormulaModel(), temperature=0.01, seed=4)
    assert {shares[player.choose(turn)] for _ in range(20)} == {shares.max()}


def situation_of(turn):
    from kibitz.features.othello.planes import situation

    return situation(turn.position, turn.moves)


def test_with_a_search_no_blunder_is_played(turn_after):
    turn = turn_after("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6")
    scores = {row.move: row.score for row in shipped_analyst().judge_moves(turn.position, limits_of_depth(4))}
    sound = {move for move, score in scores.items() if score >= max(scores.values()) - 9}
    assert 1 < len(sound) < len(scores)
    player = ModelPlayer(FormulaModel(), temperature=5.0, search=4, margin=9.0, seed=1)
    assert {player.choose(turn) for _ in range(300)} == sound
    careless = ModelPlayer(FormulaModel(), temperature=5.0, seed=1)
    assert {careless.choose(turn) for _ in range(300)} > sound


def test_a_sound_move_is_played_even_if_the_model_thinks_nothing_of_it(turn_after):
    class Hopeless(FormulaModel):
        def probabilities(self, situations, rating=None):
            return np.zeros_like(super().probabilities(situations, rating))

    turn = turn_after("f5d6c3")
    for temperature in (0.0, 0.01, 1.0):
        assert ModelPlayer(Hopeless(), temperature=temperature, search=2).choose(turn) in turn.position.legal_moves()


def test_a_rating_reaches_a_model_that_knows_ratings(turn_after):
    asked = []

    class Curious(FormulaModel):
        def probabilities(self, situations, rating=None):
            asked.append(rating)
            return super().probabilities(situations, rating)

    ModelPlayer(Curious(), rating=1800.0).choose(turn_after("f5"))
    assert asked == [1800.0]


def test_a_player_that_resigns_does_so_as_often_as_people_and_another_never(turn_after):
    hopeless = parse_board("--------OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOOOO X")
    turn = replace(turn_after("f5"), position=hopeless)
    chance = shipped_rated_play().resignation.chance(hopeless)
    loser = ModelPlayer(FormulaModel(), temperature=1.0, resigns=True, seed=1)
    answers = [loser.choose(turn) for _ in range(600)]
    assert 0 < answers.count(Request.RESIGN) / 600 == pytest.approx(chance, abs=0.03)
    assert Request.RESIGN not in [ModelPlayer(FormulaModel(), temperature=1.0, seed=1).choose(turn) for _ in range(200)]
    assert loser.choose(turn_after("f5")) in turn_after("f5").position.legal_moves()


def test_an_expert_of_a_rating_errs_as_players_of_it_unless_told_not_to(turn_after):
    turn = turn_after("f5d6c3d3c4f4f6f3e6e7c6f7g5")
    careful, raw = (make_player(f"expert:model=expert-2014,rating=1900,calibrated={how}") for how in ("on", "off"))
    shares = [player._model.probabilities(situation_of(turn))[0] for player in (careful, raw)]
    assert np.abs(shares[0] - shares[1]).max() > 0.01
    assert (shares[1] == load_model("expert-2014").probabilities(situation_of(turn), 1900.0)[0]).all()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("net", "model is missing"),
        ("net:huge", "there is no model 'huge'"),
        ("expert:model=tiny,rating=1500", "the model tiny does not take a rating"),
        ("expert:model=tiny,player=Anybody", "the model tiny does not take a player"),
        ("expert:model=tiny,temperature=-1", "temperature is a number, 0 or more, not '-1'"),
        ("expert:model=tiny,temperature=nan", "temperature is a number, 0 or more, not 'nan'"),
        ("expert:model=tiny,search=0", "depth is 0; it must be from 1 to 60"),
        ("net:evaluation-2014", "is an evaluation for the engine, not a model of moves"),
    ],
)
def test_what_cannot_be_made_is_told(text, message):
    with pytest.raises(SetupError) as caught:
        make_player(text)
    assert message in str(caught.value)


def test_other_boards_are_refused():
    with pytest.raises(SetupError, match="plays only Othello on 8×8 squares, not othello on 6×6"):
        make_player("net:tiny").new_game(OthelloGame(6))
