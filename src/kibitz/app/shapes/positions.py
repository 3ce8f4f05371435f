"""How a game ended."""

from kibitz.app.shapes.base import Shape, Side


class OutcomeShape(Shape):
    winner: Side | None
    black_score: float
    reason: str
