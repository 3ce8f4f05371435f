"""Moves of tournament players as training arrays: the position, the last moves, and what was played.

Splits are by year, never by position. `expert_moves` reads the yearly files of the French federation's WTHOR archive.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.planes import Situations, situations_of_replay, transform_squares
from kibitz.records.othello.wthor import read_positions
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards, Masks, Squares

# The thesis's split, used for every accuracy figure.
TRAIN_YEARS: Final = range(1977, 2015)
VALIDATION_YEARS: Final = range(2015, 2016)
TEST_YEARS: Final = range(2016, 2017)

STAGES: Final = 13
STAGE_NAMES: Final = ("1–12", *(f"{move}–{move + 3}" for move in range(13, 61, 4)))


@dataclass(frozen=True, slots=True)
class ExpertMoves:
    """Positions [N], the square played in each [N], and where else the player might have gone [N]."""

    situations: Situations
    square: Squares
    legal: Masks

    def __len__(self) -> int:
        return len(self.square)

    def take(self, rows: Any) -> "ExpertMoves":
        """Some of the moves, by indices, a mask or a slice."""
        return ExpertMoves(self.situations.take(rows), self.square[rows], self.legal[rows])

    def images(self, symmetries: Squares) -> "ExpertMoves":
        """Each move under its symmetry."""
        situations = self.situations.images(symmetries)
        return ExpertMoves(situations, transform_squares(self.square, symmetries), bulk.transform(self.legal, symmetries))

    def choices(self) -> "ExpertMoves":
        """The moves where the player had more than one."""
        return self.take(np.bitwise_count(self.legal) > 1)


def expert_moves(folder: Path, years: Iterable[int]) -> ExpertMoves:
    """All moves of some years of WTHOR in the order of the files.

    Raises SetupError if a file cannot be read and NotationError if it is damaged.
    """
    _, replay = read_positions(folder / f"WTH_{year}.wtb" for year in years)
    return moves_of_replay(replay)


def moves_of_replay(replay: bulk.Replay) -> ExpertMoves:
    """All moves of some games."""
    return ExpertMoves(situations_of_replay(replay), replay.square, bulk.legal_masks(replay.boards))


def stages(boards: Boards) -> NDArray[np.int64]:
    """The stage of the game each move is made in, [N] from 0 to 12: moves 1–12, 13–16, … 57–60 (Buro; the thesis's table 4.5)."""
    discs_after_move = np.bitwise_count(boards.own | boards.opp).astype(np.int64) + 1
    found: NDArray[np.int64] = np.maximum(0, (discs_after_move - 13) // 4)
    return found


def squares_as_columns(masks: Masks) -> NDArray[np.bool_]:
    """Each mask as 64 flags, [N, 64]."""
    bits = np.unpackbits(masks.astype("<u8").view(np.uint8).reshape(len(masks), 8), axis=1, bitorder="little")
    return bits.view(np.bool_)
