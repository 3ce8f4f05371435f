"""A position of Go in words: for programs and for people."""

from typing import Any

from kibitz.rules.go.points import format_go_move
from kibitz.rules.go.position import GoPosition
from kibitz.terminal.outcomes import describe_outcome


def describe(position: GoPosition) -> dict[str, Any]:
    """A position of Go as one JSON document."""
    black_took, white_took = position.prisoners
    return {
        "game": "go",
        "position": str(position),
        "board": position.board_text(),
        "to_move": position.to_move.name.lower(),
        "legal_moves": [format_go_move(move, position.size) for move in position.legal_moves()],
        "size": position.size,
        "prisoners": {"black": black_took, "white": white_took},
        "outcome": describe_outcome(position.outcome()),
    }


def sentence(position: GoPosition) -> str:
    """How a position stands, in one line."""
    captures = "Captures: Black {}, White {}".format(*position.prisoners)
    outcome = position.outcome()
    return f"{captures}. {outcome}, with every stone alive." if outcome else f"{captures}. {position.to_move} to move."
