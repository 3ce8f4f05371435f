"""What kind of move a move is, for saying which moves a player errs with: each has exactly one kind, the first that fits."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.samples import ExpertMoves
from kibitz.rules.othello.bulk import Boards, legal_masks, play

KIND_NAMES: Final = ("corner", "gives a corner", "misses a corner", "X-square", "C-square", "edge", "inside")

_CORNERS: Final = np.uint64(0x8100000000000081)
_X_SQUARES: Final = np.uint64(0x0042000000004200)
_C_SQUARES: Final = np.uint64(0x4281000000008142)
_EDGES: Final = np.uint64(0xFF818181818181FF)


def kinds_of_moves(moves: ExpertMoves) -> NDArray[np.int64]:
    """The place of each move's kind in KIND_NAMES, [N].

    A move gives a corner if the other side can take one afterwards that it could not take if it were its turn before.
    """
    boards = moves.situations.boards
    square = np.uint64(1) << moves.square.astype(np.uint64)
    before = legal_masks(Boards(boards.opp, boards.own))
    after = legal_masks(play(boards, moves.square))
    conditions = [
        square & _CORNERS != 0,
        after & ~before & _CORNERS != 0,
        moves.legal & _CORNERS != 0,
        square & _X_SQUARES != 0,
        square & _C_SQUARES != 0,
        square & _EDGES != 0,
    ]
    return np.select(conditions, range(len(conditions)), len(conditions)).astype(np.int64)
