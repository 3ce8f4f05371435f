"""Positions with the final boards of their games, and how well chances of owning each square agree with them.

The federation gives squares that stay empty to the winner, and so is it here; in a drawn game they are owned by both halves.
Games that were not played to the end are left out.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.planes import Situations, situations_of_replay
from kibitz.features.othello.samples import squares_as_columns
from kibitz.records.othello.wthor import read_positions
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards, Masks, Squares


@dataclass(frozen=True, slots=True)
class FinalBoards:
    """Positions [N], and the squares that the mover and the opponent own at the end of the game [N].

    A square that neither owns stayed empty in a drawn game.
    """

    situations: Situations
    own_end: Masks
    opp_end: Masks

    def __len__(self) -> int:
        return len(self.situations)

    def take(self, rows: Any) -> "FinalBoards":
        """Some of the positions, by indices, a mask or a slice."""
        return FinalBoards(self.situations.take(rows), self.own_end[rows], self.opp_end[rows])

    def images(self, symmetries: Squares) -> "FinalBoards":
        """Each position and its end under its symmetry."""
        ends = (bulk.transform(end, symmetries) for end in (self.own_end, self.opp_end))
        return FinalBoards(self.situations.images(symmetries), *ends)

    def owners(self) -> NDArray[np.float32]:
        """1 where the mover owns the square at the end, 0 where the opponent does, a half where neither does, [N, 64]."""
        return owners(Boards(self.own_end, self.opp_end))


def owners(ends: Boards) -> NDArray[np.float32]:
    """The shares of the squares of final boards that belong to `own`, 1, 0 or a half, [N, 64]."""
    own, opp = (squares_as_columns(mask).astype(np.float32) for mask in (ends.own, ends.opp))
    return ((1 + own - opp) / 2).astype(np.float32)


def with_empties_owned(ends: Boards) -> Boards:
    """Final boards with the squares that stayed empty given to whoever has more discs; a drawn board stays as it is."""
    difference = np.bitwise_count(ends.own).astype(np.int64) - np.bitwise_count(ends.opp)
    empty = ~(ends.own | ends.opp)
    nothing = np.uint64(0)
    return Boards(ends.own | np.where(difference > 0, empty, nothing), ends.opp | np.where(difference < 0, empty, nothing))


def read_final_boards(folder: Path, years: Iterable[int]) -> FinalBoards:
    """All positions of the finished games of some years of WTHOR, before each disc placed, in the order of the files.

    Raises SetupError if a file cannot be read and NotationError if it is damaged.
    """
    _, replay = read_positions(folder / f"WTH_{year}.wtb" for year in years)
    return final_boards_of_replay(replay)


def final_boards_of_replay(replay: bulk.Replay) -> FinalBoards:
    """All positions of the finished ones of some games."""
    ends = with_empties_owned(Boards(replay.final_black, replay.final_white))
    game, black = replay.game_of_row(), replay.black_to_move
    black_end, white_end = ends.own[game], ends.opp[game]
    own_end, opp_end = np.where(black, black_end, white_end), np.where(black, white_end, black_end)
    return FinalBoards(situations_of_replay(replay), own_end, opp_end).take(replay.over[game])
