"""What every answer about a position has, in the words of the command line, and how a game ended."""

from collections.abc import Mapping
from typing import Any

from kibitz.app.shapes.base import Move, Shape, Side


class OutcomeShape(Shape):
    winner: Side | None
    black_score: float
    reason: str


class DescribedShape(Shape):
    game: str
    position: str
    board: str
    to_move: Side
    legal_moves: list[Move]
    outcome: OutcomeShape | None


def shared_facts(described: Mapping[str, Any]) -> dict[str, Any]:
    """These facts out of a description that the command line prints."""
    outcome = described["outcome"]
    found = {key: described[key] for key in DescribedShape.model_fields}
    return found | {"outcome": None if outcome is None else OutcomeShape(**outcome)}
