"""Go boards as one line of text: all points in reading order, the side to move, then what else is known of the position.

`X` is black, `O` white and `-` empty; `ko:C3`, `prisoners:2,0`, `moves:31` and `passes:1` follow where there is something to say.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import NotationError
from kibitz.rules.game import Color
from kibitz.rules.go.points import format_vertex, parse_vertex

SIGNS: Final = "-XO"  # of nothing, a black stone and a white one
_BLACK_SIGNS: Final = "Xx*#Bb@●"
_WHITE_SIGNS: Final = "OoWw0○"
_EMPTY_SIGNS: Final = "-._·+"


@dataclass(frozen=True, slots=True)
class BoardText:
    """What a text says of a position: `stones` as in GoPosition, `forbidden` by ko, `prisoners` taken by Black and by White."""

    stones: NDArray[np.int8]
    to_move: Color
    forbidden: tuple[int, ...]
    prisoners: tuple[int, int]
    passes: int
    move_count: int


def read_board(text: str, size: int) -> BoardText:
    """What a board text says; raises NotationError.

    Signs are those of Othello's boards, and `+` for empty. White space is dropped.
    """
    signs, words = _split(text, size)
    stones = np.array([_stone_of(sign, number) for number, sign in enumerate(signs[:-1], 1)], dtype=np.int8)
    to_move = _side_of(signs[-1])
    forbidden = tuple(parse_vertex(name, size) for name in words.get("ko", "").split(",") if name)
    black_took, white_took = _numbers(words.get("prisoners", "0,0"), 2)
    (passes,), (moves,) = _numbers(words.get("passes", "0"), 1), _numbers(words.get("moves", "0"), 1)
    return BoardText(stones, to_move, forbidden, (black_took, white_took), passes, moves)


def format_board(board: BoardText, size: int) -> str:
    """The text that read_board() reads back."""
    words = [format_stones(board.stones), "X" if board.to_move == Color.BLACK else "O"]
    if board.forbidden:
        words.append("ko:" + ",".join(format_vertex(point, size) for point in board.forbidden))
    if any(board.prisoners):
        words.append("prisoners:{},{}".format(*board.prisoners))
    if board.move_count:
        words.append(f"moves:{board.move_count}")
    return " ".join([*words, f"passes:{board.passes}"] if board.passes else words)


def format_stones(stones: NDArray[np.int8]) -> str:
    """The points in reading order, `X` black, `O` white, `-` empty."""
    return "".join(SIGNS[stone] for stone in stones)


def _split(text: str, size: int) -> tuple[str, dict[str, str]]:
    """The signs of the points and of the side to move, and the words behind them by their names."""
    words = text.split()
    signs = "".join(word for word in words if ":" not in word)
    if len(signs) != size * size + 1:
        raise NotationError(f"a board of {size}×{size} has {size * size} signs and the side to move, not {len(signs)} signs")
    named = (word.partition(":") for word in words if ":" in word)
    found = {name: value for name, _, value in named}
    unknown = found.keys() - {"ko", "prisoners", "passes", "moves"}
    if unknown:
        raise NotationError(f"{min(unknown)!r} says nothing about a Go position; known are ko, prisoners, passes and moves")
    return signs, found


def _stone_of(sign: str, number: int) -> int:
    for stone, signs in enumerate((_EMPTY_SIGNS, _BLACK_SIGNS, _WHITE_SIGNS)):
        if sign in signs:
            return stone
    raise NotationError(f"board, point {number}: {sign!r} is not X (black), O (white) or - (empty)")


def _side_of(sign: str) -> Color:
    if sign in _BLACK_SIGNS:
        return Color.BLACK
    if sign in _WHITE_SIGNS:
        return Color.WHITE
    raise NotationError(f"{sign!r} is not a side to move; write X or O behind the last point")


def _numbers(text: str, count: int) -> list[int]:
    parts = text.split(",")
    if len(parts) != count or not all(part.isascii() and part.isdigit() and len(part) <= 6 for part in parts):
        raise NotationError(f"{text!r} is not what it should be: {count} whole number{'s' if count > 1 else ''}")
    return [int(part) for part in parts]
