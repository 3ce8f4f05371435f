"""Surrounded points that are no territory at the end: those that must be filled, and eyes in a seki."""

from kibitz.rules.go.eyes import uncounted_points
from kibitz.rules.go.rule_sets import CHINESE, JAPANESE
from kibitz.rules.go.seki import seki_chains
from rules.go.boards import drawn, names

# When White takes F1, Black must connect at D1.
HANGING = """
    - - - X O - -
    - - - X O - -
    - - - X O - -
    - - - X O - -
    - - - X O - -
    - - - X O O O
    - - X - X - O X
"""

# White has taken E3, but whoever needs E5 can take it: Black connects there.
A_NEUTRAL_POINT = """
    - - - X O - -
    - - - X O - -
    - - - X - O -
    - - - - X O -
    - - - X O O -
    - - - X O - -
    - - - X O - - X
"""

# Nobody can play at G7. Both sides connect, at D7 and G5, and live by other points.
A_CLOSED_POINT = """
    - - O - O O -
    - - O O X O X
    - - O X X X -
    - - O X - - -
    - - O X - - -
    - - O X - - -
    - - O X - - - X
"""

# A square of four can only become one eye.
A_SQUARE = """
    - - O X - -
    - - O X - -
    O O O X - -
    X X X X - -
    - - - - - -
    - - - - - - X
"""


def uncounted(position, dead=()):
    return names(position, uncounted_points(position, dead))


def test_a_chain_that_hangs_on_one_point_of_territory_must_be_connected_there():
    board = drawn(HANGING, JAPANESE)
    assert uncounted(board) == {"D1"}
    assert board.black_score() == 20 - 10


def test_area_counts_the_point_that_is_filled():
    board = drawn(HANGING, CHINESE)
    assert board.black_score() == (21 + 8) - (10 + 9)


def test_a_chain_that_a_neutral_point_connects_needs_no_point():
    assert uncounted(drawn(A_NEUTRAL_POINT, JAPANESE)) == set()


def test_white_must_connect_as_black_does():
    swapped = HANGING.translate(str.maketrans("XO", "OX"))
    assert uncounted(drawn(swapped, JAPANESE)) == {"D1"}
    assert drawn(swapped, JAPANESE).black_score() == 10 - 20


def test_stones_with_two_eyes_keep_their_territory_beside_a_point_where_nobody_can_play():
    board = drawn(A_CLOSED_POINT, JAPANESE)
    assert uncounted(board) == {"D7", "G5"}
    assert board.black_score() == 12 - 14
    assert seki_chains(board) == ()


def test_living_stones_without_two_eyes_surround_no_territory():
    assert uncounted(drawn(A_SQUARE, JAPANESE)) == {"A6", "B6", "A5", "B5"}
    assert drawn(A_SQUARE, JAPANESE).black_score() == 20
    three_left = A_SQUARE.replace("- - O X", "O - O X", 1)
    assert uncounted(drawn(three_left, JAPANESE)) == set()
    assert drawn(three_left, JAPANESE).black_score() == 20 - 3
