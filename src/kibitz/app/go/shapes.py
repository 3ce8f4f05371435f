"""Positions, counts and analyses of Go."""

from typing import Annotated, Final, Literal

from pydantic import Field

from kibitz.app.shapes.base import Move, Shape
from kibitz.app.shapes.positions import DescribedShape


class GoSides(Shape):
    black: int
    white: int


class GoPositionShape(DescribedShape):
    game: Literal["go"]
    size: int
    start: str
    moves: list[Move]
    path: str
    forbidden: list[Move]
    last_move: Move | None
    stones: GoSides
    prisoners: GoSides
    komi: float
    rules: str
    handicap: int


class CountedSide(Shape):
    owned: int
    prisoners: int
    dead: int


class CountShape(Shape):
    dead: list[Move]
    owners: list[int]
    black: CountedSide
    white: CountedSide
    scoring: str
    komi: float
    black_score: float


class GoMoveValue(Shape):
    move: Move
    visits: int
    win_chance: float
    line: list[Move]


class GoAnalysisShape(Shape):
    position: str
    revision: int
    moves: list[GoMoveValue]
    playouts: int
    win_chance: float
    black_score: float
    ownership: list[float]
    black_ownership: list[float]
    seconds: float
    done: bool
    why: str


class DeadStones(Shape):
    dead: Annotated[list[Move], Field(max_length=625)]


POSITION: Final = GoPositionShape
ANALYSIS: Final = GoAnalysisShape
FORMATS: Final = ("sgf",)
