"""Positions of Othello as they are typed: a transcript, or a board with its side to move."""

from dataclasses import dataclass

from kibitz.errors import NotationError
from kibitz.rules.othello.position import OthelloGame, Position, is_board_text, parse_board, with_passes
from kibitz.rules.squares import parse_transcript


@dataclass(frozen=True, slots=True)
class Line:
    """A start position and legal moves from it, forced passes written out."""

    start: Position
    moves: tuple[int, ...] = ()

    @property
    def game(self) -> OthelloGame:
        """Othello on a board of this size."""
        return OthelloGame(self.start.size)

    @property
    def position(self) -> Position:
        """The position after the moves."""
        position = self.start
        for move in self.moves:
            position = position.play(move)
        return position


def parse_line_of_play(text: str, size: int | None = None) -> Line:
    """The line that a text means; empty text is the start.

    Raises NotationError or IllegalMoveError for text that is not a position, and if a board is not of the size asked for.
    """
    if is_board_text(text):
        start = parse_board(text)
        if size not in (None, start.size):
            raise NotationError(f"the board has {start.size}×{start.size} squares, but --size is {size}")
        return Line(start)
    start = Position.start(size or 8)
    return Line(start, with_passes(parse_transcript(text, start.size), start))
