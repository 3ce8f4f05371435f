"""Routes: games that are played and kept here."""

import random
from datetime import date
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from kibitz.app.exports import export, new_event_of
from kibitz.app.game_room import GameView
from kibitz.app.go.lines import GoLine
from kibitz.app.go.records import go_games_of_bytes, is_go_sgf, new_event_of_go
from kibitz.app.othello.lines import path_of
from kibitz.app.played_lines import PlayedLine, name_of_game, parse_played_line
from kibitz.app.requests import MOST_GAMES, GameId, ServicesOf, games_of_bytes, refuse_method
from kibitz.app.saved_game import HUMAN, SavedGame, stamped
from kibitz.app.services import Services
from kibitz.app.shapes import (
    Comment,
    DeadStones,
    Deleted,
    GameFacts,
    GameList,
    GameName,
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
from kibitz.arena.othello.openings import shipped_openings
from kibitz.errors import KibitzError, SetupError
from kibitz.players.go.default import default_go_player
from kibitz.players.registry import PlayerKind
from kibitz.rules.squares import parse_transcript
from kibitz.rules.symmetry import SYMMETRIES, transform_square
from kibitz.voices.go import voices as go_voices
from kibitz.voices.othello import voices as othello_voices
from kibitz.voices.rows import Ranking
from kibitz.voices.voice import Voices

router = APIRouter(prefix="/api")

_OTHELLO_HINTS_BY: Final = "engine:level=8"
_SECONDS_FOR_A_HINT: Final = 0.2


@router.get("/players")
def players(game: GameName = "othello") -> PlayerList:
    """The players of a game that can be named, people and other programs left aside."""
    return PlayerList(players=[_describe_kind(kind) for kind in own_kinds(game)])


@router.post("/games", status_code=201)
def new_game(asked: NewGame, services: ServicesOf) -> GameShape:
    """Begin a game."""
    line = parse_played_line(asked.start, _even_opening() if asked.even else asked.moves)
    for seat in (asked.black, asked.white):
        if seat.player != HUMAN:
            check_player_text(seat.player, name_of_game(line))
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
    by = asked.by or _default_helper(saved.game)
    check_player_text(by, saved.game)
    move = services.thinkers.choose(by, saved.line)
    if move is None:
        raise SetupError(f"{by} would resign")
    known = services.pool.analyse(saved.line.position, _SECONDS_FOR_A_HINT)
    row = _voices(saved.line).joined(known.ranking if known else Ranking(())).of(move)
    score, chance = (row.engine.score, row.engine.win_chance) if row.engine else (None, None)
    return Hint(move=saved.line.format_move(move), by=by, probability=row.human, score=score, win_chance=chance)


def _voices(line: PlayedLine) -> Voices:
    """What people say of a position; a model of Go moves need not be installed."""
    position = line.position
    if isinstance(line, GoLine):
        return Voices(position.legal_moves(), go_voices.ask_human(line.position, go_voices.human_model()))
    return Voices(position.legal_moves(), othello_voices.ask_human(line.position, line.moves))


@router.post("/games/{game}/resign")
def resign(game: GameId, asked: Resignation, services: ServicesOf) -> GameShape:
    """Give a game up."""
    return _shape(services, services.room.resign(game, asked.side))


@router.put("/games/{game}/dead")
def count(game: GameId, counted: DeadStones, services: ServicesOf) -> GameShape:
    """Say which stones are dead after both sides of a game of Go have passed; one point of each chain is enough."""
    return _shape(services, services.room.count(game, counted.dead))


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
    made = export(services.shelf.get(game), format)
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
    if is_go_sgf(data):
        events, skipped = go_games_of_bytes(data, name, new_event_of_go, MOST_GAMES)
    else:
        records, skipped = games_of_bytes(data, name)
        events = [new_event_of(record) for record in records]
    saved = [services.shelf.create(event) for event in events]
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


def _default_helper(game: GameName) -> str:
    """Who gives hints unless another is asked for."""
    return default_go_player(seconds=1) if game == "go" else _OTHELLO_HINTS_BY


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
