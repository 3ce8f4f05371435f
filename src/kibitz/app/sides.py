"""Sides and outcomes as requests and answers name them."""

from kibitz.app.shapes.base import Side
from kibitz.app.shapes.positions import OutcomeShape
from kibitz.rules.game import Color, Outcome


def side_name(color: Color) -> Side:
    return "black" if color == Color.BLACK else "white"


def color_named(side: Side) -> Color:
    return Color.BLACK if side == "black" else Color.WHITE


def describe_outcome(outcome: Outcome | None) -> OutcomeShape | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else side_name(outcome.winner)
    return OutcomeShape(winner=winner, black_score=outcome.black_score, reason=outcome.reason.value)
