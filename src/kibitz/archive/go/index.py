"""Which positions of games of Go an archive files: all on small boards, on others those of the opening.

On 13×13 and below every move of a game has its row, on larger boards the first 30 have: games of the same two players hardly ever
stay together longer, and the index would be ten times as large.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.go.keys import Flags, filed_points, filed_positions
from kibitz.archive.rows import IndexRows
from kibitz.records.go.files import go_games_of
from kibitz.records.go.record import GoRecord
from kibitz.rules.game import Color
from kibitz.rules.go.bulk import GoGames
from kibitz.rules.squares import NO_MOVE

LARGEST_IN_FULL: Final = 13
OPENING_MOVES: Final = 30
_ROWS_AT_ONCE: Final = 20_000


def indexed_moves(size: int) -> int | None:
    """How many moves of a game on a board have rows in the index, None for all."""
    return None if size <= LARGEST_IN_FULL else OPENING_MOVES


def index_rows(records: Sequence[GoRecord], size: int) -> IndexRows:
    """The rows of games on boards of one size, each called by its place in the list."""
    games = go_games_of(records, size)
    counts = np.diff(games.first)
    filed = counts if (most := indexed_moves(size)) is None else np.minimum(counts, most)
    game = np.repeat(np.arange(len(counts)), filed)
    index = np.arange(len(game)) - np.repeat(np.cumsum(filed) - filed, filed)
    parts = [_rows(games, game[part], index[part]) for part in _slices(len(game))]
    ended = np.flatnonzero(filed == counts)
    parts.append(_last_rows(games, ended, np.array([record.first_to_move == Color.WHITE for record in records], dtype=np.bool_)))
    return IndexRows.joined(parts)


def _slices(rows: int) -> list[slice]:
    return [slice(begin, begin + _ROWS_AT_ONCE) for begin in range(0, rows, _ROWS_AT_ONCE)]


def _rows(games: GoGames, game: NDArray[np.int64], index: NDArray[np.int64]) -> IndexRows:
    moves = games.first[game] + index
    keys, orientations = filed_positions(games.stones_before(game, index), games.is_black[moves] == 0, games.size)
    return IndexRows(keys, game, filed_points(games.points[moves], orientations, games.size))


def _last_rows(games: GoGames, ended: NDArray[np.int64], white_begins: Flags) -> IndexRows:
    """Rows with NO_MOVE for the positions in which records end."""
    last = games.first[ended + 1] - 1
    has_moves = games.first[ended + 1] > games.first[ended]
    white_to_move = np.where(has_moves, games.is_black[last] == 1, white_begins[ended])
    keys, _ = filed_positions(games.selected(ended).replay().stones, white_to_move, games.size)
    return IndexRows(keys, ended, np.full(len(ended), NO_MOVE, np.int16))
