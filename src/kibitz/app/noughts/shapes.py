"""Positions and analyses of noughts and crosses."""

from typing import Final, Literal

from kibitz.app.shapes.base import Move, Shape, Side
from kibitz.app.shapes.positions import OutcomeShape


class NoughtsPositionShape(Shape):
    game: Literal["noughts"]
    board: str
    start: str
    to_move: Side
    moves: list[Move]
    path: str
    legal_moves: list[Move]
    last_move: Move | None
    outcome: OutcomeShape | None


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
