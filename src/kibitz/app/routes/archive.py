"""Routes: what the user's archive knows. It is opened for each question, so that an import can happen meanwhile."""

from itertools import islice
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Depends, Path, Query

from kibitz.app.folder import MissingError
from kibitz.app.othello.lines import color_named, describe_record, side_name
from kibitz.app.played_lines import name_of_game
from kibitz.app.requests import GivenLine, GivenPlayedLine
from kibitz.app.shapes import (
    ArchivedGame,
    ArchivedGames,
    ArchivedPlayer,
    ArchivedPlayers,
    ArchiveInfo,
    Explored,
    GameName,
    RecordShape,
    ShortText,
    Side,
)
from kibitz.archive.catalogue import ListedGame, find_players, list_games, summarise
from kibitz.archive.database import open_archive
from kibitz.archive.explore import describe, explore
from kibitz.archive.filters import GameFilter
from kibitz.archive.location import archive_path
from kibitz.archive.othello.catalogue import game_records
from kibitz.errors import SetupError
from kibitz.rules.squares import format_move

router = APIRouter(prefix="/api/archive")

_Year: TypeAlias = Annotated[int | None, Query(ge=1800, le=3000)]


def _filter(
    player: ShortText | None = None,
    color: Side | None = None,
    tournament: ShortText | None = None,
    from_year: _Year = None,
    to_year: _Year = None,
    human: bool = False,
) -> GameFilter:
    chosen = None if color is None or not player else color_named(color)
    return GameFilter(from_year, to_year, player or None, chosen, tournament or None, human)


GivenFilter: TypeAlias = Annotated[GameFilter, Depends(_filter)]


def archive_info(game: GameName = "othello") -> ArchiveInfo:
    """What the user's archive holds of a game, or how to get one."""
    path = archive_path()
    try:
        with open_archive(game=game) as archive:
            found = summarise(archive)
    except SetupError as error:
        return ArchiveInfo(
            imported=False, path=str(path), message=str(error), games=0, players=0, tournaments=0, first_year=None, last_year=None
        )
    return ArchiveInfo(
        imported=True,
        path=str(path),
        message="",
        games=found.games,
        players=found.players,
        tournaments=found.tournaments,
        first_year=min(found.games_by_year, default=None),
        last_year=max(found.games_by_year, default=None),
    )


@router.get("")
def info(game: GameName = "othello") -> ArchiveInfo:
    """How much the archive holds of a game."""
    return archive_info(game)


@router.get("/explore")
def explored(line: GivenPlayedLine, games: GivenFilter) -> Explored:
    """What was played in a position of either game, and how it went."""
    with open_archive(game=name_of_game(line)) as archive:
        found = describe(explore(archive, line.position, games))
    return Explored(**{name: found[name] for name in Explored.model_fields})


@router.get("/games")
def games_list(line: GivenLine, games: GivenFilter, limit: Annotated[int, Query(ge=1, le=500)] = 20) -> ArchivedGames:
    """The games that reached a position, the latest first."""
    with open_archive(game="othello") as archive:
        total, rows = list_games(archive, line.position, games, limit)
    return ArchivedGames(total=total, games=[_describe(row) for row in rows])


@router.get("/games/{number}")
def one_game(number: Annotated[int, Path(ge=0, le=2**31)]) -> RecordShape:
    """One game of the archive by its number."""
    with open_archive(game="othello") as archive:
        record = next(islice(game_records(archive, GameFilter(number=number)), 1), None)
    if record is None:
        raise MissingError(f"there is no game {number} in the archive")
    return describe_record(record)


@router.get("/players")
def players(part: ShortText = "", limit: Annotated[int, Query(ge=1, le=200)] = 20) -> ArchivedPlayers:
    """The players with a text in their names, those with most games first."""
    with open_archive(game="othello") as archive:
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
