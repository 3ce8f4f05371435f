"""How often each move was played in each training position, all games and all eight images of a position counted together.

A third of the moves of tournament games are made in positions that occur more than once. What was played in all of them is a
better target than the one move of the game at hand.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.planes import transform_squares
from kibitz.features.othello.samples import ExpertMoves
from kibitz.rules.othello.bulk import Boards, Masks, Squares, canonical
from kibitz.rules.symmetry import SYMMETRIES, inverse

# Odd multipliers that spread the bits of a mask over a word (from splitmix64).
_OWN_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_OPP_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
_INVERSES = np.array([inverse(symmetry) for symmetry in SYMMETRIES], np.int8)


@dataclass(frozen=True, slots=True)
class MoveCounts:
    """Counts of some expert moves; the rows are those of the moves they were made from.

    `group` [N] numbers the positions up to symmetry and `to_canonical` [N] is the symmetry that leads there. The moves of group g
    are `square` and `count` from first[g] to first[g + 1], seen in the canonical image; `total` [G] is the sum of a group.
    """

    group: NDArray[np.int64]
    to_canonical: Squares
    first: NDArray[np.int64]
    square: Squares
    count: NDArray[np.int64]
    total: NDArray[np.int64]

    def games(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """How often the position of each row occurs, [B]."""
        found: NDArray[np.int64] = self.total[self.group[rows]]
        return found

    def shares(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """The share of each move in the position of each row, [B, 64], seen as the row sees the board."""
        group = self.group[rows]
        lengths = self.first[group + 1] - self.first[group]
        owner = np.repeat(np.arange(len(rows)), lengths)
        entry = np.arange(len(owner)) - np.repeat(np.cumsum(lengths) - lengths, lengths) + np.repeat(self.first[group], lengths)
        back = _INVERSES[self.to_canonical[rows]][owner]
        table = np.zeros((len(rows), 64), np.float32)
        np.add.at(table, (owner, transform_squares(self.square[entry], back)), self.count[entry])
        shares: NDArray[np.float32] = table / table.sum(axis=1, keepdims=True)
        return shares


def count_moves(moves: ExpertMoves) -> MoveCounts:
    """The counts of all moves given. Positions are told apart by 64 bits of hash; two in ten million would meet once in a
    hundred thousand archives."""
    images, symmetry = canonical(moves.situations.boards)
    _, group = np.unique(_hashes(images), return_inverse=True)
    keys, count = np.unique(group * 64 + transform_squares(moves.square, symmetry), return_counts=True)
    first = np.searchsorted(keys // 64, np.arange(int(group.max(initial=-1)) + 2))
    total = np.bincount(group)
    return MoveCounts(group, symmetry, first, (keys % 64).astype(np.int8), count, total)


def _hashes(boards: Boards) -> Masks:
    mixed = (boards.own * _OWN_FACTOR) ^ (boards.opp * _OPP_FACTOR >> np.uint64(29)) ^ (boards.opp * _OPP_FACTOR << np.uint64(35))
    hashes: Masks = (mixed ^ (mixed >> np.uint64(31))) * _OWN_FACTOR
    return hashes
