"""Lessons: moves that are judged while one plays, and hints in steps."""

from kibitz.app.shapes.base import Move, Shape, StartText, Transcript


class TriedMove(Shape):
    start: StartText = ""
    moves: Transcript = ""
    move: Move


class JudgedTry(Shape):
    move: Move
    best: Move
    loss: float
    unit: str
    line: list[Move]
    best_line: list[Move]
    reasons: list[str]


class HintSteps(Shape):
    where: list[Move]
    idea: str
    move: Move
    line: list[Move]
