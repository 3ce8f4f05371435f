"""The moves of recorded games as arrays, each with its game, year and player, so that figures can be given by each of them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.planes import Situations
from kibitz.features.othello.samples import ExpertMoves, moves_of_replay
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import NO_MOVE

UNKNOWN_YEAR: Final = 0
_BOARD_SIZE: Final = 8


@dataclass(frozen=True, slots=True)
class RecordedMoves:
    """Moves with the number of their game, its year and who made them, all [N].

    UNKNOWN_YEAR and an empty name stand where the record does not say.
    """

    moves: ExpertMoves
    game: NDArray[np.int64]
    year: NDArray[np.int64]
    player: NDArray[np.str_]

    def __len__(self) -> int:
        return len(self.game)

    def take(self, rows: Any) -> "RecordedMoves":
        """Some of the moves, by indices, a mask or a slice."""
        return RecordedMoves(self.moves.take(rows), self.game[rows], self.year[rows], self.player[rows])


def moves_of_records(records: Iterable[GameRecord]) -> RecordedMoves:
    """All discs placed in some games, grouped by start position; games on boards other than 8×8 are left out."""
    by_start: dict[Position, list[tuple[int, GameRecord]]] = defaultdict(list)
    for number, record in enumerate(records):
        if record.start.size == _BOARD_SIZE:
            by_start[record.start].append((number, record))
    return _joined([_moves_from(start, games) for start, games in by_start.items()])


def _moves_from(start: Position, games: list[tuple[int, GameRecord]]) -> RecordedMoves:
    longest = max(len(record.moves) for _, record in games)
    table = np.full((len(games), max(longest, 1)), NO_MOVE, np.int8)
    for row, (_, record) in zip(table, games, strict=True):
        row[: len(record.moves)] = record.moves
    replay = bulk.replay(table, start)
    game = replay.game_of_row()
    numbers = np.array([number for number, _ in games], np.int64)
    years = np.array([record.year or UNKNOWN_YEAR for _, record in games], np.int64)
    black, white = np.array([record.black for _, record in games]), np.array([record.white for _, record in games])
    player = np.where(replay.black_to_move, black[game], white[game])
    return RecordedMoves(moves_of_replay(replay), numbers[game], years[game], player)


def _joined(parts: list[RecordedMoves]) -> RecordedMoves:
    if not parts:
        return _moves_from(Position.start(), [(0, GameRecord(moves=()))])
    if len(parts) == 1:
        return parts[0]
    situations = [part.moves.situations for part in parts]
    boards = Boards(
        np.concatenate([each.boards.own for each in situations]),
        np.concatenate([each.boards.opp for each in situations]),
    )
    joined = Situations(
        boards,
        np.concatenate([each.black_to_move for each in situations]),
        np.concatenate([each.recent for each in situations]),
    )
    square = np.concatenate([part.moves.square for part in parts])
    legal = np.concatenate([part.moves.legal for part in parts])
    return RecordedMoves(
        ExpertMoves(joined, square, legal),
        np.concatenate([part.game for part in parts]),
        np.concatenate([part.year for part in parts]),
        np.concatenate([part.player for part in parts]),
    )
