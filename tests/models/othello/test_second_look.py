"""The second look in use: its modes, values that somebody has found already, players, amateurs, and files that do not fit."""

import json
from pathlib import Path

import numpy as np
import pytest

import kibitz.models
from kibitz.errors import SetupError
from kibitz.features.othello.planes import situation, situations_of_replay
from kibitz.features.othello.second_look import Archive
from kibitz.models.othello.conformance import check_model
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import DeepModel, KnownValues, Mode, in_mode
from kibitz.models.othello.second_look import load
from kibitz.rules.othello.bulk import children, random_games, replay
from kibitz.rules.othello.position import play_all
from kibitz.rules.squares import parse_transcript
from kibitz.search.othello.deep_values import DeepValues

SHIPPED = Path(kibitz.models.__file__).parent / "shipped"
NAMED = {"first": "expert-2014", "evaluation": "evaluation-2014"}
MIDGAME = parse_transcript("f5d6c3d3c4f4f6f3e6e7c6f7")


@pytest.fixture(scope="module")
def model():
    return load_model("human-2014")


@pytest.fixture(scope="module")
def midgames():
    situations = situations_of_replay(replay(random_games(2, seed=8)[0]))
    return situations.take(np.arange(12, 50, 9))


def asked():
    return situation(play_all(MIDGAME), MIDGAME)


@pytest.mark.parametrize("mode", list(Mode))
def test_both_modes_keep_the_contract_of_models(model, mode):
    check_model(model.in_mode(mode), games=1)


def test_the_full_mode_is_the_quick_one_with_its_values_handed_over(model, midgames):
    full, quick = model.in_mode(Mode.FULL), model.in_mode(Mode.QUICK)
    values = np.full((len(midgames), 64), np.nan, np.float32)
    searched = model._deep

    class Noted(DeepValues):
        def of(self, boards, wanted):
            found = searched.of(boards, wanted)
            row, square = np.nonzero(wanted[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1))
            places = [int(np.flatnonzero(midgames.boards.own == own)[0]) for own in boards.own]
            values[np.array(places)[row], square] = found[:, -1]
            return found

    full._deep = Noted(searched.evaluation, searched.cuts, searched.depth)
    wanted = full.probabilities(midgames)
    depth = np.where(np.isfinite(values).any(axis=1), searched.depth, 0)
    found = quick.probabilities_with_values(midgames, KnownValues(values, depth))
    np.testing.assert_allclose(found, wanted, atol=1e-6)
    assert np.abs(wanted - quick.probabilities(midgames)).max() > 0.01


def test_values_of_small_depths_change_nothing(model):
    moves = children(asked().boards)
    values = np.full((1, 64), np.nan, np.float32)
    values[0, moves.square] = np.linspace(-9, 9, len(moves.square))
    plain = model.probabilities(asked())
    assert (model.probabilities_with_values(asked(), KnownValues(values, np.array([4]))) == plain).all()
    assert (model.probabilities_with_values(asked(), KnownValues(values, np.array([8]))) != plain).any()


def test_a_move_that_the_search_refutes_becomes_less_likely(model):
    moves = children(asked().boards)
    plain = model.probabilities(asked())[0]
    favourite = int(plain.argmax())
    values = np.full((1, 64), np.nan, np.float32)
    values[0, moves.square] = 0.0
    values[0, favourite] = -12.0
    assert model.probabilities_with_values(asked(), KnownValues(values, np.array([8])))[0, favourite] < plain[favourite] / 2


def test_ratings_players_and_archives_change_what_is_expected(model):
    plain = model.probabilities(asked())
    answers = [
        model.probabilities(asked(), 1900.0),
        model.personal_probabilities(asked(), np.array([model.known_players.names[0]])),
        model.archive_probabilities(asked(), Archive.BLITZ),
        model.archive_probabilities(asked(), Archive.BLITZ, 1800.0),
    ]
    for answer in answers:
        assert answer.sum() == pytest.approx(1)
        assert np.abs(answer - plain).max() > 1e-3


def test_strong_players_are_expected_to_lose_less(model, midgames):
    full, weak, strong = model.in_mode(Mode.FULL), 1000.0, 1900.0
    moves = children(midgames.boards)
    values = np.full((len(midgames), 64), -64.0, np.float32)
    wanted = np.zeros(len(midgames), np.uint64)
    np.bitwise_or.at(wanted, moves.parent, np.uint64(1) << moves.square.astype(np.uint64))
    values[moves.parent, moves.square] = model._deep.of(midgames.boards, wanted)[:, -1]
    loss = values.max(axis=1, keepdims=True) - values
    lost = [(full.probabilities(midgames, rating) * loss).sum() for rating in (weak, strong)]
    assert lost[1] < lost[0]


def test_models_without_modes_refuse_one():
    assert not isinstance(load_model("expert-2014"), DeepModel)
    with pytest.raises(SetupError, match="has no modes"):
        in_mode(load_model("expert-2014"), "full")
    with pytest.raises(SetupError, match="quick or full"):
        in_mode(load_model("human-2014"), "slow")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"features_version": 99}, "layout 99"),
        ({"features_version": 2}, "should read moves of 112 numbers"),
        ({"settings": {}}, "does not name its first"),
        ({"settings": {**NAMED, "networks": "raw-11"}}, "does not name its networks"),
        ({"settings": {**NAMED, "networks": ["raw-99"]}}, "there is no model 'raw-99'"),
    ],
)
def test_a_card_that_does_not_fit_is_refused(tmp_path, change, said):
    card = json.loads((SHIPPED / "human-2014.json").read_text())
    (tmp_path / "other.onnx").write_bytes((SHIPPED / "human-2014.onnx").read_bytes())
    (tmp_path / "other.json").write_text(json.dumps({**card, **change}))
    with pytest.raises(SetupError, match=said):
        load(tmp_path / "other.onnx")


def test_another_network_is_refused(tmp_path):
    card = json.loads((SHIPPED / "human-2014.json").read_text())
    (tmp_path / "other.onnx").write_bytes((SHIPPED / "raw-11.onnx").read_bytes())
    (tmp_path / "other.json").write_text(json.dumps(card))
    with pytest.raises(SetupError, match="is not a second look"):
        load(tmp_path / "other.onnx")
