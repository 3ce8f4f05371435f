"""The planes of Ng's value networks, and the turning of games by their first move."""

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.features.othello.planes import encode, situation
from kibitz.features.othello.value_planes import (
    FIRST_MOVE,
    VALUE_PLANES,
    border_gaps,
    turned_by_first_move,
    turning_of,
    value_planes,
)
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import START, mask_of, parse_board, play_all
from kibitz.rules.squares import PASS, parse_square, parse_transcript
from kibitz.rules.symmetry import SYMMETRIES, transform_square

FIGURE_8 = """
1 1 1 1 1 1 1 1
1 0 0 0 0 0 0 1
1 0 0 0 0 0 0 1
1 0 0 0 0 0 0 1
1 0 0 0 0 0 0 1
1 0 0 0 0 0 0 1
1 0 0 0 0 0 0 1
1 1 1 1 1 1 1 1
"""
FIGURE_10 = """
 4 -1  1  1  1  1 -1  4
-1 -1  0  0  0  0 -1 -1
 1  0  0  0  0  0  0  1
 1  0  0  0  0  0  0  1
 1  0  0  0  0  0  0  1
 1  0  0  0  0  0  0  1
-1 -1  0  0  0  0 -1 -1
 4 -1  1  1  1  1 -1  4
"""
AFTER_F5 = """
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . O X . . .
. . . X X X . .
. . . + . + . .
. . . . . . . .
. . . . . . . .
"""


def drawn(figure):
    return np.array([[float(number) for number in line.split()] for line in figure.strip().splitlines()])


def planes_of(name, transcript=""):
    return encode(VALUE_PLANES[name], situation(play_all(parse_transcript(transcript))))[0]


@pytest.mark.parametrize(("name", "figure"), [("ng-border", FIGURE_8), ("ng-corner", FIGURE_10), ("ng-freemove", FIGURE_10)])
def test_the_marks_are_those_of_the_figures(name, figure):
    np.testing.assert_array_equal(planes_of(name)[3], drawn(figure))


def test_the_last_network_has_ten_in_the_corners_and_nothing_else_changed():
    expected = drawn(FIGURE_10)
    expected[expected == 4] = 10
    np.testing.assert_array_equal(planes_of("ng-freemove-corner10")[3], expected)


def test_discs_and_free_moves_are_the_mover_s():
    own, opp, empty, _, moves = planes_of("ng-freemove", "f5")
    signs = [line.split() for line in AFTER_F5.strip().splitlines()]
    for plane, wanted in ((own, "O"), (opp, "X")):
        np.testing.assert_array_equal(plane, [[sign == wanted for sign in line] for line in signs])
    np.testing.assert_array_equal(own + opp + empty, np.ones((8, 8)))
    # White may answer f5 with d6, f4 and f6.
    assert {(int(row), int(column)) for row, column in np.argwhere(moves)} == {(5, 3), (3, 5), (5, 5)}


def test_all_four_games_that_are_one_by_symmetry_look_alike():
    game = parse_transcript("f5d6c3d3c4f4")
    seen = set()
    for symmetry in SYMMETRIES:
        moves = tuple(transform_square(move, symmetry) for move in game)
        if moves[0] not in START.legal_squares():
            continue
        boards = turned_by_first_move(Boards.of([play_all(moves)]), moves)
        seen.add((int(boards.own[0]), int(boards.opp[0])))
    assert len(seen) == 1
    assert {turning_of((move,)) for move in START.legal_squares()} == {0, 3, 4, 7}


def test_games_without_a_known_first_move_are_not_turned():
    assert turning_of(()) == turning_of((PASS,)) == turning_of((parse_square("a1"),)) == turning_of((FIRST_MOVE,)) == 0


def test_unknown_sets_and_versions_are_refused():
    with pytest.raises(SetupError, match="those of value networks are ng-discs"):
        value_planes("ng-luck")
    with pytest.raises(SetupError, match="wanted in version 9"):
        value_planes("ng-border", 9)


GAPS = """
X - X - - X - O
- - - - - - - -
- X - X - - - X
X - - - - - - -
- - - - - - - O
X - - - - - - X
- - - - - - - -
X - - - X O - O X"""


def test_gaps_are_one_or_two_empty_squares_of_an_edge_between_discs_of_one_side():
    boards = Boards.of([parse_board(GAPS)])
    marked = [int(border_gaps(each)[0]) for each in (boards, Boards(boards.opp, boards.own))]
    assert marked == [mask_of(map(parse_square, names.split())) for names in ("b1 d1 e1 a2 a3 a5 a7", "g8")]


def test_the_proposed_planes_stand_behind_those_of_free_move():
    position = parse_board(GAPS)
    free, gaps, stable = (encode(VALUE_PLANES[name], situation(position))[0] for name in ("ng-freemove", "ng-gaps", "ng-stable"))
    np.testing.assert_array_equal(gaps[: len(free)], free)
    np.testing.assert_array_equal(stable[: len(free)], free)
    assert VALUE_PLANES["ng-gaps"].names[-2:] == ("gaps in the mover's border", "gaps in the opponent's border")
    assert gaps[-2:].sum(axis=(1, 2)).tolist() == [7, 1]
    assert stable[-2, 0, 0] == 1, "a corner that is held is stable"
