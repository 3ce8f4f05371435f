"""A position of Othello in words: for programs and for people."""

from typing import Any

from kibitz.rules.othello.position import Position
from kibitz.rules.squares import format_move
from kibitz.terminal.outcomes import describe_outcome


def describe(position: Position) -> dict[str, Any]:
    """A position as one JSON document."""
    return {
        "game": "othello",
        "position": str(position),
        "board": position.board_text(),
        "to_move": position.to_move.name.lower(),
        "legal_moves": [format_move(move, position.size) for move in position.legal_moves()],
        "size": position.size,
        "discs": {"black": position.black.bit_count(), "white": position.white.bit_count()},
        "empties": position.empty_count,
        "must_pass": position.must_pass,
        "outcome": describe_outcome(position.outcome()),
    }


def sentence(position: Position) -> str:
    """How a position stands and what can be played, in one line."""
    discs = f"Black {position.black.bit_count()}, White {position.white.bit_count()}, {position.empty_count} empty"
    outcome = position.outcome()
    if outcome:
        return f"{discs}. {outcome}."
    if position.must_pass:
        return f"{discs}. {position.to_move} must pass."
    moves = " ".join(format_move(move, position.size) for move in position.legal_moves())
    return f"{discs}. {position.to_move} to move: {moves}"
