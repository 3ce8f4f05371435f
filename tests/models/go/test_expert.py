"""The expert for Go as a model: its contract, its file, and that it has learned what the games show."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

from kibitz.errors import SetupError
from kibitz.features.go.moves import GoMoves
from kibitz.measure.go.moves import judge_go_model
from kibitz.models.go.conformance import check_go_model
from kibitz.models.go.expert import GoExpertWeights, likeliest, load, read_go_expert, save_go_expert
from kibitz.models.go.loading import load_go_model
from kibitz.models.othello.loading import load_model
from kibitz.models.store import import_model, verify_model
from kibitz.rules.game import BrokenContractError
from kibitz.rules.go.points import transform_point
from kibitz.rules.go.position import GoGame
from kibitz.rules.squares import PASS
from small_go import CARD, following_games, small_model, small_weights, write_small_model


@pytest.mark.parametrize("size", [5, 9, 19])
def test_it_keeps_the_contract(size):
    check_go_model(small_model(), size, moves=30 if size < 19 else 10)


def test_the_contract_finds_a_model_that_prefers_a_side():
    class Leaning:
        name = "leaning"

        def position_probabilities(self, position):
            found = small_model().position_probabilities(position)
            found[: position.size] *= 0.5
            return found / found.sum()

    with pytest.raises(BrokenContractError, match="images of a position"):
        check_go_model(Leaning())


def test_it_has_learned_to_answer_beside_the_last_stone():
    moves = GoMoves.of(following_games(games=6, seed=2))
    summary = judge_go_model(small_model(), moves).summary()
    # Two to four points touch the last stone; a random move would be right once in 340.
    assert summary["top1"] > 0.2
    assert summary["top"][4] > 0.7


def test_games_and_positions_get_the_same_answers():
    games = following_games(games=1, moves=25, seed=3)
    moves = GoMoves.of(games)
    model = small_model()
    table = model.probabilities(moves)
    position = GoGame(19).start()
    for row, point in enumerate(games.points.tolist()):
        assert model.position_probabilities(position) == pytest.approx(table[row], abs=1e-6)
        position = position.play(point)


def test_sums_come_with_the_probabilities_they_led_to():
    model, games = small_model(), following_games(size=9, games=2, moves=20)
    moves = GoMoves.of(games, every=7)
    said = model.said(moves)
    assert np.array_equal(said.probabilities, model.probabilities(moves))
    assert said.sums.shape == (len(moves), 81, 15)
    assert (said.sums[said.probabilities == 0] == 0).all()
    # The head of the first stage turns sums into scores: one lane counts at once, the others through its hidden units.
    to_hidden, bias, from_hidden = np.split(small_weights().heads[0], [14 * 24, 15 * 24])
    hidden = np.maximum(said.sums[..., 1:] @ to_hidden.reshape(14, 24) + bias, 0)
    scores = np.where(said.probabilities > 0, said.sums[..., 0] + hidden @ from_hidden, -np.inf)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    assert np.allclose(shares / shares.sum(axis=1, keepdims=True), said.probabilities, atol=1e-5)


@given(seed=st.integers(0, 1000), symmetry=st.integers(0, 7))
def test_images_of_games_get_images_of_probabilities(seed, symmetry):
    games = following_games(size=9, games=1, moves=12, seed=seed)
    image = np.array([transform_point(point, symmetry, 9) for point in range(81)])
    turned = type(games)(9, image[games.points].astype(np.int16), games.is_black, games.first, *_setup(games))
    model = small_model()
    found, seen = (model.probabilities(GoMoves.of(table)) for table in (games, turned))
    alike = np.array([reads_ladders_alike(position, symmetry) for position in positions_of(games)])
    assert seen[:, image][alike] == pytest.approx(found[alike], abs=1e-5)


def positions_of(games):
    position = GoGame(games.size).start()
    for point in games.points.tolist():
        yield position
        position = position.play(point)


def reads_ladders_alike(position, symmetry):
    """Whether a position and its image have the same ladders: a reader that gives up does so at other moves in an image."""
    image = position.image(symmetry)
    return all(
        {transform_point(point, symmetry, position.size) for point in getattr(position, name)()} == set(getattr(image, name)())
        for name in ("ladder_captures", "ladder_escapes")
    )


def _setup(games):
    return games.setup_points, games.setup_is_black, games.first_setup


def test_swapped_colours_change_nothing():
    games = following_games(size=9, games=1, moves=20, seed=5)
    swapped = type(games)(9, games.points, 1 - games.is_black, games.first, *_setup(games))
    model = small_model()
    assert model.probabilities(GoMoves.of(swapped)) == pytest.approx(model.probabilities(GoMoves.of(games)), abs=1e-6)


def test_a_full_board_has_no_likely_move():
    assert likeliest(np.zeros(81, np.float32)) == PASS
    assert likeliest(np.array([0.2, 0.5, 0.3], np.float32)) == 1


def test_a_file_holds_all_of_the_weights(tmp_path):
    save_go_expert(small_weights(), tmp_path / "a.safetensors")
    again = read_go_expert(tmp_path / "a.safetensors")
    for name in GoExpertWeights.__dataclass_fields__:
        assert np.array_equal(getattr(again, name), getattr(small_weights(), name)), name


def test_it_is_found_checked_and_imported_by_name(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_MODELS", str(tmp_path / "own"))
    path = write_small_model(tmp_path / "made")
    assert verify_model(str(path)).name == "small-go"
    assert import_model(path).weights.parent == tmp_path / "own"
    assert load_go_model("small-go").name == "small-go"
    with pytest.raises(SetupError, match="small-go is a model of Go moves, not a model of moves"):
        load_model("small-go")


def test_a_model_of_othello_is_refused():
    with pytest.raises(SetupError, match="is a model of Othello moves, not a model of Go moves"):
        load_go_model("expert")


def rewritten(path, told=None, without=(), **changed):
    """The model's file with some facts and tensors changed."""
    with safe_open(path, framework="numpy") as stored:
        facts = {**stored.metadata(), **(told or {})}
    tensors = {name: tensor for name, tensor in {**load_file(path), **changed}.items() if name not in without}
    save_file(tensors, path, metadata=facts)
    return path


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"told": {"format": "kibitz expert 2"}}, "does not hold an expert for Go"),
        ({"told": {"layout": "0"}}, "needs layout 0"),
        ({"told": {"vectors": "3"}}, "is damaged"),
        ({"told": {"straight": str(1 << 60)}}, "is damaged"),
        ({"without": ("heads",)}, "is damaged"),
        ({"rows": np.zeros(50, np.uint8)}, "is damaged"),
        ({"heads": np.zeros((4, 9), np.float32)}, "is damaged"),
    ],
)
def test_foreign_and_damaged_files_are_refused_in_a_sentence(tmp_path, change, complaint):
    with pytest.raises(SetupError, match=complaint):
        load(rewritten(write_small_model(tmp_path), **change))


def test_the_card_of_the_tests_is_one(tmp_path):
    assert verify_model(str(write_small_model(tmp_path))).card.facts["features"] == CARD["features"]
