"""What human players are likely to play."""

from kibitz.app.shapes.base import Move, Shape


class MoveProbability(Shape):
    move: Move
    probability: float


class Predictions(Shape):
    model: str
    rating: float | None
    moves: list[MoveProbability]
    win_chance: float | None
    ownership: list[float] | None
    black_ownership: list[float] | None
