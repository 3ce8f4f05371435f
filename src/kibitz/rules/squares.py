"""Squares as numbers and as text, for every board size. No other shared module converts between notations.

Up to 8×8 a square is 8·row + column of the big board, and a smaller board is the middle of the big one: c3 to f6 of the big
board is the whole 4×4 board. That way all sizes share one start position, one set of symmetries and one core. The 10×10
board has numbers of its own, 10·row + column.
"""

import re
from dataclasses import dataclass
from functools import cache, cached_property

from kibitz.errors import NotationError

BOARD_SIZES = (4, 6, 8, 10)
PASS = -1
NO_MOVE = -2

_CORE_STRIDE = 8
_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)", re.IGNORECASE)
_PASS_WORDS = frozenset({"pa", "ps", "pass", "--"})
_TRANSCRIPT_TOKEN = re.compile(
    r"(?P<skip>\s+|,|;|\d+\s*[.:)]+|(?<![a-z])\d+(?=[\s]))|(?P<passed>pass|pa|ps|--)|(?P<square>[a-z](?:10|[1-9]))|(?P<dash>-)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class BoardShape:
    """Where the squares of a board of one size lie in a bit mask."""

    size: int

    @property
    def stride(self) -> int:
        """Distance between two rows in a mask."""
        return max(_CORE_STRIDE, self.size)

    @property
    def margin(self) -> int:
        """Columns and rows of the big board that lie outside on each side."""
        return (self.stride - self.size) // 2

    @cached_property
    def squares(self) -> tuple[int, ...]:
        """All squares in reading order: a1, b1, … to the last one."""
        return tuple(self.square_at(column, row) for row in range(self.size) for column in range(self.size))

    @cached_property
    def names(self) -> dict[int, str]:
        """The name of every square, in lower case."""
        return {
            square: f"{chr(ord('a') + column)}{row + 1}"
            for square in self.squares
            for column, row in [self.column_and_row(square)]
        }

    @cached_property
    def squares_by_name(self) -> dict[str, int]:
        """The square of every name, in lower and in upper case."""
        return {name: square for square, lower in self.names.items() for name in (lower, lower.upper())}

    @cached_property
    def playable(self) -> int:
        """Mask of all squares of the board."""
        return sum(1 << square for square in self.squares)

    def square_at(self, column: int, row: int) -> int:
        """The square in a column and row counted from 0 at a1. Neither is checked."""
        return (row + self.margin) * self.stride + column + self.margin

    def column_and_row(self, square: int) -> tuple[int, int]:
        """Column and row of a square, counted from 0 at a1."""
        row, column = divmod(square, self.stride)
        return column - self.margin, row - self.margin

    @property
    def last_square(self) -> str:
        """Name of the corner opposite a1, for messages."""
        return f"{chr(ord('a') + self.size - 1)}{self.size}"


@cache
def board_shape(size: int) -> BoardShape:
    """The shape of a board; raises NotationError for a size that is not known."""
    if size not in BOARD_SIZES:
        raise NotationError(f"board size {size} is not known; sizes are {', '.join(map(str, BOARD_SIZES))}")
    return BoardShape(size)


def parse_square(text: str, size: int = 8) -> int:
    """The number of a square such as `d3` or `D3`; raises NotationError for anything else."""
    shape = board_shape(size)
    match = _SQUARE.fullmatch(text.strip())
    if match:
        column = ord(match[1].lower()) - ord("a")
        row = int(match[2]) - 1
        if column < size and row < size:
            return shape.square_at(column, row)
    raise NotationError(f"{_shortened(text)} is not a square; squares are a1 to {shape.last_square}")


def format_square(square: int, size: int = 8) -> str:
    """The name of a square, in lower case. The number is not checked."""
    column, row = board_shape(size).column_and_row(square)
    return f"{chr(ord('a') + column)}{row + 1}"


def parse_move(text: str, size: int = 8) -> int:
    """The number of a square, or PASS for `pa`, `ps`, `pass` and `--`."""
    return PASS if text.strip().lower() in _PASS_WORDS else parse_square(text, size)


def format_move(move: int, size: int = 8) -> str:
    """The name of a square, or `pass`."""
    return "pass" if move == PASS else format_square(move, size)


def parse_transcript(text: str, size: int = 8) -> tuple[int, ...]:
    """The moves of a transcript such as `f5d6c3` or `1. F5 d6 2. C3`.

    Case, white space, line breaks, commas and move numbers are tolerated, and passes may be written or left out.
    Whether the moves are legal is not checked. Raises NotationError at the first thing that is not a move.
    """
    run_together = _squares_run_together(text, size)
    if run_together is not None:
        return run_together
    moves: list[int] = []
    place = 0
    while place < len(text):
        match = _TRANSCRIPT_TOKEN.match(text, place)
        if match is None:
            found = _shortened(text[place : place + 8].split()[0])
            raise NotationError(
                f"transcript, character {place + 1}: {found} is not a move; squares are a1 to {board_shape(size).last_square}"
            )
        if match["passed"]:
            moves.append(PASS)
        elif match["square"]:
            moves.append(_square_of_move(match["square"], size, len(moves) + 1))
        place = match.end()
    return tuple(moves)


def format_transcript(moves: tuple[int, ...] | list[int], size: int = 8) -> str:
    """The squares run together, as people paste them: `f5d6c3`. Passes are left out."""
    names = board_shape(size).names
    return "".join([names[move] for move in moves if move != PASS])


def parse_sgf_point(text: str, size: int = 8) -> int:
    """The square of SGF's two letters, column and row counted from the top left: `fe` is f5. Raises NotationError."""
    column, row = (ord(letter) - ord("a") for letter in text.lower()) if len(text) == 2 else (-1, -1)
    if 0 <= column < size and 0 <= row < size:
        return board_shape(size).square_at(column, row)
    last = chr(ord("a") + size - 1)
    raise NotationError(f"{_shortened(text)} is not a point of SGF; points are aa to {last}{last}")


def _squares_run_together(text: str, size: int) -> tuple[int, ...] | None:
    """The squares of a transcript that holds nothing else, ten times faster than token by token; None for any other text."""
    known = board_shape(size).squares_by_name
    squares = [known.get(text[place : place + 2]) for place in range(0, len(text), 2)]
    found = tuple(square for square in squares if square is not None)
    return found if len(found) == len(squares) else None


def _square_of_move(text: str, size: int, number: int) -> int:
    try:
        return parse_square(text, size)
    except NotationError:
        last = board_shape(size).last_square
        raise NotationError(f"transcript, move {number} is {text}; squares are a1 to {last}") from None


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:17] + "...")
