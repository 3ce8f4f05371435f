"""`kibitz show`: a position drawn, or described for programs."""

from typing import Any

import click

from kibitz.cli.output import json_option, print_json
from kibitz.cli.positions import read_line_of_play, size_option
from kibitz.rules.game import Outcome
from kibitz.rules.othello import Position
from kibitz.rules.squares import format_move


@click.command()
@click.argument("position")
@size_option
@json_option
def show(position: str, size: int | None, as_json: bool) -> None:
    """Draw a position.

    POSITION is a transcript, a board of 16, 36, 64 or 100 signs (X black, O white, - empty) with the side to move behind it,
    or - for standard input.

    \b
    Example: kibitz show f5d6c3
             kibitz show '---------------------------OX------XO--------------------------- X'
             echo f5d6 | kibitz show - --json
    """
    line = read_line_of_play(position, size)
    if as_json:
        print_json(describe(line.position))
        return
    from kibitz.cli.board import BoardDrawer

    drawer = BoardDrawer.for_standard_output()
    drawer.draw(line.position, line.moves[-1] if line.moves else None)
    drawer.console.print(_sentence(line.position), highlight=False)


def describe(position: Position) -> dict[str, Any]:
    """A position as one JSON document."""
    return {
        "board": position.board_text(),
        "to_move": position.to_move.name.lower(),
        "legal_moves": [format_move(move, position.size) for move in position.legal_moves()],
        "size": position.size,
        "discs": {"black": position.black.bit_count(), "white": position.white.bit_count()},
        "empties": position.empty_count,
        "outcome": describe_outcome(position.outcome()),
    }


def describe_outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended as part of a JSON document, None while it goes on."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else outcome.winner.name.lower()
    return {"winner": winner, "black_score": outcome.black_score, "reason": outcome.reason.value}


def _sentence(position: Position) -> str:
    discs = f"Black {position.black.bit_count()}, White {position.white.bit_count()}, {position.empty_count} empty"
    outcome = position.outcome()
    if outcome:
        return f"{discs}. {outcome}."
    if position.must_pass:
        return f"{discs}. {position.to_move} must pass."
    moves = " ".join(format_move(move, position.size) for move in position.legal_moves())
    return f"{discs}. {position.to_move} to move: {moves}"
