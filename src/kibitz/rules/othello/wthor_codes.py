"""Squares as the bytes of WTHOR files: 11 is a1, 88 is h8."""

from kibitz.errors import NotationError
from kibitz.rules.squares import NO_MOVE, board_shape


def parse_wthor_code(code: int) -> int:
    """The move of a byte in a WTHOR file, 10·row + column counted from 1, or NO_MOVE for 0; raises NotationError."""
    row, column = divmod(code, 10)
    if code == 0:
        return NO_MOVE
    if 1 <= row <= 8 and 1 <= column <= 8:
        return board_shape(8).square_at(column - 1, row - 1)
    raise NotationError(f"{code} is not a square of WTHOR; squares are 11 (a1) to 88 (h8)")


def wthor_code(move: int) -> int:
    """The byte WTHOR has for a square, or 0 for NO_MOVE. The number is not checked."""
    column, row = board_shape(8).column_and_row(move)
    return 0 if move == NO_MOVE else 10 * (row + 1) + column + 1
