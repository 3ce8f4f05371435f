"""Whole archives as arrays of moves, for learning: a hundred thousand games in a second.

Only what the archives of the federation and of Logistello guarantee is read here; for files of unknown origin use
kibitz.records, which checks every game and says what is wrong with it.
"""

import gzip
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.rules.squares import NO_MOVE

_MAX_MOVES: Final = 60
_WTHOR_HEADER: Final = 16
_WTHOR_DEPTH_BYTE: Final = 14
_WTHOR_OLD_DEPTH: Final = 22  # what a depth of 0 means
_WTHOR_GAME: Final = np.dtype(
    [("who", "<u2", 3), ("black_discs", "u1"), ("perfect_black_discs", "u1"), ("moves", "u1", _MAX_MOVES)]
)
_LOGISTELLO_MOVE: Final = re.compile(r"[+-]([a-h])([1-8])")
_NEVER: Final = 100  # more empties than a board has


@dataclass(frozen=True, slots=True)
class GameTable:
    """Many games from the usual start; passes are left out of `moves`."""

    moves: NDArray[np.int8]  # [G, 60], NO_MOVE behind the last
    perfect_black_score: NDArray[np.int64]  # [G], with perfect play from `perfect_from` empties
    perfect_from: NDArray[np.int64]  # [G], more than 64 where the perfect score is not known

    def __len__(self) -> int:
        return len(self.moves)


def read_wthor_years(folder: Path, years: Iterable[int]) -> GameTable:
    """The games of some years of WTHOR; years without a file are left out.

    Raises SetupError if there is no file at all or one is cut off.
    """
    files = [path for year in years if (path := folder / f"WTH_{year}.wtb").is_file()]
    if not files:
        raise SetupError(f"{folder} holds no WTHOR file of these years; their names are like WTH_2014.wtb")
    return _joined([_read_wthor(path) for path in files])


def read_logistello_book(path: Path) -> GameTable:
    """The games of Logistello's book, one a line, gzipped; the scores are those the moves lead to."""
    games = []
    try:
        with gzip.open(path, "rt", encoding="ascii") as lines:
            games = [_logistello_moves(line) for line in lines if line.strip()]
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise SetupError(f"{path} cannot be read as Logistello's book: {error}") from None
    return GameTable(np.array(games, np.int8), np.zeros(len(games), np.int64), np.full(len(games), _NEVER, np.int64))


def _read_wthor(path: Path) -> GameTable:
    content = path.read_bytes()
    if len(content) < _WTHOR_HEADER or (len(content) - _WTHOR_HEADER) % _WTHOR_GAME.itemsize:
        raise SetupError(f"{path} is cut off: {len(content)} bytes are no header of 16 and games of 68")
    games = np.frombuffer(content, _WTHOR_GAME, offset=_WTHOR_HEADER)
    written = games["moves"].astype(np.int64)
    moves = np.where(written == 0, NO_MOVE, written // 10 * 8 + written % 10 - 9).astype(np.int8)
    perfect = 2 * games["perfect_black_discs"].astype(np.int64) - 64
    depth = content[_WTHOR_DEPTH_BYTE] or _WTHOR_OLD_DEPTH
    return GameTable(moves, perfect, np.full(len(games), depth, np.int64))


def _logistello_moves(line: str) -> list[int]:
    found = _LOGISTELLO_MOVE.findall(line.partition(":")[0])
    moves = [ord(column) - ord("a") + 8 * (int(row) - 1) for column, row in found[:_MAX_MOVES]]
    return moves + [NO_MOVE] * (_MAX_MOVES - len(moves))


def _joined(tables: list[GameTable]) -> GameTable:
    return GameTable(
        np.concatenate([table.moves for table in tables]),
        np.concatenate([table.perfect_black_score for table in tables]),
        np.concatenate([table.perfect_from for table in tables]),
    )
