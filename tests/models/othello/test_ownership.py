"""Who will own each square: the runtime keeps the contract, knows what is certain, and refuses what it cannot use."""

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.features.othello.final_boards import final_boards_of_replay, read_final_boards
from kibitz.features.othello.planes import Situations, situation, stable_discs
from kibitz.features.othello.samples import squares_as_columns
from kibitz.measure.othello.ownership import ownership_report
from kibitz.models.othello.conformance import check_ownership
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import OwnershipModel
from kibitz.models.othello.ownership import PositionValue, board_alone, load_ownership, shipped_ownership
from kibitz.models.store import verify_model
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import parse_position
from tiny_models import write_network

FULL = (1 << 64) - 1
SETTINGS = {"evaluation": "evaluation-2014", "depth": 1}


def write_tiny(folder, **facts):
    """A model whose filters are random; it knows nothing, but answers."""
    return write_network(folder, "owners", **{"kind": "ownership", "settings": SETTINGS, **facts})


@pytest.fixture
def tiny(tmp_path):
    return load_ownership(write_tiny(tmp_path))


@pytest.fixture(params=["tiny", "shipped"])
def model(request):
    return shipped_ownership() if request.param == "shipped" else request.getfixturevalue("tiny")


def random_ends(games, seed):
    return final_boards_of_replay(bulk.replay(bulk.random_games(games, seed)[0]))


def test_the_contract_is_kept(model):
    assert isinstance(model, OwnershipModel)
    check_ownership(model, model.name)


def test_discs_that_can_never_be_turned_are_certain(model):
    ends = random_ends(10, seed=8)
    boards = ends.situations.boards
    chances = model.ownership(ends.situations)
    own_stable = squares_as_columns(stable_discs(boards))
    opp_stable = squares_as_columns(stable_discs(Boards(boards.opp, boards.own)))
    assert own_stable.sum() > 300 and opp_stable.sum() > 300
    assert (chances[own_stable] == 1).all()
    assert (chances[opp_stable] == 0).all()
    undecided = chances[~own_stable & ~opp_stable]
    assert ((undecided > 0) & (undecided < 1)).all()


def finished(own, opp):
    boards = Boards(np.array([own], np.uint64), np.array([opp], np.uint64))
    return Situations(boards, np.ones(1, np.bool_), np.full((1, 4), -2, np.int8))


@pytest.mark.parametrize(
    ("own", "opp", "owned"),
    [
        (0xFFFF, FULL - 0xFFFF, 16),
        (0b1, 0, 64),  # a game that ended early: the winner gets the rest
        (0, 0b1, 0),
        (0b1, 1 << 63, 32),  # drawn: a half of each empty square
    ],
)
def test_a_game_that_is_over_is_owned_as_it_is_scored(model, own, opp, owned):
    chances = model.ownership(finished(own, opp))
    assert chances.sum() == owned
    assert set(np.unique(chances)) <= {0, 0.5, 1}


def test_the_history_and_the_colours_change_nothing(model):
    ends = random_ends(2, seed=9)
    swapped = Situations(ends.situations.boards, ~ends.situations.black_to_move, ends.situations.recent[:, ::-1])
    assert (model.ownership(swapped) == model.ownership(ends.situations)).all()
    assert board_alone(swapped).black_to_move.all()


def test_the_value_is_the_movers_also_behind_a_pass(evaluation):
    value = PositionValue(evaluation, 2)
    behind = parse_position("XO" + "-" * 62 + " O")  # White must pass; Black takes the last disc
    assert behind.must_pass
    assert value.of(Boards.of([behind])).tolist() == [-4.0]
    assert value.of(Boards.of([behind.play(-1)])).tolist() == [4.0]


def test_a_better_value_means_more_squares(evaluation):
    ends = random_ends(40, seed=10)
    boards = ends.situations.boards
    values = PositionValue(evaluation, 2).of(boards)
    owned = shipped_ownership().ownership(ends.situations).sum(axis=1)
    assert np.corrcoef(values, owned)[0, 1] > 0.8


def test_it_predicts_random_endgames_better_than_the_board_does():
    ends = random_ends(60, seed=11)
    boards = ends.situations.boards
    late = np.bitwise_count(boards.own | boards.opp) >= 44
    ends = ends.take(late)
    boards = ends.situations.boards
    now = (1 + squares_as_columns(boards.own).astype(float) - squares_as_columns(boards.opp)) / 2
    report, as_now = ownership_report(shipped_ownership().ownership(ends.situations), ends), ownership_report(now, ends)
    assert report["right"] > as_now["right"]
    assert report["brier"] < as_now["brier"]


def test_the_shipped_model_is_as_good_as_its_card_says_on_games_it_has_not_seen(shared_data):
    ends = read_final_boards(shared_data / "othello" / "wthor", [2016])
    sample = ends.take(np.random.default_rng(1).permutation(len(ends))[:3000])
    report = ownership_report(shipped_ownership().ownership(sample.situations), sample)
    said = verify_model("ownership").card.facts["figures"]["WTHOR 2016"]
    assert report["right"] == pytest.approx(said["right"], abs=0.015)
    assert report["nll"] == pytest.approx(said["nll"], abs=0.015)
    assert report["calibration"]["error"] < 0.02


def test_it_is_no_model_of_moves(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_MODELS", str(tmp_path))
    write_tiny(tmp_path)
    assert verify_model("owners").card.kind == "ownership"
    with pytest.raises(SetupError, match="owners is a model of final boards, not a model of moves"):
        load_model("owners")


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        ({"settings": {"evaluation": "evaluation-2014"}}, "setting depth None, but should have a whole number"),
        ({"settings": {**SETTINGS, "depth": True}}, "setting depth True, but should have a whole number"),
        ({"settings": {**SETTINGS, "depth": 60}}, "wants values of depth 60; depths from 1 to 8 are possible"),
        ({"settings": {**SETTINGS, "evaluation": 7}}, "setting evaluation 7, but should have a text"),
        ({"settings": {**SETTINGS, "evaluation": "gone"}}, "needs the evaluation 'gone': there is no model 'gone'"),
        ({"features": "hlynsson42"}, "looks at the planes raw version 1, but its card says hlynsson42 version 1"),
        ({"features_version": 2}, "is wanted in version 2, but this release computes version 1"),
    ],
)
def test_a_card_that_does_not_fit_is_refused(tmp_path, facts, problem):
    path = write_tiny(tmp_path, **facts)
    with pytest.raises(SetupError, match=problem):
        load_ownership(path)


def test_an_evaluation_must_be_one(tmp_path):
    path = write_tiny(tmp_path, settings={**SETTINGS, "evaluation": "raw-11"})
    with pytest.raises(SetupError, match="needs the evaluation 'raw-11'"):
        load_ownership(path)


def test_damaged_weights_are_refused(tmp_path):
    path = write_tiny(tmp_path)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(SetupError, match=r"owners\.onnx"):
        load_ownership(path)


def test_one_position_can_be_asked_about_by_its_transcript():
    chances = shipped_ownership().ownership(situation(parse_position("f5d6c3d3c4")))
    assert chances.shape == (1, 64)
    assert 20 < chances.sum() < 44
