"""Guessing the move that was played in a game."""

from typing import Annotated

from pydantic import Field

from kibitz.app.game_names import DEFAULT_GAME
from kibitz.app.shapes.any_game import AnyPosition
from kibitz.app.shapes.base import GameName, Move, Shape
from kibitz.app.shapes.predictions import MoveProbability


class GuessDrill(Shape):
    token: str
    position: AnyPosition
    source: str
    black: str
    white: str
    year: int | None


class GuessTry(Shape):
    token: Annotated[str, Field(max_length=2_000)]
    move: Move
    game: GameName = DEFAULT_GAME


class GuessAnswer(Shape):
    points: int
    right: bool
    played: Move
    probability: float
    moves: list[MoveProbability]
