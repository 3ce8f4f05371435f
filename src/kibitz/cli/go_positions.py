"""Positions of Go as they are given on the command line: moves, a board with its side to move, or `-` for standard input."""

from dataclasses import dataclass

from kibitz.cli.positions import given_text
from kibitz.errors import NotationError
from kibitz.rules.go import GoGame, GoPosition
from kibitz.rules.points import GO_SIZES

USUAL_SIZE = 19


@dataclass(frozen=True, slots=True)
class GoLineOfPlay:
    """Moves from the start of a game, and the position after them; no moves are known of a board that was written out."""

    position: GoPosition
    moves: tuple[int, ...] = ()


def read_go_line(text: str, size: int | None = None) -> GoLineOfPlay:
    """The line that a POSITION stands for: vertices such as `Q16 D4 pass`, or a board; empty text is the start.

    Raises NotationError or IllegalMoveError for text that is neither, and if a board is not of the size asked for.
    """
    words = given_text(text).split()
    if words and _is_board(words[0]):
        board = round(len(words[0]) ** 0.5)
        if size not in (None, board):
            raise NotationError(f"the board has {board}×{board} points, but --size is {size}")
        return GoLineOfPlay(GoGame(board).parse_position(" ".join(words)))
    return _played(GoGame(size or USUAL_SIZE), words)


def _played(game: GoGame, words: list[str]) -> GoLineOfPlay:
    position, moves = game.start(), []
    for word in words:
        moves.append(game.parse_move(word))
        position = position.play(moves[-1])
    return GoLineOfPlay(position, tuple(moves))


def _is_board(word: str) -> bool:
    return len(word) >= GO_SIZES[0] ** 2
