"""Routes that only Othello has of its archive: lists of games and players."""

from itertools import islice
from typing import Annotated

from fastapi import APIRouter, Path, Query

from kibitz.app.folder import MissingError
from kibitz.app.othello.lines import Line
from kibitz.app.othello.records import describe_record
from kibitz.app.othello.requests import GivenLine
from kibitz.app.requests import GivenFilter
from kibitz.app.shapes.archive import ArchivedGame, ArchivedGames, ArchivedPlayer, ArchivedPlayers
from kibitz.app.shapes.base import ShortText
from kibitz.app.shapes.records import RecordShape
from kibitz.app.sides import side_name
from kibitz.archive.catalogue import ListedGame, find_players, list_games
from kibitz.archive.database import open_archive
from kibitz.archive.filters import GameFilter
from kibitz.archive.othello.catalogue import game_records
from kibitz.rules.squares import format_move

router = APIRouter(prefix="/api/archive")


@router.get("/games")
def games_list(line: GivenLine, games: GivenFilter, limit: Annotated[int, Query(ge=1, le=500)] = 20) -> ArchivedGames:
    """The games that reached a position, the latest first."""
    with open_archive(game=Line.game_name) as archive:
        total, rows = list_games(archive, line.position, games, limit)
    return ArchivedGames(total=total, games=[_describe(row) for row in rows])


@router.get("/games/{number}")
def one_game(number: Annotated[int, Path(ge=0, le=2**31)]) -> RecordShape:
    """One game of the archive by its number."""
    with open_archive(game=Line.game_name) as archive:
        record = next(islice(game_records(archive, GameFilter(number=number)), 1), None)
    if record is None:
        raise MissingError(f"there is no game {number} in the archive")
    return describe_record(record)


@router.get("/players")
def players(part: ShortText = "", limit: Annotated[int, Query(ge=1, le=200)] = 20) -> ArchivedPlayers:
    """The players with a text in their names, those with most games first."""
    with open_archive(game=Line.game_name) as archive:
        found = find_players(archive, part, limit)
    rows = [
        ArchivedPlayer(
            name=known.name,
            is_program=known.is_program,
            games=known.games,
            first_year=known.first_year,
            last_year=known.last_year,
            rating=known.rating,
        )
        for known in found
    ]
    return ArchivedPlayers(players=rows)


def _describe(game: ListedGame) -> ArchivedGame:
    return ArchivedGame(
        number=game.number,
        black=game.black,
        white=game.white,
        tournament=game.tournament,
        date=game.date,
        round=game.round,
        black_score=None if game.black_score is None else int(game.black_score),
        winner=None if game.winner is None else side_name(game.winner),
        move=None if game.move is None else format_move(game.move),
        moves=game.transcript,
    )
