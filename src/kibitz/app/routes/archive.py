"""Routes: the user's archive. It is opened for each question, so that an import can run in between."""

from fastapi import APIRouter

from kibitz.app.game_names import DEFAULT_GAME
from kibitz.app.requests import GivenFilter, GivenPlayedLine
from kibitz.app.shapes.archive import ArchiveInfo, Explored
from kibitz.app.shapes.base import GameName
from kibitz.archive.catalogue import summarise
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
