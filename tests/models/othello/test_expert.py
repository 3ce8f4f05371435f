"""The expert model as a file and in use, on a small model trained in the test."""

import struct
from dataclasses import replace as changed

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.features.othello.planes import situation, situations_of_replay
from kibitz.models.othello.expert import ExpertModel, MoveSearch, load, read_expert, save_expert
from kibitz.rules.othello.bulk import Boards, children, legal_masks, random_games, replay
from kibitz.rules.othello.position import START, parse_position
from kibitz.rules.squares import parse_transcript


@pytest.fixture(scope="module")
def model_file(small_expert, tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    save_expert(small_expert, folder / "small.safetensors")
    return folder / "small.safetensors"


@pytest.fixture(scope="module")
def model(model_file):
    return load(model_file)


@pytest.fixture(scope="module")
def situations():
    return situations_of_replay(replay(random_games(4, seed=8)[0]))


def test_probabilities_sum_to_one_over_exactly_the_legal_moves(model, situations):
    table = model.probabilities(situations)
    legal = np.unpackbits(legal_masks(situations.boards).view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    assert np.allclose(table.sum(axis=1), 1, atol=1e-5)
    assert ((table > 0) <= legal.astype(bool)).all()


def test_many_positions_at_once_are_answered_like_one_at_a_time(model, situations):
    table = model.probabilities(situations)
    for row in range(0, len(situations), 23):
        assert np.allclose(model.probabilities(situations.take([row]))[0], table[row], atol=1e-6)


def test_every_image_of_a_position_gets_the_image_of_its_probabilities(model, situations):
    table = model.probabilities(situations)
    for symmetry in range(1, 8):
        turned = np.full(len(situations), symmetry, np.int8)
        images = model.probabilities(situations.images(turned))
        assert np.allclose(np.sort(images, axis=1), np.sort(table, axis=1), atol=1e-4)


def test_a_finished_game_has_no_probable_move(model):
    over = situation(parse_position("e6f4e3f6g5d6e7f5c5"))
    assert not model.probabilities(over).any()


def test_a_rating_changes_what_is_expected(model, situations):
    assert not np.allclose(model.probabilities(situations, 1200.0), model.probabilities(situations, 2000.0))


def test_the_side_that_is_wiped_out_next_move_does_not_expect_to_win(model):
    moves = parse_transcript("e6f4e3f6g5d6e7f5")
    chance = model.win_chances(situation(parse_position("e6f4e3f6g5d6e7f5"), moves))
    assert 0.5 < chance[0] <= 1


def test_search_values_near_the_end_are_exact(evaluation, situations):
    empties = 64 - np.bitwise_count(situations.boards.own | situations.boards.opp)
    late = empties == 1
    boards = Boards(situations.boards.own[late], situations.boards.opp[late])
    values = MoveSearch(evaluation).values(boards)
    after = children(boards)
    own = np.bitwise_count(after.boards.opp).astype(int)
    assert (values == 2 * own - 64).all()


def test_a_model_survives_its_file(small_expert, model_file):
    again = read_expert(model_file)
    assert (again.rows == small_expert.rows).all()
    assert (again.heads == small_expert.heads).all()
    assert (again.book.keys == small_expert.book.keys).all()
    assert (again.depth, again.exact_from, again.patterns) == (small_expert.depth, small_expert.exact_from, small_expert.patterns)


def test_a_truncated_file_is_refused_in_one_line(model_file, tmp_path):
    damaged = tmp_path / "cut.safetensors"
    damaged.write_bytes(model_file.read_bytes()[:-1000])
    with pytest.raises(SetupError, match=r"cut.safetensors cannot be read as an expert: "):
        load(damaged)


def test_changed_bytes_in_the_packed_rows_are_noticed(model_file, tmp_path):
    content = bytearray(model_file.read_bytes())
    header = struct.unpack("<Q", content[:8])[0]
    for place in range(8 + header + 1000, len(content) - 4000, 977):
        content[place] ^= 0xFF
    damaged = tmp_path / "flipped.safetensors"
    damaged.write_bytes(content)
    with pytest.raises(SetupError, match="damaged"):
        read_expert(damaged)


def test_a_file_of_another_kind_is_refused(evaluation_file):
    with pytest.raises(SetupError, match="does not hold an expert"):
        read_expert(evaluation_file)


def test_a_missing_file_and_a_missing_evaluation_are_named(small_expert, tmp_path):
    with pytest.raises(SetupError, match="does not exist"):
        load(tmp_path / "nothing.safetensors")
    lonely = tmp_path / "lonely.safetensors"
    save_expert(changed(small_expert, evaluation="evaluation-1066"), lonely)
    with pytest.raises(SetupError, match="needs the evaluation 'evaluation-1066': there is no model"):
        load(lonely)


def test_another_layout_of_the_inputs_is_refused(small_expert, tmp_path, monkeypatch):
    monkeypatch.setattr("kibitz.models.othello.expert.LAYOUT_VERSION", 99)
    save_expert(small_expert, tmp_path / "later.safetensors")
    monkeypatch.undo()
    with pytest.raises(SetupError, match="needs layout 99"):
        read_expert(tmp_path / "later.safetensors")


def test_the_start_position_has_four_equal_moves(model):
    table = model.probabilities(situation(START))[0]
    assert np.allclose(table[list(START.legal_squares())], 0.25, atol=1e-4)


def test_tables_of_the_wrong_size_are_refused(small_expert, evaluation):
    with pytest.raises(ValueError, match="size"):
        ExpertModel("wrong", changed(small_expert, rows=small_expert.rows[:-1]), evaluation)
