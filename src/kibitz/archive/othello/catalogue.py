"""The games of Othello in an archive as records; lists and figures are those of the catalogue of any game."""

import json
from collections.abc import Iterator
from typing import Any, Final

from kibitz.archive.catalogue import WITH_NAMES, color_of, found_games
from kibitz.archive.database import Archive
from kibitz.archive.explore import ALL_GAMES, BoardPosition
from kibitz.archive.filing import STORED_PASS
from kibitz.archive.filters import GameFilter
from kibitz.records.othello.record import GameRecord
from kibitz.records.othello.remarks import remarks_of_json
from kibitz.rules.othello.position import START, parse_board
from kibitz.rules.squares import PASS, board_shape

_STORED_MOVES: Final = board_shape(8).squares_by_name | {STORED_PASS: PASS}


def game_records(archive: Archive, games: GameFilter = ALL_GAMES, position: BoardPosition | None = None) -> Iterator[GameRecord]:
    """The games that reached a position, or all, as records in the order in which they came in."""
    query = (
        "SELECT moves, start, coalesce(black.name, ''), coalesce(white.name, ''), coalesce(tournaments.name, ''), place, round, "
        "date, stated_score, ending, black_rating, white_rating, perfect_score, perfect_from, extras, stated_winner "
        f"FROM {found_games(archive, position, games)} AS found {WITH_NAMES} ORDER BY found.id"
    )
    return (_record(*row) for row in archive.stream(query))


def _record(moves: str, start: str | None, *row: Any) -> GameRecord:
    black, white, event, place, round_, date, score, ending, *numbers, extras, winner = row
    black_rating, white_rating, perfect_score, perfect_from = numbers
    return GameRecord(
        moves=tuple(_STORED_MOVES[moves[place : place + 2]] for place in range(0, len(moves), 2)),
        start=parse_board(start) if start else START,
        black=black,
        white=white,
        event=event,
        place=place,
        round=round_,
        date=date,
        black_score=score,
        ending=ending,
        black_rating=black_rating,
        white_rating=white_rating,
        perfect_score=perfect_score,
        perfect_from=perfect_from,
        winner=color_of(winner),
        **remarks_of_json(json.loads(extras) if extras else {}),
    )
