"""Route: a player's portrait, from the archive or from the games that people played here."""

from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query

from kibitz.app.othello.portrait_shapes import PortraitShape
from kibitz.app.othello.records import record_of
from kibitz.app.requests import ServicesOf
from kibitz.app.saved_game import SavedGame
from kibitz.app.services import Services
from kibitz.app.shapes.base import ShortText
from kibitz.archive.database import open_archive
from kibitz.archive.othello.index import games_at
from kibitz.errors import SetupError
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.portrait import PlayerGames, archived_games
from kibitz.records.othello.record import GameRecord
from kibitz.review.othello.portrait import portrait
from kibitz.rules.game import Color
from kibitz.voices.othello.voices import EXPERT

router = APIRouter(prefix="/api")

_YOU: Final = "you"
_FEWEST_DISCS: Final = 10  # a game given up earlier says nothing


@router.get("/portrait")
def player_portrait(
    services: ServicesOf,
    player: Annotated[ShortText, Query(description="a player of the archive; empty: you, in the games played here")] = "",
    judged: Annotated[int, Query(ge=1, le=100, description="how many of the latest games the engine judges")] = 20,
) -> PortraitShape:
    """Openings, results, typical mistakes and likely errors of a player."""
    games = archived_games(player) if player else _own_games(services)
    return PortraitShape(**portrait(games, load_model(EXPERT), _reached if player else None, judged))


def _reached(keys: Any) -> Any:
    with open_archive(game="othello") as archive:
        return games_at(archive, keys)


def _own_games(services: Services) -> PlayerGames:
    """The games that a person played here against a program, under one name."""
    games = [game for game in services.shelf.all() if game.game == "othello" and _is_own(game)]
    records = [_as_you(game) for game in games]
    if not records:
        raise SetupError("you have no game here yet: play one against the expert or the engine, or name a player of the archive")
    return PlayerGames.of(_YOU, records)


def _is_own(game: SavedGame) -> bool:
    return game.black.is_human != game.white.is_human and len(game.line.moves) >= _FEWEST_DISCS


def _as_you(game: SavedGame) -> GameRecord:
    record = record_of(game)
    date = record.date or game.created.date().isoformat()
    if game.seat(Color.BLACK).is_human:
        return replace(record, black=_YOU, date=date)
    return replace(record, white=_YOU, date=date)
