"""Routes: games that are played and kept here."""

import random
from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from kibitz.app.exports import export, new_event_of
from kibitz.app.game_room import GameView
from kibitz.app.lines import parse_line, path_of
from kibitz.app.requests import GameId, ServicesOf, games_of_bytes, refuse_method
from kibitz.app.saved_game import HUMAN, SavedGame, stamped
from kibitz.app.services import EXPERT, Services
from kibitz.app.shapes import (
    Comment,
    Deleted,
    GameFacts,
    GameList,
    GameShape,
    Hint,
    HintRequest,
    ImportedGames,
    NewGame,
    PlayedMove,
    PlayerList,
    PlayerOption,
    PlayerShape,
    Resignation,
    Seat,
    Transcript,
    Variation,
)
from kibitz.app.thinkers import check_player_text, own_kinds
from kibitz.app.views import describe_game, describe_game_line
from kibitz.arena.openings import shipped_openings
from kibitz.errors import KibitzError, SetupError
from kibitz.features.planes import situation
from kibitz.models.store import load_model
from kibitz.players.registry import PlayerKind
from kibitz.rules.squares import PASS, format_move, parse_transcript
from kibitz.rules.symmetry import SYMMETRIES, transform_square

router = APIRouter(prefix="/api")


@router.get("/players")
def players() -> PlayerList:
    """The players that can be named, people and other programs left aside."""
    return PlayerList(players=[_describe_kind(kind) for kind in own_kinds()])


@router.post("/games", status_code=201)
def new_game(asked: NewGame, services: ServicesOf) -> GameShape:
    """Begin a game."""
    for seat in (asked.black, asked.white):
        if seat.player != HUMAN:
            check_player_text(seat.player)
    line = parse_line(asked.start, _even_opening() if asked.even else asked.moves)
    if line.position.is_over:
        raise SetupError("the game would be over before it begins")
    event = stamped(
        "new",
        black=_seated(asked.black),
        white=_seated(asked.white),
        start=str(line.start),
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
    state: Literal["playing", "over"] | None = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
) -> GameList:
    """Saved games, the one changed last first."""
    wanted = _Search(search)
    found = [
        game for game in services.shelf.all() if wanted.fits(game) and state in (None, "over" if game.is_over else "playing")
    ]
    rows = [describe_game_line(game, services.is_reviewed(game.id)) for game in found[offset : offset + limit]]
    return GameList(total=len(found), games=rows)


@router.post("/games/import", status_code=201, openapi_extra={"requestBody": {"content": {"application/octet-stream": {}}}})
async def import_games(
    request: Request, services: ServicesOf, name: Annotated[str, Query(max_length=200)] = "the file"
) -> ImportedGames:
    """Save every game of a file of any record format; the body is the file."""
    data = await request.body()
    return await run_in_threadpool(_import, services, data, name)


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
    check_player_text(asked.by)
    line, position = saved.line, saved.position
    move = services.thinkers.choose(asked.by, line)
    if move is None:
        raise SetupError(f"{asked.by} would resign")
    share = float(load_model(EXPERT).probabilities(situation(position, line.moves))[0, move]) if move != PASS else None
    known = services.pool.analyse(position, 0.2)
    score = next((row.score for row in known.moves if row.move == move), None) if known else None
    return Hint(move=format_move(move), by=asked.by, probability=share, score=score)


@router.post("/games/{game}/resign")
def resign(game: GameId, asked: Resignation, services: ServicesOf) -> GameShape:
    """Give a game up."""
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
    """Say something about a position of the game's tree; nothing removes what was said."""
    return _shape(services, services.room.annotate(game, stamped("comment", path=said.path, comment=said.comment)))


@router.post("/games/{game}/variations")
def add_variation(game: GameId, variation: Variation, services: ServicesOf) -> GameShape:
    """Keep a line that leaves the game."""
    return _shape(services, services.room.annotate(game, stamped("variation", path=variation.path)))


@router.delete("/games/{game}/variations")
def remove_variation(game: GameId, path: Transcript, services: ServicesOf) -> GameShape:
    """Remove a line, with all that hangs on it."""
    return _shape(services, services.room.annotate(game, stamped("no variation", path=path)))


@router.delete("/games/{game}")
def delete(game: GameId, services: ServicesOf) -> Deleted:
    """Remove a game and its review."""
    services.room.delete(game)
    try:
        services.reviews.delete(game)
    except KibitzError:
        return Deleted(deleted=game)  # it was never asked for
    return Deleted(deleted=game)


@router.get("/games/{game}/export", response_class=Response)
def export_game(
    game: GameId, services: ServicesOf, format: Literal["pgn", "ggf", "sgf", "txt", "csv", "gam", "obf", "wtb"] = "pgn"
) -> Response:
    """The game as a file."""
    made = export(services.shelf.get(game).record(), format, f"kibitz-{game}")
    return Response(made.content, media_type=made.media_type, headers=_download(made.name))


def _download(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


def _shape(services: Services, view: GameView) -> GameShape:
    return describe_game(view, services.is_reviewed(view.game.id))


def _seated(seat: Seat) -> dict[str, Any]:
    return {"player": seat.player, "name": seat.name}


def _even_opening() -> str:
    return path_of(random.choice(shipped_openings()))


def _import(services: Services, data: bytes, name: str) -> ImportedGames:
    records, skipped = games_of_bytes(data, name)
    saved = [services.shelf.create(new_event_of(record)) for record in records]
    return ImportedGames(games=[describe_game_line(game, reviewed=False) for game in saved], skipped=skipped)


class _Search:
    """What somebody types to find a game: part of a name, event, date or comment, or the first moves however they are turned."""

    def __init__(self, text: str) -> None:
        self._text = text.strip().lower()
        self._beginnings = _turned(self._text)

    def fits(self, game: SavedGame) -> bool:
        said = (game.black.shown_name, game.white.shown_name, game.event, game.date, *game.comments.values())
        return (
            not self._text
            or any(self._text in text.lower() for text in said)
            or any(game.line.path.startswith(beginning) for beginning in self._beginnings)
        )


def _turned(text: str) -> set[str]:
    try:
        moves = parse_transcript(text)
    except KibitzError:
        return set()
    return {path_of([transform_square(move, turn) for move in moves]) for turn in SYMMETRIES} if moves else set()


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
