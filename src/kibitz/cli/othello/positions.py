"""Positions as they are given on the command line: a transcript, a board with its side to move, or `-` for standard input."""

from typing import Final

from kibitz.cli.given import given_text
from kibitz.rules.squares import BOARD_SIZES
from kibitz.terminal.othello.line import Line, parse_line_of_play

__all__ = ["SIZE_HELP", "Line", "given_text", "parse_line_of_play", "read_line_of_play"]

SIZE_HELP: Final = f"Squares along an edge, {', '.join(map(str, BOARD_SIZES))}; 8 unless the board says otherwise."


def read_line_of_play(text: str, size: int | None = None) -> Line:
    """The line that a POSITION stands for; `-` is read from standard input, and empty text is the start.

    Raises NotationError or IllegalMoveError for text that is not a position, and if a board is not of the size asked for.
    """
    return parse_line_of_play(given_text(text), size)
