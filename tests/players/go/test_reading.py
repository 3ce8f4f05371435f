"""What can be taken by force at the end of a game of Go, and what it changes about the count."""

import numpy as np
import pytest

from kibitz.players.go.counting import dead_stones
from kibitz.players.go.reading import can_be_taken
from kibitz.rules.go.points import parse_vertex
from players.go.boards import a_board

# White's stones in the lower corner have one eye, and a room of five points where the answer to each move makes another.
A_ROOM_OF_FIVE = a_board(
    "..X.X..",
    "XXXXXXX",
    "XXXXXXX",
    "OOOXXXX",
    "X.OOOOX",
    ".XXO.OX",
    "OOOOOOX",
)
TWO_EYES = a_board(
    ".O.OX.",
    "OOOOX.",
    "XXXXX.",
    "......",
    "......",
    "......",
)
ONE_EYE = a_board(
    ".OX...",
    "OOX...",
    "XXX...",
    "......",
    "......",
    "......",
)
FOUR_IN_A_ROW = a_board(
    "....OX.",
    "OOOOOX.",
    "XXXXXX.",
    ".......",
    ".......",
    ".......",
    ".......",
)
THREE_IN_A_ROW = a_board(
    "...OX..",
    "OOOOX..",
    "XXXXX..",
    ".......",
    ".......",
    ".......",
    ".......",
)
AN_OPEN_BOARD = a_board(*["O......", *["......."] * 6])


@pytest.mark.parametrize(
    ("board", "vertex", "is_taken"),
    [
        (A_ROOM_OF_FIVE, "A4", False),
        (TWO_EYES, "A5", False),
        (ONE_EYE, "A5", True),
        (FOUR_IN_A_ROW, "A6", False),
        (THREE_IN_A_ROW, "A6", True),
        (AN_OPEN_BOARD, "A7", None),
    ],
)
def test_a_chain_is_taken_if_no_answer_saves_it(board, vertex, is_taken):
    assert can_be_taken(board, board.chain(parse_vertex(vertex, board.size))) is is_taken


@pytest.mark.parametrize(
    ("board", "doubt", "dies"), [(A_ROOM_OF_FIVE, 0.4, False), (A_ROOM_OF_FIVE, 0.9, True), (THREE_IN_A_ROW, 0.4, True)]
)
def test_a_doubtful_chain_counts_as_dead_only_if_it_can_be_taken(board, doubt, dies):
    whites = np.flatnonzero(board.stones == 2)
    owners = np.ones(board.size**2, np.float32)
    owners[whites] = doubt
    assert set(dead_stones(board, owners)) == (set(whites.tolist()) if dies else set())
