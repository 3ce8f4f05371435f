"""The games of Go in an archive as records; lists and figures are those of catalogue.py."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from kibitz.archive.catalogue import WITH_NAMES, color_of, found_games
from kibitz.archive.database import Archive
from kibitz.archive.explore import ALL_GAMES, BoardPosition
from kibitz.archive.filing import STORED_PASS
from kibitz.archive.filters import GameFilter
from kibitz.records.go.record import GoMove, GoRecord
from kibitz.records.go.sgf import parse_go_game
from kibitz.rules.game import Color
from kibitz.rules.go.points import parse_sgf_vertex
from kibitz.rules.go.position import GoGame, GoPosition
from kibitz.rules.squares import PASS


def go_game_records(archive: Archive, games: GameFilter = ALL_GAMES, position: BoardPosition | None = None) -> Iterator[GoRecord]:
    """The games that reached a position, or all, as records in the order in which they came in."""
    query = (
        "SELECT sgf, size, start, moves, tags, coalesce(black.name, ''), coalesce(white.name, ''), "
        "coalesce(tournaments.name, ''), place, round, date, black_score, winner, ending, "
        "black_rank, white_rank, rules, komi, handicap "
        f"FROM {found_games(archive, position, games)} AS found {WITH_NAMES} ORDER BY found.id"
    )
    return (stored_record(sgf, *row) for sgf, *row in archive.stream(query))


def stored_points(moves: str, size: int) -> tuple[int, ...]:
    """The points of moves as the table of games has them, PASS among them."""
    pairs = (moves[place : place + 2] for place in range(0, len(moves), 2))
    return tuple(PASS if pair == STORED_PASS else parse_sgf_vertex(pair, size) for pair in pairs)


def stored_record(sgf: str | None, size: int, start: str | None, moves: str, tags: str | None, *row: Any) -> GoRecord:
    """The game of a row of the table of games, in the order of the columns in go_game_records()."""
    if sgf:
        return parse_go_game(sgf)
    black, white, event, place, round_, date, score, winner, ending, black_rank, white_rank, rules, komi, handicap = row
    game = GoGame(size)
    before = game.parse_position(start) if start else game.start()
    return GoRecord(
        _moves(stored_points(moves, size), before.to_move),
        size,
        black_stones=_stones(before, Color.BLACK),
        white_stones=_stones(before, Color.WHITE),
        first_to_move=before.to_move,
        black=black,
        white=white,
        black_rank=black_rank,
        white_rank=white_rank,
        event=event,
        place=place,
        round=round_,
        date=date,
        rules=rules,
        komi=komi,
        handicap=handicap,
        black_score=score,
        winner=color_of(winner),
        ending=ending,
        tags=json.loads(tags) if tags else {},
    )


def _moves(points: Sequence[int], first: Color) -> tuple[GoMove, ...]:
    return tuple(GoMove(first if number % 2 == 0 else first.other, point) for number, point in enumerate(points))


def _stones(position: GoPosition, color: Color) -> tuple[int, ...]:
    return tuple(np.flatnonzero(position.stones == 1 + int(color)).tolist())
