"""Points that must be filled at the end although one side surrounds them."""

from kibitz.rules.go.connections import points_to_connect
from kibitz.rules.go.rule_sets import CHINESE, JAPANESE
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

# When White takes E5 or E3, Black connects at the other.
EITHER = """
    - - - X O - -
    - - - X O - -
    - - - X - O -
    - - - - X O -
    - - - X - O -
    - - - X O - -
    - - - X O - - X
"""

ONE_OF_THEM_TAKEN = """
    - - - X O - -
    - - - X O - -
    - - - X - O -
    - - - - X O -
    - - - X O O -
    - - - X O - -
    - - - X O - - X
"""


def connected(position, dead=()):
    return names(position, points_to_connect(position, position.owners(dead), dead))


def test_a_chain_that_hangs_on_one_point_of_territory_must_be_connected_there():
    board = drawn(HANGING, JAPANESE)
    assert connected(board) == {"D1"}
    assert board.black_score() == 20 - 10


def test_area_counts_the_point_that_is_filled():
    board = drawn(HANGING, CHINESE)
    assert board.black_score() == (21 + 8) - (10 + 9)


def test_a_chain_with_two_neutral_connections_needs_no_point():
    assert connected(drawn(EITHER, JAPANESE)) == set()
    assert connected(drawn(ONE_OF_THEM_TAKEN, JAPANESE)) == {"D4"}


def test_white_must_connect_as_black_does():
    swapped = HANGING.translate(str.maketrans("XO", "OX"))
    assert connected(drawn(swapped, JAPANESE)) == {"D1"}
    assert drawn(swapped, JAPANESE).black_score() == 10 - 20
