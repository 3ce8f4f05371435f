"""What the moves of many positions are worth at several depths of the engine's own search, table and ProbCut included.

Each position is searched by itself and in its canonical image, so that neither its neighbours nor the way the board is turned
change a value.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.features.othello.twins import IMAGES
from kibitz.rules.othello.bulk import Boards, Masks, canonical, transform
from kibitz.search.othello.evaluation import UNITS_PER_DISC, Evaluation
from kibitz.search.othello.probable_cuts import CutTable

MARGIN: Final = 16.0
"""Discs: a move that is worse than the best by more is said to be worse by so much."""

_MARGIN_UNITS: Final = round(MARGIN * UNITS_PER_DISC)
_TABLE_BYTES: Final = 1 << 20  # emptied for each position, so it had better be small
_WIDTH: Final = 1.5  # of ProbCut, in standard deviations


@dataclass(frozen=True, slots=True)
class DeepValues:
    """Asks an evaluation for the values of moves at every depth up to `depth`."""

    evaluation: Evaluation
    cuts: CutTable
    depth: int

    def of(self, boards: Boards, wanted: Masks) -> NDArray[np.float32]:
        """The values in discs for the mover, by position and then square of `wanted` [N], which must be legal, [M, depth].

        Where fewer squares are empty than a depth, its value is that of the end of the game.
        """
        images, symmetries = canonical(boards)
        found = _native.othello.deep_move_values(
            self.evaluation.core, images.own, images.opp, transform(wanted, symmetries), self.depth, _MARGIN_UNITS, _TABLE_BYTES,
            list(self.cuts.shallow), self.cuts.relations.ravel(), _WIDTH,
        )  # fmt: skip
        values: NDArray[np.float32] = found[_places(wanted, symmetries)].astype(np.float32) / np.float32(UNITS_PER_DISC)
        return values


def _places(wanted: Masks, symmetries: NDArray[np.int8]) -> NDArray[np.int64]:
    """Where the wanted moves of each position stand in a list that is sorted by position and then square of its image."""
    row, square = np.nonzero(wanted[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1))
    order = np.lexsort((IMAGES[symmetries[row], square], row))
    places = np.empty(len(row), np.int64)
    places[order] = np.arange(len(row))
    return places
