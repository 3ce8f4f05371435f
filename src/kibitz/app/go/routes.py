"""Routes that only Go has: counting."""

from typing import Annotated

from fastapi import APIRouter, Query

from kibitz.app.go.lines import GoLine, describe_count, likely_dead, parse_dead
from kibitz.app.go.shapes import CountShape, DeadStones
from kibitz.app.requests import GameId, GivenPlayedLine, ServicesOf
from kibitz.app.shapes.games import GameShape
from kibitz.app.views import describe_game
from kibitz.errors import SetupError

router = APIRouter(prefix="/api")


@router.get("/count")
def count(
    line: GivenPlayedLine,
    dead: Annotated[
        str | None, Query(max_length=3_000, description="points of dead chains, or none; left out: those playouts take")
    ] = None,
) -> CountShape:
    """A position of Go counted as it stands, without its dead stones."""
    if not isinstance(line, GoLine):
        raise SetupError("only positions of Go are counted")
    position = line.position
    if dead is None:
        return describe_count(position, likely_dead(position))
    return describe_count(position, () if dead == "none" else parse_dead(dead.split(), position))


@router.put("/games/{game}/dead")
def mark_dead(game: GameId, counted: DeadStones, services: ServicesOf) -> GameShape:
    """Say which stones are dead after both sides of a game of Go have passed; one point of each chain is enough."""
    return describe_game(services.room.count(game, counted.dead), services.is_reviewed(game))
