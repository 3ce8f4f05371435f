"""Positions as they are given on the command line: a transcript, a board with its side to move, or `-` for standard input."""

import sys
from dataclasses import dataclass
from typing import Final

import click

from kibitz.errors import NotationError, SetupError
from kibitz.rules.othello import Position, is_board_text, parse_board, with_passes
from kibitz.rules.squares import BOARD_SIZES, parse_transcript

_LONGEST_INPUT: Final = 100_000

size_option = click.option(
    "--size", type=int, help=f"Squares along an edge, {', '.join(map(str, BOARD_SIZES))}; 8 unless the board says otherwise."
)


@dataclass(frozen=True, slots=True)
class Line:
    """A start position and legal moves from it, forced passes written out."""

    start: Position
    moves: tuple[int, ...] = ()

    @property
    def position(self) -> Position:
        """The position after the moves."""
        position = self.start
        for move in self.moves:
            position = position.play(move)
        return position


def read_line_of_play(text: str, size: int | None = None) -> Line:
    """The line that a POSITION stands for; `-` is read from standard input, and empty text is the start.

    Raises NotationError or IllegalMoveError for text that is no position, and if a board is not of the size asked for.
    """
    return parse_line_of_play(given_text(text), size)


def given_text(text: str) -> str:
    """The text of an argument, which is that of standard input if the argument is `-`."""
    return _standard_input() if text.strip() == "-" else text


def parse_line_of_play(text: str, size: int | None = None) -> Line:
    """As read_line_of_play(), but `-` is no position."""
    if is_board_text(text):
        start = parse_board(text)
        if size not in (None, start.size):
            raise NotationError(f"the board has {start.size}×{start.size} squares, but --size is {size}")
        return Line(start)
    start = Position.start(size or 8)
    return Line(start, with_passes(parse_transcript(text, start.size), start))


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
