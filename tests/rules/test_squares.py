"""Names of squares on boards of every size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.errors import NotationError
from kibitz.rules.othello.wthor_codes import parse_wthor_code, wthor_code
from kibitz.rules.squares import (
    BOARD_SIZES,
    NO_MOVE,
    PASS,
    board_shape,
    format_move,
    format_square,
    format_transcript,
    parse_move,
    parse_sgf_point,
    parse_square,
    parse_transcript,
)


def test_d3_is_square_19_and_a1_is_top_left():
    assert parse_square("d3") == 19
    assert format_square(19) == "d3"
    assert parse_square("A1") == 0
    assert parse_square("h8") == 63


@pytest.mark.parametrize("size", BOARD_SIZES)
def test_every_square_survives_its_name(size):
    squares = board_shape(size).squares
    assert len(set(squares)) == size * size
    assert [parse_square(format_square(square, size), size) for square in squares] == list(squares)
    assert board_shape(size).playable.bit_count() == size * size


def test_a_small_board_is_the_middle_of_the_big_one():
    assert parse_square("a1", size=4) == parse_square("c3")
    assert parse_square("f6", size=6) == parse_square("g7")


@pytest.mark.parametrize("text", ["i1", "a9", "a0", "", "aa1", "5f", "pass", "é1"])
def test_what_is_no_square_is_refused_with_the_right_range(text):
    with pytest.raises(NotationError, match="is not a square; squares are a1 to h8"):
        parse_square(text)


def test_sizes_othello_is_not_played_on_are_refused():
    with pytest.raises(NotationError, match="board size 7 is not known; sizes are 4, 6, 8, 10"):
        board_shape(7)


def test_a_move_is_a_square_or_a_pass():
    assert parse_move("PASS") == PASS
    assert format_move(PASS) == "pass"
    assert parse_move(" e6 ") == parse_square("e6")


@pytest.mark.parametrize("size", BOARD_SIZES)
@given(data=st.data())
def test_a_transcript_survives_its_text(size, data):
    moves = data.draw(st.lists(st.sampled_from(board_shape(size).squares)))
    assert list(parse_transcript(format_transcript(moves, size), size)) == moves


@given(st.text())
def test_any_text_is_a_transcript_or_a_clear_error(text):
    try:
        moves = parse_transcript(text)
    except NotationError as error:
        assert str(error).startswith("transcript, ")
    else:
        assert all(move == PASS or 0 <= move < 64 for move in moves)


def test_sgf_counts_columns_and_rows_in_letters_from_the_top_left():
    assert parse_sgf_point("fe") == parse_square("f5")
    assert parse_sgf_point("HH") == parse_square("h8")
    assert parse_sgf_point("jj", size=10) == parse_square("j10", size=10)


@pytest.mark.parametrize("text", ["", "f", "f5", "ih", "hi", "aaa", "éa"])
def test_what_is_no_point_of_sgf_is_refused(text):
    with pytest.raises(NotationError, match="is not a point of SGF; points are aa to hh"):
        parse_sgf_point(text)


def test_wthor_counts_rows_in_tens_and_columns_in_ones():
    assert [parse_wthor_code(code) for code in (11, 18, 81, 56, 0)] == [0, 7, 56, parse_square("f5"), NO_MOVE]
    moves = (*board_shape(8).squares, NO_MOVE)
    assert tuple(parse_wthor_code(wthor_code(move)) for move in moves) == moves


@pytest.mark.parametrize("code", [1, 9, 10, 19, 20, 89, 90, 255])
def test_other_bytes_are_no_squares_of_wthor(code):
    with pytest.raises(NotationError, match=f"{code} is not a square of WTHOR"):
        parse_wthor_code(code)
