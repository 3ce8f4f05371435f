"""What the paper printed, and the boards of its figures 9 and 10 as far as its words tell them."""

from typing import Final

# Section 4.2, games won against Wystan at the end of training; the paper gives them in words.
PRINTED: Final = {
    "network1": "loses more than 60 %",
    "network2": "about even",
    "network3": "wins more than 75 %, at best 54 of 60",
}
CONNECTIONS: Final = {"network1": "64–55–1", "network2": "64–96–1, 12 maps of 8 units", "network3": "three of network 2, blended"}

# What the paper says, and what was done where it leaves something open.
READINGS: Final = (
    ("inputs", "1 for a black disc, −1 for a white one; in the analysis 1 for the network's", "1 for a disc of the side to move"),
    ("units", "2 / (1 + e^−x) − 1 everywhere, biases everywhere", "the same"),
    ("network 2", "a map's eight units share their weights", "their bias and their weight to the output too, so that all images "
     "of a board get one value"),
    ("network 3", "three outputs, exp(−(n − μ)² / σ²), μ = 4, 34, 64, σ = 20", "their sum, not divided by the sum of the shares "
     "(1.11 to 1.21)"),
    ("first weights", "evenly from −1 to 1", "the same, but those from maps to outputs from −1/8 to 1/8: each counts for "
     "eight units, and with −1 to 1 some networks 2 began on the flat part of the curve and never learnt"),
    ("learning", "TD(0), α = 0.05, gathered over a game", "the same"),
    ("target", "minimax two moves deep", "the same; leaves are seen by the side to move at the root; a forced pass is a move"),
    ("end of the game", "exhaustive from ten empty squares, discs' difference / 10 through the curve", "the exact solver ends "
     "the game there; empty squares count for the winner"),
    ("exploration", "a better child replaces the best so far with chance 0.9, wherever in the search", "the same at both moves; "
     "in the solved position at the root only"),
    ("games", "about 15,000, measured every 120", "15,000, measured every 120; five seeds"),
)  # fmt: skip

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
