"""Positions and analyses of noughts and crosses."""

from typing import Final, Literal

from kibitz.app.shapes.base import Move, Shape
from kibitz.app.shapes.positions import DescribedShape


class NoughtsPositionShape(DescribedShape):
    game: Literal["noughts"]
    start: str
    moves: list[Move]
    path: str
    last_move: Move | None


class NoughtsMoveValue(Shape):
    move: Move
    score: float
    win_chance: float
    depth: int
    exact: bool
    line: list[Move]


class NoughtsAnalysisShape(Shape):
    game: Literal["noughts"]
    position: str
    revision: int
    moves: list[NoughtsMoveValue]
    exact: bool
    seconds: float
    done: bool
    why: str


POSITION: Final = NoughtsPositionShape
ANALYSIS: Final = NoughtsAnalysisShape
FORMATS: Final = ("txt",)
