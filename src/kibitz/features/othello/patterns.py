"""Named pattern sets: which squares are read together, and the rows of a table they select.

A pattern is drawn once and read wherever the board's symmetries take it. The sets are versioned by their names: a set never
changes once a model was trained on it.
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import mask_of
from kibitz.rules.squares import parse_square

# The eleven shapes of Logistello (Buro 1997): three inner lines, five diagonals, the edge with both X squares, two corners.
_LOGISTELLO_11: Final = (
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a4 b3 c2 d1",
    "a5 b4 c3 d2 e1",
    "a6 b5 c4 d3 e2 f1",
    "a7 b6 c5 d4 e3 f2 g1",
    "a8 b7 c6 d5 e4 f3 g2 h1",
    "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
)

# Sixteen shapes of up to ten squares, read at 63 places: Logistello's without the two short diagonals, whose lines are in others,
# the second row with its corners, and seven about corners and edges.
_WIDE_16: Final = (
    "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "a1 h1 a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a8 b7 c6 d5 e4 f3 g2 h1",
    "a7 b6 c5 d4 e3 f2 g1",
    "a6 b5 c4 d3 e2 f1",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "a1 b1 c1 d1 e1 a2 b2 a3 a4 a5",
    "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    "a1 b1 a2 b2 c2 d2 e2 b3 b4 b5",
    "a1 b1 a2 b2 c2 b3 c3 d3 c4 d4",
    "b2 c2 d2 e2 f2 g2 c3 d3 e3 f3",
    "a1 h1 a8 h8 b2 g2 b7 g7",
)

# The 6×6 board: the edge with both X squares, two corners, wider lines, diagonals with the squares beside their corners.
_SIX_10: Final = (
    "a1 b1 c1 d1 e1 f1 b2 e2",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a2 b2 c2 d2 e2 f2 b3 c3 d3 e3",
    "a3 b3 c3 d3 e3 f3 b4 c4 d4 e4",
    "b2 c2 d2 e2 f2 b3 c3 d3 e3 f3",
    "a1 b2 c3 d4 e5 f6 a2 b1 e6 f5",
    "a2 b3 c4 d5 e6",
    "a3 b4 c5 d6",
    "a4 b5 c6",
)

# The 4×4 board: two rows together, three by three squares in the corner, the middle with the ends of a diagonal.
_FOUR_9: Final = (
    "a1 b1 c1 d1 a2 b2 c2 d2",
    "a2 b2 c2 d2 a3 b3 c3 d3",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b2 c3 d4 b3 c2",
)

PATTERN_SETS: Final = {"logistello11": _LOGISTELLO_11, "wide16": _WIDE_16, "six10": _SIX_10, "four9": _FOUR_9}
_BOARD_SIZES: Final = {"six10": 6, "four9": 4}  # of sets that are not for the standard board


def pattern_masks(name: str) -> NDArray[np.uint64]:
    """The masks of a named set, one for each pattern; raises SetupError for an unknown name."""
    if name not in PATTERN_SETS:
        raise SetupError(f"pattern set {name!r} is not known; sets are {', '.join(PATTERN_SETS)}")
    size = _BOARD_SIZES.get(name, 8)
    masks = [mask_of(parse_square(square, size) for square in shape.split()) for shape in PATTERN_SETS[name]]
    return np.array(masks, dtype=np.uint64)


@cache
def pattern_set(name: str) -> _native.othello.PatternSet:
    """The named set, ready to be read."""
    return _native.othello.PatternSet(pattern_masks(name))


def pattern_rows(boards: Boards, name: str) -> NDArray[np.uint32]:
    """The rows each position selects, [N, places]; see PatternSet.row_count for their bound."""
    return pattern_set(name).rows_of(boards.own, boards.opp)
