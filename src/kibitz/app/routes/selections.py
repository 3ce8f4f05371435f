"""Routes: many saved games at once, and any line as a file."""

from collections.abc import Callable, Iterable
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response

from kibitz.app.exported_files import ZIP, ExportedFile, name_of_file, zipped
from kibitz.app.game_filter import SavedGameFilter
from kibitz.app.requests import GivenPlayedLine, ServicesOf, sent_file
from kibitz.app.saved_game import HUMAN, SavedGame, begun, stamped
from kibitz.app.services import Services
from kibitz.app.shapes.any_game import EXPORT_FORMATS, ExportFormat, known_format
from kibitz.app.shapes.games import Changed, ChosenGames, ExportedGames, Filing, Wanted
from kibitz.app.study_game import records_of
from kibitz.app.study_games import game_of, study_game
from kibitz.errors import KibitzError, SetupError

router = APIRouter(prefix="/api")

_MOST_TAGS: Final = 20


@router.post("/selection")
def chosen(asked: Wanted, services: ServicesOf) -> ChosenGames:
    """The ids of all games that fit, the one changed last first."""
    return ChosenGames(games=_keys(services, asked))


@router.post("/selection/file")
def put_in_order(asked: Filing, services: ServicesOf) -> Changed:
    """Put games into a folder, add tags and remove them."""
    return _each(_keys(services, asked), lambda key: _file(services, key, asked))


@router.post("/selection/review", status_code=202)
def review(asked: Wanted, services: ServicesOf) -> Changed:
    """Put games into the queue of reviews."""
    return _each(_keys(services, asked), services.reviews.request)


@router.post("/selection/delete")
def delete(asked: Wanted, services: ServicesOf) -> Changed:
    """Remove games and their reviews; they can be restored for thirty days."""
    return _each(_keys(services, asked), services.delete_game)


@router.post("/selection/restore")
def restore(asked: ChosenGames, services: ServicesOf) -> Changed:
    """Bring back games that were deleted, with their reviews."""
    return _each(asked.games, services.restore_game)


@router.post("/selection/export", response_class=Response)
def export(asked: ExportedGames, services: ServicesOf) -> Response:
    """Games as one file, a packed one with a file for each kind of game if there are several."""
    games = [services.shelf.get(key) for key in _keys(services, asked)]
    if not games:
        raise SetupError("no game is chosen")
    return sent_file(_exported(games, asked.format))


@router.get("/export", response_class=Response)
def export_line(
    line: GivenPlayedLine,
    black: Annotated[str, Query(max_length=200)] = "",
    white: Annotated[str, Query(max_length=200)] = "",
    event: Annotated[str, Query(max_length=200)] = "",
    date: Annotated[str, Query(max_length=200)] = "",
    format: ExportFormat = EXPORT_FORMATS[0],
) -> Response:
    """Any line of play as a file, whether or not it is saved."""
    seats = {"black": {"player": HUMAN, "name": black}, "white": {"player": HUMAN, "name": white}}
    facts = stamped("new", id="line", **seats, fixed=0, name=event, date=date)
    return sent_file(records_of(game_of(line)).export([begun(facts, line)], format))


def _keys(services: Services, asked: Wanted) -> list[str]:
    if asked.games is not None:
        return list(dict.fromkeys(asked.games))
    wanted = SavedGameFilter(asked.search, asked.state, asked.folder, asked.tag)
    return [entry.game.id for entry in wanted.of(services.shelf.listing().games)]


def _each(keys: Iterable[str], do: Callable[[str], object]) -> Changed:
    """What became of each game; one with which it is not possible keeps nobody from the others."""
    changed, problems = [], []
    for key in keys:
        try:
            do(key)
            changed.append(key)
        except KibitzError as error:
            problems.append(str(error))
    return Changed(games=changed, problems=problems)


def _file(services: Services, key: str, asked: Filing) -> None:
    def event(game: SavedGame) -> dict[str, object]:
        tags = [tag for tag in dict.fromkeys([*game.tags, *asked.add_tags]) if tag and tag not in asked.remove_tags]
        if len(tags) > _MOST_TAGS:
            raise SetupError(f"a game has at most {_MOST_TAGS} tags")
        return stamped("filed", folder=game.folder if asked.to_folder is None else asked.to_folder.strip(), tags=tags)

    services.shelf.change(key, event)


def _exported(games: list[SavedGame], suffix: str) -> ExportedFile:
    """Games of one kind in the format asked for; of several kinds, those that do not know it in one they know."""
    kinds = {name: [game for game in games if game.game == name] for name in dict.fromkeys(game.game for game in games)}
    if len(kinds) == 1:
        return records_of(game_of(games[0].line)).export(games, suffix)
    files = [records_of(study_game(name)).export(found, known_format(name, suffix)) for name, found in kinds.items()]
    return ExportedFile(f"{name_of_file(games)}.zip", zipped({file.name: file.content for file in files}), ZIP)
