"""Othello: what a position is and what a move does, on boards of 4×4, 6×6, 8×8 and 10×10.

A position holds two bit masks seen by the side to move, `own` and `opp`; see kibitz.rules.squares for the numbering.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from kibitz import _native
from kibitz.errors import IllegalMoveError, NotationError
from kibitz.rules.game import Color, Outcome, Reason
from kibitz.rules.othello import large_board
from kibitz.rules.squares import (
    BOARD_SIZES,
    PASS,
    board_shape,
    format_move,
    format_square,
    parse_move,
    parse_transcript,
)
from kibitz.rules.symmetry import SYMMETRIES, transform_mask, transform_square

_BLACK_SIGNS: Final = "Xx*#Bb@●"
_WHITE_SIGNS: Final = "OoWw0○"
_EMPTY_SIGNS: Final = "-._·"
_SIDE_WORDS: Final = {"black": Color.BLACK, "white": Color.WHITE}


@dataclass(frozen=True, slots=True)
class Position:
    """An Othello position, seen by the side to move.

    Whether it can be reached from the start is not checked; overlapping discs or discs off the board are the caller's mistake.
    """

    own: int
    opp: int
    to_move: Color = Color.BLACK
    size: int = 8

    @classmethod
    def start(cls, size: int = 8) -> "Position":
        """The position before the first move: Black on e4 and d5 (of the big board), White on d4 and e5."""
        shape = board_shape(size)
        low, high = size // 2 - 1, size // 2
        black = 1 << shape.square_at(high, low) | 1 << shape.square_at(low, high)
        white = 1 << shape.square_at(low, low) | 1 << shape.square_at(high, high)
        return cls(black, white, Color.BLACK, size)

    @property
    def black(self) -> int:
        """Mask of Black's discs."""
        return self.own if self.to_move == Color.BLACK else self.opp

    @property
    def white(self) -> int:
        """Mask of White's discs."""
        return self.opp if self.to_move == Color.BLACK else self.own

    @property
    def disc_count(self) -> int:
        return (self.own | self.opp).bit_count()

    @property
    def empty_count(self) -> int:
        return self.size * self.size - self.disc_count

    def legal_mask(self) -> int:
        """Mask of the squares where the side to move may play."""
        if self.size > 8:
            return large_board.legal_mask(self.own, self.opp, self.size)
        return _native.othello.legal_mask(self.own, self.opp) & board_shape(self.size).playable

    def legal_squares(self) -> tuple[int, ...]:
        """The squares where the side to move may play, in ascending order; empty if it must pass or the game is over."""
        return tuple(squares_of(self.legal_mask()))

    def legal_moves(self) -> tuple[int, ...]:
        """As legal_squares(), but (PASS,) if the side to move must pass."""
        squares = self.legal_squares()
        if squares or not self._passed().legal_mask():
            return squares
        return (PASS,)

    def flip_mask(self, square: int) -> int:
        """Mask of the discs a move would turn; 0 if it is not legal."""
        if not self.legal_mask() >> max(square, 0) & 1 or square < 0:
            return 0
        if self.size > 8:
            return large_board.flip_mask(self.own, self.opp, square, self.size)
        return _native.othello.flip_mask(self.own, self.opp, square)

    @property
    def must_pass(self) -> bool:
        """Whether the side to move has no move but the other side has."""
        return not self.legal_mask() and bool(self._passed().legal_mask())

    @property
    def is_over(self) -> bool:
        """Whether neither side can move."""
        return not self.legal_mask() and not self._passed().legal_mask()

    def play(self, move: int) -> "Position":
        """The position after a square or PASS; raises IllegalMoveError."""
        if move == PASS and self.must_pass:
            return self._passed()
        flips = self.flip_mask(move)
        if not flips:
            raise IllegalMoveError(self._complaint(move))
        return Position(self.opp ^ flips, self.own ^ flips ^ 1 << move, self.to_move.other, self.size)

    def outcome(self) -> Outcome | None:
        """Who won and why, or None while the game goes on."""
        if not self.is_over:
            return None
        if not self.empty_count:
            reason = Reason.BOARD_FULL
        elif not self.own or not self.opp:
            reason = Reason.WIPED_OUT
        else:
            reason = Reason.NO_MOVES
        return Outcome(self.black_score(), reason)

    def black_score(self) -> int:
        """Black's discs minus White's, empty squares counted for the side with more discs (the federations' rule).

        A full result only where the game is over; elsewhere the score as if it ended here.
        """
        difference = self.black.bit_count() - self.white.bit_count()
        if difference == 0:
            return 0
        return difference + self.empty_count if difference > 0 else difference - self.empty_count

    def image(self, symmetry: int) -> "Position":
        """The position under one of the 8 symmetries."""
        own = transform_mask(self.own, symmetry, self.size)
        opp = transform_mask(self.opp, symmetry, self.size)
        return Position(own, opp, self.to_move, self.size)

    def canonical_symmetry(self) -> int:
        """The symmetry that leads to canonical()."""
        return min(SYMMETRIES, key=lambda s: ((image := self.image(s)).own, image.opp))

    def canonical(self) -> "Position":
        """The one of the 8 images that stands for all: the smallest by `own`, then `opp`."""
        return self.image(self.canonical_symmetry())

    def self_symmetries(self) -> tuple[int, ...]:
        """The symmetries that map the position to itself; always contains 0."""
        return tuple(s for s in SYMMETRIES if self.image(s) == self)

    def twins(self, square: int) -> frozenset[int]:
        """The squares that are the same move as a square, as the position is its own mirror image; always contains the square."""
        return frozenset(transform_square(square, s, self.size) for s in self.self_symmetries())

    def board_text(self) -> str:
        """The squares in reading order, `X` black, `O` white, `-` empty: 64 characters on the standard board."""
        return "".join(self._sign(square) for square in board_shape(self.size).squares)

    def drawing(self, mark_legal: bool = True) -> str:
        """The board with its coordinates, for people. Legal moves are marked `+`."""
        legal = self.legal_mask() if mark_legal else 0
        shape = board_shape(self.size)
        header = "   " + " ".join(chr(ord("a") + column) for column in range(self.size))
        rows = [header]
        for row in range(self.size):
            squares = [shape.square_at(column, row) for column in range(self.size)]
            signs = ["+" if legal >> square & 1 else self._sign(square).replace("-", ".") for square in squares]
            rows.append(f"{row + 1:2} {' '.join(signs)}")
        return "\n".join(rows)

    def __str__(self) -> str:
        return f"{self.board_text()} {'X' if self.to_move == Color.BLACK else 'O'}"

    def _passed(self) -> "Position":
        return Position(self.opp, self.own, self.to_move.other, self.size)

    def _sign(self, square: int) -> str:
        if self.black >> square & 1:
            return "X"
        return "O" if self.white >> square & 1 else "-"

    def _complaint(self, move: int) -> str:
        shape = board_shape(self.size)
        if move == PASS:
            name = "a pass"
        elif move >= 0 and shape.playable >> move & 1:
            name = format_square(move, self.size)
        else:
            return f"{move} is not a square of the {self.size}×{self.size} board"
        if self.is_over:
            return f"{name} cannot be played: the game is over"
        legal = ", ".join(format_move(move, self.size) for move in self.legal_moves())
        return f"{name} is not legal for {self.to_move}; legal: {legal}"


START: Final = Position.start()


def squares_of(mask: int) -> Iterator[int]:
    """The squares of a mask in ascending order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(squares: Iterable[int]) -> int:
    """The mask of some squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def with_passes(moves: Iterable[int], start: Position = START) -> tuple[int, ...]:
    """The moves with every forced pass written out, whether or not it was there before.

    Raises IllegalMoveError that names the number of the first move the rules do not allow (passes left out are not counted).
    """
    complete: list[int] = []
    position = start
    for number, move in enumerate(moves, 1):
        try:
            if move != PASS and position.must_pass:
                complete.append(PASS)
                position = position.play(PASS)
            position = position.play(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}: {error}") from None
        complete.append(move)
    return tuple(complete)


def play_all(moves: Iterable[int], start: Position = START) -> Position:
    """The position after some moves; forced passes may be left out. A pass after the last move is not added."""
    position = start
    for move in with_passes(moves, start):
        position = position.play(move)
    return position


def parse_board(text: str) -> Position:
    """The position of a board text: all squares in reading order, then the side to move.

    Black is one of `X x * # B b @`, White one of `O o W w 0`, empty one of `- . _`; the side is any of those signs or the word
    black or white. White space is dropped. The size follows from the number of squares (16, 36, 64 or 100). Raises
    NotationError; a position is not checked for being reachable.
    """
    board, side = _split_board(text)
    size = next((size for size in BOARD_SIZES if size * size == len(board)), None)
    if size is None:
        raise NotationError(f"a board of {len(board)} squares is not known; write 16, 36, 64 or 100 signs and the side to move")
    black = white = 0
    for number, (sign, square) in enumerate(zip(board, board_shape(size).squares, strict=True), 1):
        if sign in _BLACK_SIGNS:
            black |= 1 << square
        elif sign in _WHITE_SIGNS:
            white |= 1 << square
        elif sign not in _EMPTY_SIGNS:
            raise NotationError(f"board, square {number}: {sign!r} is not X (black), O (white) or - (empty)")
    return Position(black, white, side, size) if side == Color.BLACK else Position(white, black, side, size)


def parse_position(text: str) -> Position:
    """The position of a transcript such as `f5d6c3` or of a board text with its side to move; empty text is the start.

    After a transcript a forced pass is not played: it is for the reader to see. Raises NotationError or IllegalMoveError.
    """
    return parse_board(text) if is_board_text(text) else play_all(parse_transcript(text))


def is_board_text(text: str) -> bool:
    """Whether a text is meant as a board rather than as a transcript: it is long and no square could be named in it."""
    signs = "".join(text.split())
    return len(signs) >= 16 and not any(sign in "12345678" for sign in signs)


def _split_board(text: str) -> tuple[str, Color]:
    words = text.split()
    if words and words[-1].lower() in _SIDE_WORDS:
        return "".join(words[:-1]), _SIDE_WORDS[words[-1].lower()]
    signs = "".join(words)
    if len(signs) - 1 in {size * size for size in BOARD_SIZES}:
        if signs[-1] in _BLACK_SIGNS:
            return signs[:-1], Color.BLACK
        if signs[-1] in _WHITE_SIGNS:
            return signs[:-1], Color.WHITE
    raise NotationError("the side to move is missing after the board; write X or O behind its last square")


@dataclass(frozen=True, slots=True)
class OthelloGame:
    """Othello on a board of one size, by the contract of kibitz.rules.game."""

    size: int = 8

    @property
    def name(self) -> str:
        return "othello"

    @property
    def longest_game(self) -> int:
        return 2 * self.size * self.size

    def start(self) -> Position:
        return Position.start(self.size)

    def parse_move(self, text: str) -> int:
        return parse_move(text, self.size)

    def format_move(self, move: int) -> str:
        return format_move(move, self.size)

    def parse_position(self, text: str) -> Position:
        return parse_board(text)

    def format_position(self, position: Position) -> str:
        return str(position)

    def images(self, position: Position) -> tuple[Position, ...]:
        return tuple(position.image(symmetry) for symmetry in SYMMETRIES)

    def canonical(self, position: Position) -> Position:
        return position.canonical()


OTHELLO: Final = OthelloGame()
