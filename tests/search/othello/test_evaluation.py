"""The pattern evaluation: what it adds up, its symmetries, its file."""

from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.errors import SetupError
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import START, parse_board
from kibitz.search.othello.evaluation import load_evaluation
from some_evaluation import positions_of_random_games, random_evaluation, value_by_tables

SHIPPED = Path(kibitz.__file__).parent / "models" / "shipped" / "evaluation-2014.safetensors"


@pytest.fixture(scope="module")
def shipped():
    return load_evaluation(SHIPPED)


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "random.safetensors"
    random_evaluation().save(path)
    return path


@pytest.mark.parametrize("patterns", ["logistello11", "wide16"])
def test_a_value_is_the_sum_of_one_weight_for_each_place_and_count(patterns):
    evaluation = random_evaluation(patterns=patterns)
    for position in positions_of_random_games(5, seed=4, every=3):
        expected = max(-64, min(64, value_by_tables(evaluation, position)))
        # The core blends the weights of two knots in float32; a sum of 51 may differ by a few roundings, more
        # of them where the compiler does not join multiplication and addition.
        assert evaluation.values(Boards.of([position]))[0] == pytest.approx(expected, abs=6 / 64)


def test_all_eight_images_of_a_position_have_one_value(shipped):
    for position in positions_of_random_games(5, seed=5, every=5):
        values = shipped.values(Boards.of([position.image(symmetry) for symmetry in range(8)]))
        assert (values == values[0]).all()


def test_what_is_good_for_one_side_is_bad_for_the_other(shipped):
    # White has the four corners and Black nothing to look forward to.
    text = "O------O----------XXXX----XOXX----XXOX----XXXX----------O------O"
    black, white = shipped.values(Boards.of([parse_board(text + "X"), parse_board(text + "O")]))
    assert black < -20
    assert white > 20


def test_the_start_is_about_even(shipped):
    assert abs(shipped.values(Boards.of([START]))[0]) < 4
    assert shipped.chances(Boards.of([START]))[0] == pytest.approx(0.5, abs=0.1)


def test_a_game_that_is_over_is_worth_its_final_score(shipped):
    wiped_out = parse_board("X" * 10 + "-" * 54 + "X")
    full = parse_board("X" * 40 + "O" * 24 + "O")
    assert list(shipped.values(Boards.of([wiped_out, full]))) == [64, -16]


def test_a_higher_value_is_a_better_chance(shipped):
    values = np.linspace(-20, 20, 9)
    for discs in (10, 30, 50, 62):
        chances = shipped.win_chances.of(values, np.full(9, discs))
        assert (np.diff(chances) > 0).all()


def test_a_saved_evaluation_is_read_back_as_it_was(saved):
    evaluation, again = random_evaluation(), load_evaluation(saved)
    boards = Boards.of(positions_of_random_games(2, seed=1))
    assert again.knots == evaluation.knots
    assert (again.values(boards) == evaluation.values(boards)).all()
    assert (again.chances(boards) == evaluation.chances(boards)).all()


def test_a_file_that_is_cut_off_is_refused_in_one_line(saved):
    saved.write_bytes(saved.read_bytes()[:5000])
    with pytest.raises(SetupError, match=r"random.safetensors cannot be read as an evaluation: [^\n]+$"):
        load_evaluation(saved)


def test_a_file_of_noise_is_refused_in_one_line(saved):
    saved.write_bytes(np.random.default_rng(1).bytes(4000))
    with pytest.raises(SetupError, match=r"cannot be read as an evaluation: [^\n]+$"):
        load_evaluation(saved)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(SetupError, match=r"nothing.safetensors does not exist"):
        load_evaluation(tmp_path / "nothing.safetensors")


def test_another_kind_of_safetensors_file_is_refused(tmp_path):
    from safetensors.numpy import save_file

    save_file({"weights": np.zeros(3, np.float32)}, tmp_path / "net.safetensors")
    with pytest.raises(SetupError, match=r"net.safetensors does not hold an evaluation: its format is None"):
        load_evaluation(tmp_path / "net.safetensors")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"weights": np.zeros((2, 7), np.int16)}, r"weights is int16 \[2, 7\], not int16 \[2, 114"),
        ({"win_slope": np.zeros(65, np.float64)}, r"win_slope is float64 \[65\], not float32 \[65\]"),
        ({"knots": np.array([64, 4], np.int32)}, "its knots do not rise"),
    ],
)
def test_tensors_that_do_not_fit_are_named(saved, changes, complaint):
    from safetensors.numpy import load_file, save_file

    metadata = {"format": "kibitz evaluation 1", "patterns": "logistello11"}
    save_file(load_file(saved) | changes, saved, metadata=metadata)
    with pytest.raises(SetupError, match=f"is damaged: {complaint}"):
        load_evaluation(saved)
