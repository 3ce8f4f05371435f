"""Routes: games that are played and kept here."""

from datetime import date
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from kibitz.app.game_filter import Order, SavedGameFilter, in_order
from kibitz.app.game_names import DEFAULT_GAME
from kibitz.app.game_room import GameView
from kibitz.app.hearing import Question, hear_once
from kibitz.app.requests import MOST_GAMES, GameId, ServicesOf, refuse_method, sent_file
from kibitz.app.saved_game import HUMAN, stamped
from kibitz.app.services import Services
from kibitz.app.shapes.any_game import EXPORT_FORMATS, ExportFormat
from kibitz.app.shapes.base import Deleted, GameName, Transcript
from kibitz.app.shapes.games import (
    Comment,
    GameFacts,
    GameList,
    GameShape,
    GameState,
    Hint,
    HintRequest,
    ImportedGames,
    NewGame,
    PlayedMove,
    Resignation,
    Seat,
    Shelved,
    UnreadableGame,
    Variation,
)
from kibitz.app.shapes.players import PlayerList, PlayerOption, PlayerShape
from kibitz.app.study_game import records_of
from kibitz.app.study_games import game_of, game_of_file, parse_played_line
from kibitz.app.thinkers import check_player_text, own_kinds
from kibitz.app.views import describe_game
from kibitz.errors import SetupError
from kibitz.players.registry import PlayerKind

router = APIRouter(prefix="/api")

_SECONDS_FOR_A_HINT: Final = 0.2


@router.get("/players")
def players(game: GameName = DEFAULT_GAME) -> PlayerList:
    """The players of a game that can be named, except people and other programs."""
    return PlayerList(players=[_describe_kind(kind) for kind in own_kinds(game)])


@router.post("/games", status_code=201)
def new_game(asked: NewGame, services: ServicesOf) -> GameShape:
    """Begin a game."""
    line = parse_played_line(asked.start, asked.moves)
    if asked.even:
        line = line.with_path(game_of(line).even_opening())
    for seat in (asked.black, asked.white):
        if seat.player != HUMAN:
            check_player_text(seat.player, line.game_name)
    if line.position.is_over:
        raise SetupError("the game would be over before it begins")
    event = stamped(
        "new",
        black=_seated(asked.black),
        white=_seated(asked.white),
        start=line.start_text,
        moves=line.path,
        clock=asked.clock.model_dump() if asked.clock else None,
        human_time=asked.human_time,
        name=asked.event,
        date=date.today().isoformat(),
    )
    return _shape(services, services.room.begin(event))


@router.get("/games")
def games(
    services: ServicesOf,
    search: Annotated[str, Query(max_length=200)] = "",
    state: GameState | None = None,
    folder: Annotated[str | None, Query(max_length=200, description="empty: games in no folder")] = None,
    tag: Annotated[str | None, Query(max_length=200)] = None,
    sort: Order = "changed",
    descending: bool = True,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
) -> GameList:
    """Saved games, the one changed last first, and those whose files cannot be read, whatever is asked for."""
    kept = services.shelf.listing()
    found = in_order(SavedGameFilter(search, state, folder, tag).of(kept.games), sort, descending)
    return GameList(
        total=len(found),
        games=[services.game_line(entry.game) for entry in found[offset : offset + limit]],
        unreadable=[UnreadableGame(id=file.id, problem=file.problem) for file in kept.unreadable],
        folders=[Shelved(name=name, games=count) for name, count in kept.folders],
        tags=[Shelved(name=name, games=count) for name, count in kept.tags],
    )


@router.post("/games/import", status_code=201, openapi_extra={"requestBody": {"content": {"application/octet-stream": {}}}})
async def import_games(
    request: Request, services: ServicesOf, name: Annotated[str, Query(max_length=200)] = "the file"
) -> ImportedGames:
    """Save the games of a file of any record format, the first thousand of a larger one; the body is the file."""
    data = await request.body()
    return await services.read_upload(_import, data, name)


router.add_api_route("/games/import", refuse_method, methods=["GET", "PATCH", "DELETE"], include_in_schema=False)


@router.get("/games/{game}")
def one_game(game: GameId, services: ServicesOf) -> GameShape:
    """A game as it is now."""
    return _shape(services, services.room.view(game))


@router.post("/games/{game}/moves")
def play(game: GameId, played: PlayedMove, services: ServicesOf) -> GameShape:
    """Play a move for the person whose turn it is."""
    return _shape(services, services.room.play(game, played.move, played.version))


@router.post("/games/{game}/takeback")
def take_back(game: GameId, services: ServicesOf) -> GameShape:
    """Take back to the last choice of a person."""
    return _shape(services, services.room.take_back(game))


@router.post("/games/{game}/hint")
def hint(game: GameId, asked: HintRequest, services: ServicesOf) -> Hint:
    """What a player would do now."""
    saved = services.shelf.get(game)
    if saved.is_over:
        raise SetupError("the game is over")
    by = asked.by or game_of(saved.line).adviser()
    check_player_text(by, saved.game)
    move = services.thinkers.choose(by, saved.line)
    if move is None:
        raise SetupError(f"{by} would resign")
    row = hear_once(Question(saved.line, ("human", "engine")), services.pool, services.engines, _SECONDS_FOR_A_HINT).of(move)
    score, chance = (row.engine.score, row.engine.win_chance) if row.engine else (None, None)
    return Hint(move=saved.line.format_move(move), by=by, probability=row.human, score=score, win_chance=chance)


@router.post("/games/{game}/resign")
def resign(game: GameId, asked: Resignation, services: ServicesOf) -> GameShape:
    """Resign a game."""
    return _shape(services, services.room.resign(game, asked.side))


@router.patch("/games/{game}")
def describe(game: GameId, facts: GameFacts, services: ServicesOf) -> GameShape:
    """Names, event and date for the record."""
    given = facts.model_dump(exclude_none=True)
    if "event" in given:
        given["name"] = given.pop("event")
    return _shape(services, services.room.annotate(game, stamped("facts", **given)))


@router.put("/games/{game}/comments")
def comment(game: GameId, said: Comment, services: ServicesOf) -> GameShape:
    """Comment on a position of the game's tree; an empty comment removes it."""
    return _shape(services, services.room.annotate(game, stamped("comment", path=said.path, comment=said.comment)))


@router.post("/games/{game}/variations")
def add_variation(game: GameId, variation: Variation, services: ServicesOf) -> GameShape:
    """Keep a line that leaves the game."""
    return _shape(services, services.room.annotate(game, stamped("variation", path=variation.path)))


@router.delete("/games/{game}/variations")
def remove_variation(game: GameId, path: Transcript, services: ServicesOf) -> GameShape:
    """Remove a line and everything below it."""
    return _shape(services, services.room.annotate(game, stamped("no variation", path=path)))


@router.delete("/games/{game}")
def delete(game: GameId, services: ServicesOf) -> Deleted:
    """Remove a game and its review; `POST /api/selection/restore` brings them back."""
    services.delete_game(game)
    return Deleted(deleted=game)


@router.get("/games/{game}/export", response_class=Response)
def export_game(game: GameId, services: ServicesOf, format: ExportFormat = EXPORT_FORMATS[0]) -> Response:
    """The game as a file."""
    saved = services.shelf.get(game)
    return sent_file(records_of(game_of(saved.line)).export([saved], format))


def _shape(services: Services, view: GameView) -> GameShape:
    return describe_game(view, services.is_reviewed(view.game.id), services.names.side_of(view.game))


def _seated(seat: Seat) -> dict[str, Any]:
    return {"player": seat.player, "name": seat.name}


def _import(services: Services, data: bytes, name: str) -> ImportedGames:
    events, skipped, left_out = records_of(game_of_file(data, name)).events(data, name, MOST_GAMES)
    saved = services.shelf.create_all(events)
    lines = [services.game_line(game) for game in saved.games]
    return ImportedGames(games=lines, skipped=skipped + saved.skipped, left_out=left_out)


def _describe_kind(kind: PlayerKind) -> PlayerShape:
    options = [
        PlayerOption(
            name=option.name,
            meaning=option.kind.meaning,
            description=option.description,
            default=None if option.default is None else str(option.default),
            required=option.is_required,
        )
        for option in kind.options
    ]
    return PlayerShape(name=kind.name, description=kind.description, options=options)
