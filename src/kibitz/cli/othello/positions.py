"""Positions as they are given on the command line: a transcript, a board with its side to move, or `-` for standard input."""

import sys
from typing import Final

import click

from kibitz.errors import NotationError, SetupError
from kibitz.rules.squares import BOARD_SIZES
from kibitz.terminal.othello.line import Line, parse_line_of_play

_LONGEST_INPUT: Final = 100_000

__all__ = ["Line", "given_text", "parse_line_of_play", "read_line_of_play", "size_option"]

size_option = click.option(
    "--size", type=int, help=f"Squares along an edge, {', '.join(map(str, BOARD_SIZES))}; 8 unless the board says otherwise."
)


def read_line_of_play(text: str, size: int | None = None) -> Line:
    """The line that a POSITION stands for; `-` is read from standard input, and empty text is the start.

    Raises NotationError or IllegalMoveError for text that is no position, and if a board is not of the size asked for.
    """
    return parse_line_of_play(given_text(text), size)


def given_text(text: str) -> str:
    """The text of an argument, which is that of standard input if the argument is `-`."""
    return _standard_input() if text.strip() == "-" else text


def _standard_input() -> str:
    if sys.stdin is None:
        raise SetupError("standard input is closed; give the position as an argument")
    data = sys.stdin.buffer.read(_LONGEST_INPUT + 1)
    if len(data) > _LONGEST_INPUT:
        raise NotationError(f"standard input is longer than {_LONGEST_INPUT} bytes; a position has at most a few hundred")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise NotationError(f"standard input, byte {error.start + 1}: not text; write a transcript such as f5d6c3") from None
