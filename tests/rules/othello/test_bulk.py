"""The rules over arrays, against the same rules one position at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import _native
from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import START, Position, squares_of
from kibitz.rules.squares import NO_MOVE, PASS
from kibitz.rules.symmetry import SYMMETRIES, inverse, transform_mask, transform_square

MASKS = st.integers(0, 2**64 - 1)


@pytest.fixture(scope="module")
def replayed():
    moves, black, white = bulk.random_games(300, seed=11)
    return moves, black, white, bulk.replay(moves)


@given(MASKS, MASKS)
def test_vector_instructions_and_plain_arithmetic_agree_on_any_discs(first, second):
    own, opp = first & ~second, second & ~first
    assert _native.othello.legal_mask(own, opp) == _native.othello.portable_legal_mask(own, opp)
    for square in squares_of(~(own | opp) & 2**64 - 1):
        assert _native.othello.flip_mask(own, opp, square) == _native.othello.portable_flip_mask(own, opp, square)


def test_replayed_games_end_as_they_were_played(replayed):
    moves, black, white, replay = replayed
    assert (replay.failed_at == -1).all()
    assert replay.over.all()
    assert (replay.final_black == black).all()
    assert (replay.final_white == white).all()
    assert len(replay.boards) == (moves >= 0).sum()


def test_rows_of_a_replay_are_the_positions_of_the_games(replayed):
    moves, _, _, replay = replayed
    for game in range(30):
        position = START
        for row in range(replay.first[game], replay.first[game + 1]):
            if position.must_pass:
                position = position.play(PASS)
            assert (int(replay.boards.own[row]), int(replay.boards.opp[row])) == (position.own, position.opp)
            assert replay.black_to_move[row] == (position.black == position.own)
            position = position.play(int(replay.square[row]))
        assert position.is_over
        assert replay.black_scores()[game] == position.black_score()
    assert (replay.game_of_row()[replay.first[:-1]] == np.arange(len(moves))).all()


def test_a_game_with_an_illegal_move_ends_before_it():
    moves = np.full((3, 60), NO_MOVE, dtype=np.int8)
    moves[0, :2] = START.legal_squares()[0], 0
    moves[1, :1] = START.legal_squares()[0]
    moves[2, :1] = PASS
    replay = bulk.replay(moves)
    assert replay.failed_at.tolist() == [1, -1, 0]
    assert np.diff(replay.first).tolist() == [1, 1, 0]
    assert not replay.over.any()


def test_bulk_moves_flips_and_children_are_those_of_single_positions(replayed):
    _, _, _, replay = replayed
    rows = slice(0, 2000)
    boards = bulk.Boards(replay.boards.own[rows], replay.boards.opp[rows])
    squares = replay.square[rows]
    legal, flips, after = bulk.legal_masks(boards), bulk.flip_masks(boards, squares), bulk.play(boards, squares)
    children = bulk.children(boards)
    grouped = np.split(children.square, np.cumsum(np.bincount(children.parent, minlength=len(boards)))[:-1])
    for index in range(0, 2000, 7):
        position = Position(int(boards.own[index]), int(boards.opp[index]))
        assert int(legal[index]) == position.legal_mask()
        assert int(flips[index]) == position.flip_mask(int(squares[index]))
        following = position.play(int(squares[index]))
        assert (int(after.own[index]), int(after.opp[index])) == (following.own, following.opp)
        assert tuple(grouped[index]) == position.legal_squares()


def test_a_pass_in_bulk_only_hands_over_the_turn():
    boards = bulk.Boards.of([START])
    after = bulk.play(boards, np.array([PASS], dtype=np.int8))
    assert (after.own[0], after.opp[0]) == (START.opp, START.own)
    assert bulk.flip_masks(boards, np.array([PASS], dtype=np.int8))[0] == 0


def test_all_images_share_one_canonical_form_and_the_symmetry_leads_there(replayed):
    _, _, _, replay = replayed
    boards = bulk.Boards(replay.boards.own[:500], replay.boards.opp[:500])
    best, symmetries = bulk.canonical(boards)
    assert (bulk.transform(boards.own, symmetries) == best.own).all()
    for symmetry in SYMMETRIES:
        turned = np.full(500, symmetry, dtype=np.int8)
        image = bulk.Boards(bulk.transform(boards.own, turned), bulk.transform(boards.opp, turned))
        assert (bulk.canonical(image)[0].own == best.own).all()
        assert (bulk.canonical(image)[0].opp == best.opp).all()
    for index in range(0, 500, 50):
        single = Position(int(boards.own[index]), int(boards.opp[index])).canonical()
        assert (single.own, single.opp) == (int(best.own[index]), int(best.opp[index]))


@given(MASKS, st.sampled_from(SYMMETRIES))
def test_a_symmetry_is_undone_by_its_inverse(mask, symmetry):
    assert transform_mask(transform_mask(mask, symmetry), inverse(symmetry)) == mask


def test_squares_move_with_their_mask_and_a_pass_stays_a_pass():
    assert [transform_square(0, symmetry) for symmetry in SYMMETRIES] == [0, 7, 56, 63, 0, 56, 7, 63]
    assert transform_square(PASS, 5) == PASS


def test_random_games_are_the_same_for_the_same_seed_only():
    first, *_ = bulk.random_games(50, seed=1)
    again, *_ = bulk.random_games(50, seed=1)
    different, *_ = bulk.random_games(50, seed=2)
    assert (first == again).all()
    assert (first != different).any()


def test_a_random_mover_chooses_every_legal_move_about_equally_often():
    moves, *_ = bulk.random_games(40_000, seed=9)
    counts = np.bincount(moves[:, 0])
    assert (np.abs(counts[list(START.legal_squares())] - 10_000) < 400).all()


def test_small_boards_stay_within_their_squares():
    moves, black, white = bulk.random_games(200, seed=4, size=4)
    assert (bulk.replay(moves, Position.start(4)).failed_at == -1).all()
    assert (np.bitwise_count(black | white) <= 16).all()


def test_arrays_of_different_length_are_refused():
    with pytest.raises(ValueError, match="same length"):
        _native.othello.legal_masks(np.zeros(2, np.uint64), np.zeros(3, np.uint64), 1)
