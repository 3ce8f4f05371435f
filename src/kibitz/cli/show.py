"""`kibitz show`: a position drawn, or described for programs."""

from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.go_options import game_option
from kibitz.cli.output import json_option, print_json
from kibitz.cli.positions import read_line_of_play, size_option
from kibitz.rules.game import Outcome
from kibitz.rules.othello import Position
from kibitz.rules.squares import format_move

if TYPE_CHECKING:
    from kibitz.rules.go import GoPosition


@click.command()
@click.argument("position")
@game_option
@size_option
@json_option
def show(position: str, game: str, size: int | None, as_json: bool) -> None:
    """Draw a position.

    POSITION is a transcript, a board of 16, 36, 64 or 100 signs (X black, O white, - empty) with the side to move behind it,
    or - for standard input. For Go it is moves such as 'Q16 D4', or a board of that game.

    \b
    Example: kibitz show f5d6c3
             kibitz show '---------------------------OX------XO--------------------------- X'
             echo f5d6 | kibitz show - --json
             kibitz show --game go --size 9 'E5 C3'
    """
    if game == "go":
        _show_go(position, size, as_json)
        return
    line = read_line_of_play(position, size)
    if as_json:
        print_json(describe(line.position))
        return
    from kibitz.cli.board import BoardDrawer

    drawer = BoardDrawer.for_standard_output()
    drawer.draw(line.position, line.moves[-1] if line.moves else None)
    drawer.console.print(_sentence(line.position), highlight=False)


def _show_go(text: str, size: int | None, as_json: bool) -> None:
    from kibitz.cli.go_positions import read_go_line

    line = read_go_line(text, size)
    if as_json:
        print_json(describe_go(line.position))
        return
    from kibitz.cli.go_board import GoBoardDrawer

    drawer = GoBoardDrawer.for_standard_output()
    drawer.draw(line.position, line.moves[-1] if line.moves else None)
    drawer.console.print(_go_sentence(line.position))


def describe_go(position: "GoPosition") -> dict[str, Any]:
    """A position of Go as one JSON document."""
    from kibitz.rules.points import format_go_move

    black_took, white_took = position.prisoners
    return {
        "game": "go",
        "board": position.board_text(),
        "to_move": position.to_move.name.lower(),
        "legal_moves": [format_go_move(move, position.size) for move in position.legal_moves()],
        "size": position.size,
        "prisoners": {"black": black_took, "white": white_took},
        "outcome": describe_outcome(position.outcome()),
    }


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


def _go_sentence(position: "GoPosition") -> str:
    taken = "Black has taken {}, White {}".format(*position.prisoners)
    outcome = position.outcome()
    return f"{taken}. {outcome}, every stone counted as alive." if outcome else f"{taken}. {position.to_move} to move."
