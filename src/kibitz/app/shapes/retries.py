"""Mistakes of reviewed games that are tried again."""

from kibitz.app.shapes.any_game import AnyPosition
from kibitz.app.shapes.base import Move, Shape, Side


class OwnMistake(Shape):
    review: str
    ply: int
    side: Side
    position: AnyPosition
    played: Move
    loss: float
    black: str
    white: str
    tries: int
    solved: bool
    weight: float


class OwnMistakes(Shape):
    mistakes: list[OwnMistake]
    left_out: int


class MistakeTry(Shape):
    review: str
    ply: int
    move: Move


class MistakeAnswer(Shape):
    right: bool
    best: Move
    loss: float
    reasons: list[str]
    line: list[Move]
    best_line: list[Move]
    tries: int
    solved: bool
