"""How often positions were reached in files of games, up to symmetry: which ones a book should know."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.openings.othello.position_table import distinct
from kibitz.records.chunks import chunked
from kibitz.records.othello import wthor
from kibitz.records.othello.files import RecordFormat, format_of_name, read_games, record_files
from kibitz.records.othello.record import GameRecord
from kibitz.records.reports import OnSkip, SkippedGame
from kibitz.rules.othello.bulk import Boards, canonical, replay
from kibitz.rules.othello.position import START
from kibitz.rules.squares import NO_MOVE

_GAMES_AT_ONCE: Final = 20_000


@dataclass
class Counted:
    """Canonical positions, how often each was reached, [N], and the games they come from."""

    boards: Boards = field(default_factory=lambda: Boards(np.zeros(0, np.uint64), np.zeros(0, np.uint64)))
    times: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    games: int = 0
    left_out: int = 0

    def add(self, boards: Boards, times: NDArray[np.int64]) -> None:
        """Count some canonical positions, which may be there already."""
        own, opp = np.concatenate([self.boards.own, boards.own]), np.concatenate([self.boards.opp, boards.opp])
        all_times = np.concatenate([self.times, times])
        order = np.lexsort((opp, own))
        self.boards, counts = distinct(Boards(own, opp))
        self.times = np.add.reduceat(all_times[order], np.concatenate([[0], np.cumsum(counts)[:-1]])) if len(order) else all_times

    def most_played(self, positions: int, least: int) -> "Counted":
        """The positions reached most often, so many at most and each at least so often; of equals those of fewer discs first."""
        discs = np.bitwise_count(self.boards.own | self.boards.opp)
        order = np.lexsort((self.boards.opp, self.boards.own, discs, -self.times))[:positions]
        kept = order[self.times[order] >= least]
        return Counted(Boards(self.boards.own[kept], self.boards.opp[kept]), self.times[kept], self.games, self.left_out)


def count_positions(paths: Iterable[Path], plies: int, on_skip: OnSkip) -> Counted:
    """The positions in which a disc was placed in the first plies of the games of files and folders.

    Games from another start and on other boards are left out and counted; games that cannot be read go to `on_skip`.
    """
    counted = Counted()
    for file in _files(paths):
        for moves in _tables(file, counted, on_skip):
            _count(moves[:, :plies], counted)
    return counted


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield from record_files(path) if path.is_dir() else (path,)


def _tables(file: Path, counted: Counted, on_skip: OnSkip) -> Iterator[NDArray[np.int8]]:
    """The moves of a file's games as tables [G, L]; WTHOR's are there already."""
    if format_of_name(file.name) == RecordFormat.WTHOR:
        moves = wthor.read_table(file).moves
        yield from (moves[first : first + _GAMES_AT_ONCE] for first in range(0, len(moves), _GAMES_AT_ONCE))
        return

    def skipped(skip: SkippedGame) -> None:
        counted.left_out += 1
        on_skip(skip)

    for records in chunked(read_games(file, skipped), _GAMES_AT_ONCE, lambda _record: 0):
        from_start = [record for record in records if record.start == START]
        counted.left_out += len(records) - len(from_start)
        yield _table(from_start)


def _table(records: list[GameRecord]) -> NDArray[np.int8]:
    table = np.full((len(records), max([len(record.moves) for record in records], default=1)), NO_MOVE, np.int8)
    for row, record in zip(table, records, strict=True):
        row[: len(record.moves)] = record.moves
    return table


def _count(moves: NDArray[np.int8], counted: Counted) -> None:
    played = replay(moves)
    legal = played.failed_at < 0
    counted.games += int(legal.sum())
    counted.left_out += int((~legal).sum())
    rows = legal[played.game_of_row()]
    boards, times = distinct(canonical(Boards(played.boards.own[rows], played.boards.opp[rows]))[0])
    counted.add(boards, times.astype(np.int64))
