"""What routes take from a request: the services behind them, a line of play, ids, and the games of a text."""

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, TypeAlias

from fastapi import Depends, HTTPException, Path, Query, Request

from kibitz.app.folder import ID_PATTERN
from kibitz.app.go.lines import is_go_start
from kibitz.app.othello.lines import Line, parse_line
from kibitz.app.played_lines import PlayedLine, parse_played_line
from kibitz.app.services import Services
from kibitz.app.shapes.base import LONGEST_PATH, LONGEST_START
from kibitz.errors import NotationError, SetupError
from kibitz.records.othello.files import parse_games
from kibitz.records.othello.record import GameRecord, SkippedGame
from kibitz.rules.othello.position import is_board_text, parse_board

MOST_GAMES: int = 1000


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


_Start: TypeAlias = Annotated[
    str,
    Query(
        max_length=LONGEST_START,
        description="a board with its side to move, or go:19 komi:7.5 rules:chinese; empty: Othello's usual start",
    ),
]
_Path: TypeAlias = Annotated[
    str, Query(max_length=LONGEST_PATH, description="a transcript such as f5d6c3, or pairs such as pddp")
]


def _played_line(start: _Start = "", moves: _Path = "") -> PlayedLine:
    return parse_played_line(start, moves)


def _line(start: _Start = "", moves: _Path = "") -> Line:
    if is_go_start(start):
        raise SetupError("only Othello is known here, not Go")
    return parse_line(start, moves)


ServicesOf: TypeAlias = Annotated[Services, Depends(_services)]
GivenLine: TypeAlias = Annotated[Line, Depends(_line)]
GivenPlayedLine: TypeAlias = Annotated[PlayedLine, Depends(_played_line)]
GameId: TypeAlias = Annotated[str, Path(pattern=ID_PATTERN, description="the id of a saved game")]


def refuse_method() -> None:
    """The answer of an address of its own that would otherwise be taken for an id; always raises."""
    raise HTTPException(405)


def games_of_text(text: str, source: str, most: int = MOST_GAMES) -> tuple[list[GameRecord], list[str]]:
    """The games of a text in any format, at most so many, and what is wrong with the others; a board is a game without moves.

    Raises NotationError if there is none.
    """
    if is_board_text(text):
        return [GameRecord((), start=parse_board(text))], []
    return games_of_bytes(text.encode("utf-8", "replace"), source, most)


def games_of_bytes(data: bytes, source: str, most: int = MOST_GAMES) -> tuple[list[GameRecord], list[str]]:
    """As games_of_text() for the bytes of a file."""
    skipped: list[SkippedGame] = []
    usual: Iterator[GameRecord] = parse_games(data, source, skipped.append)
    games = []
    for record in islice(usual, most):
        if record.start.size == 8:
            games.append(record)
        else:
            skipped.append(SkippedGame(source, len(games) + len(skipped) + 1, "the board is not 8×8"))
    if not games:
        raise NotationError(str(skipped[0]) if skipped else f"{source} holds no game")
    return games, [str(game) for game in skipped[:most]]
