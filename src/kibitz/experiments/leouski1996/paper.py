"""What the paper printed, and the boards of its figures 9 and 10 as far as its words tell them."""

from typing import Final

# Section 4.2, games won against Wystan at the end of training; the paper gives them in words.
PRINTED: Final = {
    "network1": "loses more than 60 %",
    "network2": "about even",
    "network3": "wins more than 75 %, at best 54 of 60",
}
CONNECTIONS: Final = {"network1": "64–55–1", "network2": "64–96–1, 12 maps of 8 units", "network3": "three of network 2, blended"}

# Figure 9: Black to move can take c2 from c1; then the same with c1 taken, so that this move is gone.
MOVE_AT_C1: Final = """
    - - - - - - - -
    - - O - - - - -
    - - X X - - - -
    - - - O X - - -
    - - - X O - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - - X"""
C1_TAKEN: Final = """
    - - O - - - - -
    - - O - - - - -
    - - X X - - - -
    - - - O X - - -
    - - - X O - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - - X"""

# Figure 10: the contents of two triangles beside the same diagonals have changed places, which no symmetry of the board does.
ONE_BOARD: Final = """
    - - - X - - - -
    - - O X - - - -
    - X X O - - - -
    - - O X O - - -
    - - - O X - - -
    - - - - - X - -
    - - - - - - - -
    - - - - - - - - X"""
OTHER_BOARD: Final = """
    - - - - - - - -
    - - - - - - - -
    - X X - - - - -
    - - O X O - - -
    - - - O X O X X
    - - - - - X O -
    - - - - - - - -
    - - - - - - - - X"""
