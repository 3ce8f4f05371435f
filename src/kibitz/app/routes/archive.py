"""Routes: the user's archive. It is opened for each question, so that an import can run in between."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from kibitz.app.folder import MissingError
from kibitz.app.game_names import DEFAULT_GAME
from kibitz.app.played_line import PlayedLine
from kibitz.app.requests import GivenFilter, GivenPlayedLine
from kibitz.app.shapes.archive import ArchivedGame, ArchivedGames, ArchivedPlayer, ArchivedPlayers, ArchiveInfo, Explored
from kibitz.app.shapes.base import GameName, ShortText
from kibitz.app.shapes.records import RecordShape
from kibitz.app.sides import side_name
from kibitz.app.study_game import records_of
from kibitz.app.study_games import study_game
from kibitz.archive.catalogue import ListedGame, find_players, list_games, summarise
from kibitz.archive.database import open_archive
from kibitz.archive.explore import describe, explore
from kibitz.archive.location import archive_path
from kibitz.errors import SetupError

router = APIRouter(prefix="/api/archive")


def archive_info(game: str) -> ArchiveInfo:
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
def info(game: GameName = DEFAULT_GAME) -> ArchiveInfo:
    """How much the archive holds of a game."""
    return archive_info(game)


@router.get("/explore")
def explored(line: GivenPlayedLine, games: GivenFilter) -> Explored:
    """What was played in a position, and how it went."""
    with open_archive(game=line.game_name) as archive:
        found = describe(explore(archive, line.position, games))
    return Explored(**{name: found[name] for name in Explored.model_fields})


@router.get("/games")
def games_list(line: GivenPlayedLine, games: GivenFilter, limit: Annotated[int, Query(ge=1, le=500)] = 20) -> ArchivedGames:
    """The games that reached a position, the latest first."""
    with open_archive(game=line.game_name) as archive:
        total, rows = list_games(archive, line.position, games, limit)
    return ArchivedGames(total=total, games=[_listed(line, row) for row in rows])


@router.get("/games/{number}")
def one_game(number: Annotated[int, Path(ge=0, le=2**31)], game: GameName = DEFAULT_GAME) -> RecordShape:
    """One game of the archive by its number."""
    with open_archive(game=game) as archive:
        record = records_of(study_game(game)).archived(archive, number)
    if record is None:
        raise MissingError(f"there is no game {number} in the archive")
    return record


@router.get("/players")
def players(
    part: ShortText = "", limit: Annotated[int, Query(ge=1, le=200)] = 20, game: GameName = DEFAULT_GAME
) -> ArchivedPlayers:
    """The players with a text in their names, those with most games first."""
    with open_archive(game=game) as archive:
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


def _listed(line: PlayedLine, game: ListedGame) -> ArchivedGame:
    return ArchivedGame(
        number=game.number,
        black=game.black,
        white=game.white,
        tournament=game.tournament,
        date=game.date,
        round=game.round,
        black_score=game.black_score,
        winner=None if game.winner is None else side_name(game.winner),
        move=None if game.move is None else line.format_move(game.move),
        moves=game.transcript,
    )
