"""Noughts and crosses: what a position is and what a move does. Black has the crosses and begins.

A position holds two bit masks seen by the side to move, `own` and `opp`; see kibitz.rules.squares for the numbering.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from kibitz.errors import IllegalMoveError, NotationError
from kibitz.rules.game import Color, GamePosition, Outcome, Reason
from kibitz.rules.squares import BoardShape
from kibitz.rules.symmetry import SYMMETRIES

SHAPE: Final = BoardShape(3)
_SIDES: Final = {"X": Color.BLACK, "O": Color.WHITE}
_EMPTY: Final = "-"


def _mask(squares: Iterable[tuple[int, int]]) -> int:
    return sum(1 << SHAPE.square_at(column, row) for column, row in squares)


_LINES: Final = (
    *(_mask((column, row) for column in range(3)) for row in range(3)),
    *(_mask((column, row) for row in range(3)) for column in range(3)),
    _mask((step, step) for step in range(3)),
    _mask((step, 2 - step) for step in range(3)),
)


def has_line(mask: int) -> bool:
    """Whether a side with these squares has three in a row."""
    return any(mask & line == line for line in _LINES)


@dataclass(frozen=True, slots=True)
class NoughtsPosition:
    """A position, seen by the side to move. Whether it can be reached from the start is not checked."""

    own: int = 0
    opp: int = 0
    to_move: Color = Color.BLACK

    @property
    def black(self) -> int:
        """Mask of Black's crosses."""
        return self.own if self.to_move == Color.BLACK else self.opp

    @property
    def white(self) -> int:
        """Mask of White's noughts."""
        return self.opp if self.to_move == Color.BLACK else self.own

    @property
    def empty_count(self) -> int:
        return 9 - (self.own | self.opp).bit_count()

    def legal_moves(self) -> tuple[int, ...]:
        """The empty squares in ascending order; none when the game is over."""
        if has_line(self.opp) or has_line(self.own):
            return ()
        taken = self.own | self.opp
        return tuple(square for square in SHAPE.squares if not taken >> square & 1)

    def play(self, move: int) -> "NoughtsPosition":
        """The position after a move; raises IllegalMoveError."""
        if move not in self.legal_moves():
            raise IllegalMoveError(self._complaint(move))
        return NoughtsPosition(self.opp, self.own | 1 << move, self.to_move.other)

    def outcome(self) -> Outcome | None:
        """Who won by how much, which is always 1, or None while the game goes on."""
        for mask, color in ((self.opp, self.to_move.other), (self.own, self.to_move)):
            if has_line(mask):
                return Outcome(1 if color == Color.BLACK else -1, Reason.LINE)
        return None if self.empty_count else Outcome(0, Reason.BOARD_FULL)

    @property
    def is_over(self) -> bool:
        return self.outcome() is not None

    def image(self, symmetry: int) -> "NoughtsPosition":
        """The position under one of the 8 symmetries."""
        return NoughtsPosition(_image(self.own, symmetry), _image(self.opp, symmetry), self.to_move)

    def sign(self, square: int) -> str:
        """What stands on a square: `X`, `O` or `-`."""
        return "X" if self.black >> square & 1 else "O" if self.white >> square & 1 else _EMPTY

    def board_text(self) -> str:
        """The nine squares in reading order."""
        return "".join(map(self.sign, SHAPE.squares))

    def drawing(self) -> str:
        """The board with its coordinates, for people."""
        signs = self.board_text().replace(_EMPTY, ".")
        return "\n".join(["  a b c", *(f"{row + 1} {' '.join(signs[3 * row : 3 * row + 3])}" for row in range(3))])

    def __str__(self) -> str:
        return f"{self.board_text()} {'X' if self.to_move == Color.BLACK else 'O'}"

    def _complaint(self, move: int) -> str:
        name = SHAPE.names.get(move)
        if name is None:
            return f"{move} is not a square of the 3×3 board"
        if self.outcome():
            return f"{name} cannot be played: the game is over"
        return f"{name} is not legal for {self.to_move}; legal: {', '.join(SHAPE.names[move] for move in self.legal_moves())}"


START: Final = NoughtsPosition()


def _image_square(square: int, symmetry: int) -> int:
    column, row = SHAPE.column_and_row(square)
    column = 2 - column if symmetry & 1 else column
    row = 2 - row if symmetry & 2 else row
    return SHAPE.square_at(row, column) if symmetry & 4 else SHAPE.square_at(column, row)


_IMAGES: Final = tuple({square: _image_square(square, symmetry) for square in SHAPE.squares} for symmetry in SYMMETRIES)


def _image(mask: int, symmetry: int) -> int:
    return sum(1 << image for square, image in _IMAGES[symmetry].items() if mask >> square & 1)


def as_noughts(position: GamePosition) -> NoughtsPosition:
    """The position itself; raises TypeError if it is of another game."""
    if not isinstance(position, NoughtsPosition):
        raise TypeError(f"this is for noughts and crosses, not for a {type(position).__name__}")
    return position


def play_all(moves: Iterable[int], start: NoughtsPosition = START) -> NoughtsPosition:
    """The position after some moves; raises IllegalMoveError that names the number of the first one that is not legal."""
    position = start
    for number, move in enumerate(moves, 1):
        try:
            position = position.play(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}: {error}") from None
    return position


def parse_move(text: str) -> int:
    """The number of a square such as `b2` or `B2`; raises NotationError for anything else."""
    square = SHAPE.squares_by_name.get(text.strip())
    if square is None:
        raise NotationError(f"{text[:20]!r} is not a square; squares are a1 to {SHAPE.last_square}")
    return square


def parse_moves(text: str) -> tuple[int, ...]:
    """The moves of a transcript such as `b2a1c3`; white space is tolerated. Whether they are legal is not checked."""
    signs = "".join(text.split())
    return tuple(parse_move(signs[place : place + 2]) for place in range(0, len(signs), 2))


def format_moves(moves: Iterable[int]) -> str:
    """The squares run together, as people paste them: `b2a1c3`."""
    return "".join(SHAPE.names[move] for move in moves)


def is_board_text(text: str) -> bool:
    """Whether a text is meant as a board rather than as a transcript: no square is named in it."""
    return len(text.split()) == 2 and not any(sign.isdigit() for sign in text)


def parse_board(text: str) -> NoughtsPosition:
    """The position of nine characters `X`, `O`, `-` in reading order and the side to move, `X` or `O`; raises NotationError."""
    board, _, side = text.strip().upper().partition(" ")
    if len(board) != 9 or set(board) - {*_SIDES, _EMPTY} or side.strip() not in _SIDES:
        raise NotationError(
            f"{text[:20]!r} is not a board; write nine of X, O and -, then a blank and X or O for the side to move"
        )
    masks = {
        side: sum(1 << square for square, found in zip(SHAPE.squares, board, strict=True) if found == side) for side in _SIDES
    }
    to_move = _SIDES[side.strip()]
    return NoughtsPosition(masks["X"], masks["O"]) if to_move == Color.BLACK else NoughtsPosition(masks["O"], masks["X"], to_move)


@dataclass(frozen=True, slots=True)
class NoughtsGame:
    """Noughts and crosses by the contract of kibitz.rules.game."""

    name: str = "noughts"
    size: int = 3
    longest_game: int = 9

    def start(self) -> NoughtsPosition:
        return START

    def parse_move(self, text: str) -> int:
        return parse_move(text)

    def format_move(self, move: int) -> str:
        return SHAPE.names[move]

    def parse_position(self, text: str) -> NoughtsPosition:
        return parse_board(text)

    def format_position(self, position: NoughtsPosition) -> str:
        return str(position)

    def images(self, position: NoughtsPosition) -> tuple[NoughtsPosition, ...]:
        return tuple(position.image(symmetry) for symmetry in SYMMETRIES)

    def canonical(self, position: NoughtsPosition) -> NoughtsPosition:
        return min(self.images(position), key=lambda image: (image.own, image.opp))


NOUGHTS: Final = NoughtsGame()
