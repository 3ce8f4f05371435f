"""Positions of Go as they are typed: moves, or a board with its side to move."""

from dataclasses import dataclass, replace

from kibitz.errors import NotationError
from kibitz.records.go.record import GoRecord
from kibitz.rules.go.points import GO_SIZES
from kibitz.rules.go.position import GoGame, GoPosition, play_go_moves

DEFAULT_SIZE = 19


@dataclass(frozen=True, slots=True)
class GoLineOfPlay:
    """A game, the position it starts from and the moves from there; a board that was written out has no moves."""

    game: GoGame
    start: GoPosition
    moves: tuple[int, ...] = ()

    @property
    def position(self) -> GoPosition:
        """The position after the moves."""
        return play_go_moves(self.moves, self.start)


def parse_go_line(text: str, size: int | None = None, komi: float | None = None, handicap: int = 0) -> GoLineOfPlay:
    """The line that a POSITION means: vertices such as `Q16 D4 pass`, or a board; empty text is the start.

    Raises NotationError or IllegalMoveError for text that is neither, and if a board is not of the size asked for.
    """
    words = text.split()
    default = GoGame(komi=GoGame().komi if komi is None else komi)
    if words and _is_board(words[0]):
        board = round(len(words[0]) ** 0.5)
        if size not in (None, board):
            raise NotationError(f"the board has {board}×{board} points, but --size is {size}")
        if handicap:
            raise NotationError("a board that is written out has its stones; leave --handicap out")
        game = replace(default, size=board)
        return GoLineOfPlay(game, game.parse_position(" ".join(words)))
    game = replace(default, size=size or DEFAULT_SIZE, handicap=handicap)
    line = GoLineOfPlay(game, game.start(), tuple(game.parse_move(word) for word in words))
    play_go_moves(line.moves, line.start)
    return line


def line_of_record(record: GoRecord) -> GoLineOfPlay:
    """The main line of a record; raises NotationError if the sides do not move in turn."""
    start = record.start
    if any(move.color != (start.to_move if number % 2 == 0 else start.to_move.other) for number, move in enumerate(record.moves)):
        raise NotationError("the sides do not move in turn; give the position as a board")
    return GoLineOfPlay(record.game(), start, tuple(move.point for move in record.moves))


def _is_board(word: str) -> bool:
    return len(word) >= GO_SIZES[0] ** 2
