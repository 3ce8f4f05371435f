"""Whole archives as arrays of moves, for learning the evaluation."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.records.othello.files import read_games
from kibitz.records.othello.record import SkippedGame
from kibitz.records.othello.wthor import read_tables
from kibitz.rules.squares import NO_MOVE, PASS

_MAX_MOVES: Final = 60
_NEVER: Final = 100  # more empties than a board has


@dataclass(frozen=True, slots=True)
class GameTable:
    """Many games from the standard start; passes are left out of `moves`."""

    moves: NDArray[np.int8]  # [G, 60], NO_MOVE behind the last
    perfect_black_score: NDArray[np.int64]  # [G], with perfect play from `perfect_from` empties
    perfect_from: NDArray[np.int64]  # [G], more than 64 where the perfect score is not known

    def __len__(self) -> int:
        return len(self.moves)


def read_wthor_years(folder: Path, years: Iterable[int]) -> GameTable:
    """The games of some years of WTHOR; years without a file are left out.

    Raises SetupError if there is no file at all, NotationError if one is cut off.
    """
    files = [path for year in years if (path := folder / f"WTH_{year}.wtb").is_file()]
    if not files:
        raise SetupError(f"{folder} holds no WTHOR file of these years; their names are like WTH_2014.wtb")
    table = read_tables(files)
    perfect_from = np.where(table.perfect_from == 0, _NEVER, table.perfect_from)
    return GameTable(table.moves, table.perfect_score.astype(np.int64), perfect_from.astype(np.int64))


def read_logistello_book(path: Path) -> GameTable:
    """The games of Logistello's book; the scores are those the moves lead to. Raises SetupError at a game that is not legal."""
    games = [_row_of_moves(record.moves) for record in read_games(path, _refuse)]
    return GameTable(np.array(games, np.int8), np.zeros(len(games), np.int64), np.full(len(games), _NEVER, np.int64))


def _row_of_moves(moves: tuple[int, ...]) -> list[int]:
    squares = [move for move in moves if move != PASS]
    return squares + [NO_MOVE] * (_MAX_MOVES - len(squares))


def _refuse(skipped: SkippedGame) -> None:
    raise SetupError(str(skipped))
