"""What is measured on a board, against the slow and obvious way to see it."""

from hypothesis import given
from hypothesis import strategies as st

from kibitz.review.othello.game_sources import own_games
from kibitz.review.othello.measures import corner_of, empty_regions, measure, measure_all, odd_regions, squares_in
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position, parse_board, parse_position
from kibitz.rules.squares import format_square, parse_square

ALL = (1 << 64) - 1
some_positions = st.builds(
    lambda game, ply: list(own_games()[game].positions())[: ply + 1][-1], st.integers(0, len(own_games()) - 1), st.integers(0, 59)
)


def neighbours(square: int) -> list[int]:
    column, row = square % 8, square // 8
    near = [(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    return [8 * y + x for x, y in near if 0 <= x < 8 and 0 <= y < 8]


@given(some_positions)
def test_frontier_discs_are_those_beside_an_empty_square(position: Position):
    for color, discs in ((Color.BLACK, position.black), (Color.WHITE, position.white)):
        empty = ~(position.own | position.opp) & ALL
        expected = [square for square in squares_in(discs) if any(empty >> near & 1 for near in neighbours(square))]
        assert list(squares_in(measure(position, color).frontier)) == expected


@given(some_positions)
def test_regions_are_connected_and_share_out_the_empty_squares(position: Position):
    regions = empty_regions(position)
    assert sum(region.bit_count() for region in regions) == position.empty_count
    for region in regions:
        outside = {near for square in squares_in(region) for near in neighbours(square)} - set(squares_in(region))
        assert not any(~(position.own | position.opp) >> square & 1 for square in outside)
    assert odd_regions(position) == sum(region.bit_count() % 2 for region in regions)


def test_mobility_is_that_of_each_side_whoever_is_to_move():
    position = parse_position("f5d6c3")
    names = [[format_square(square) for square in squares_in(side.mobility)] for side in measure_all([position])[0]]
    assert names[1] == [format_square(square) for square in position.legal_squares()]
    passed = Position(position.opp, position.own, position.to_move.other)
    assert names[0] == [format_square(square) for square in passed.legal_squares()]


def test_a_corner_and_the_edge_behind_it_are_stable():
    position = parse_board("XXX-----" + "-" * 48 + "-----OOO" + " X")
    black, white = measure_all([position])[0]
    assert [format_square(square) for square in squares_in(black.stable)] == ["a1", "b1", "c1"]
    assert [format_square(square) for square in squares_in(white.stable)] == ["f8", "g8", "h8"]


def test_every_square_has_the_corner_of_its_quarter():
    assert [corner_of(parse_square(name)) for name in ("b2", "g1", "a7", "e5")] == [
        parse_square(name) for name in ("a1", "h1", "a8", "h8")
    ]
