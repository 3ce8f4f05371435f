"""Points of Go as numbers and as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.errors import NotationError
from kibitz.rules.go.points import (
    GO_SIZES,
    fixed_handicap,
    format_go_move,
    format_sgf_vertex,
    format_vertex,
    parse_go_move,
    parse_sgf_vertex,
    parse_vertex,
    transform_point,
)
from kibitz.rules.squares import PASS
from kibitz.rules.symmetry import SYMMETRIES


@st.composite
def points_of_some_board(draw):
    size = draw(st.sampled_from(GO_SIZES))
    return size, draw(st.integers(0, size * size - 1))


def test_rows_are_counted_from_the_bottom_and_the_letter_i_is_left_out():
    assert parse_vertex("A19", 19) == 0
    assert parse_vertex("t1", 19) == 360
    assert format_vertex(8, 9) == "J9"
    assert parse_vertex("Q16", 19) == 3 * 19 + 15


@given(points_of_some_board())
def test_a_point_is_read_back_from_both_notations(place):
    size, point = place
    assert parse_vertex(format_vertex(point, size).lower(), size) == point
    assert parse_sgf_vertex(format_sgf_vertex(point, size), size) == point
    assert parse_go_move(format_go_move(point, size), size) == point


def test_a_pass_is_a_word():
    assert parse_go_move(" PASS ", 9) == PASS
    assert format_go_move(PASS, 9) == "pass"


def test_sgf_counts_columns_and_rows_from_the_top_left():
    assert parse_sgf_vertex("dp", 19) == parse_vertex("D4", 19)


@pytest.mark.parametrize("text", ["I5", "K9", "\u212a5", "A0", "A10", "", "5A", "resign", "a" * 1000])
def test_what_is_no_point_of_the_board_is_refused_in_one_sentence(text):
    with pytest.raises(NotationError, match="is not a point; points are A1 to J9, without I"):
        parse_vertex(text, 9)


def test_a_point_of_sgf_off_the_board_is_refused():
    with pytest.raises(NotationError, match="points are aa to ii"):
        parse_sgf_vertex("jj", 9)


@given(points_of_some_board())
def test_the_eight_images_of_a_point_lie_in_the_same_ring(place):
    size, point = place

    def ring(point):
        row, column = divmod(point, size)
        return min(row, column, size - 1 - row, size - 1 - column)

    assert {ring(transform_point(point, symmetry, size)) for symmetry in SYMMETRIES} == {ring(point)}


def test_fixed_handicaps_are_those_of_the_protocol():
    def names(stones, size):
        return {format_vertex(point, size) for point in fixed_handicap(stones, size)}

    assert names(2, 19) == {"D4", "Q16"}
    assert names(3, 19) == {"D4", "Q16", "D16"}
    assert names(5, 19) == {"D4", "Q16", "D16", "Q4", "K10"}
    assert names(9, 13) == {"D4", "D7", "D10", "G4", "G7", "G10", "K4", "K7", "K10"}
    assert names(4, 9) == {"C3", "G7", "C7", "G3"}


@pytest.mark.parametrize(("stones", "size"), [(1, 19), (10, 19), (5, 8), (2, 5)])
def test_a_handicap_that_the_board_has_no_points_for_is_refused(stones, size):
    with pytest.raises(NotationError, match="fixed handicap"):
        fixed_handicap(stones, size)
