"""How a game ended, for programs."""

from typing import Any

from kibitz.rules.game import Outcome


def describe_outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended as part of a JSON document, None while it goes on."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else outcome.winner.name.lower()
    return {"winner": winner, "black_score": outcome.black_score, "reason": outcome.reason.value}
