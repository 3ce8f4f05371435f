"""Positions of Go as they are given on the command line: moves, a board with its side to move, or `-` for standard input."""

from kibitz.cli.given import given_text
from kibitz.terminal.go.line import GoLineOfPlay, parse_go_line

__all__ = ["GoLineOfPlay", "read_go_line"]


def read_go_line(text: str, size: int | None = None, komi: float | None = None) -> GoLineOfPlay:
    """As parse_go_line(), but `-` is read from standard input."""
    return parse_go_line(given_text(text), size, komi)
