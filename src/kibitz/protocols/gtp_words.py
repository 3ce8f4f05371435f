"""Words of GTP: colours, vertices and numbers, as text and as what they mean."""

import math
from typing import Any, Final

from kibitz.errors import NotationError
from kibitz.rules.game import Color, Game
from kibitz.rules.squares import PASS

_COLORS: Final = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}
_LONGEST_SHOWN: Final = 20


def parse_color(text: str) -> Color:
    """The side of `b`, `black`, `w` or `white` in either case; raises NotationError."""
    color = _COLORS.get(text.lower())
    if color is None:
        raise NotationError(f"{_shortened(text)} is not a color; colors are b, black, w and white")
    return color


def format_color(color: Color) -> str:
    """The side as a word."""
    return color.name.lower()


def format_vertex(game: Game[Any], move: int) -> str:
    """The move as a vertex with its letter in upper case, or `pass`."""
    return "pass" if move == PASS else game.format_move(move).upper()


def parse_number(text: str) -> float:
    """A finite number; raises NotationError."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise NotationError(f"{_shortened(text)} is not a number")
    return number


def parse_seconds(text: str) -> float:
    """A number of seconds, 0 or more; raises NotationError."""
    seconds = parse_number(text)
    if seconds < 0:
        raise NotationError(f"{_shortened(text)} seconds is below 0")
    return seconds


def parse_count(text: str) -> int:
    """A whole number, 0 or more; raises NotationError."""
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_SHOWN):
        raise NotationError(f"{_shortened(text)} is not a whole number of 0 or more")
    return int(text)


def _shortened(text: str) -> str:
    return repr(text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…")
