"""The Go board in a terminal: stones in colour where there is colour, letters elsewhere."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.text import Text

from kibitz.rules.game import Color
from kibitz.rules.go.points import COLUMN_LETTERS
from kibitz.rules.go.position import GoPosition
from kibitz.terminal.console import plain_console, shows_discs

_BOARD: Final = "on orange4"
_SIGNS: Final = {"X": "●", "O": "●", ".": "·"}
_STYLES: Final = {
    "X": f"black {_BOARD}",
    "O": f"bright_white {_BOARD}",
    "(": f"bold bright_red {_BOARD}",
    ")": f"bold bright_red {_BOARD}",
}
# Beyond the first a point is nearly sure to be somebody's, beyond the second likely.
_SURE, _LIKELY = 0.75, 0.25


class GoBoardDrawer:
    """Draws boards on a console. Black's stones are `X` and White's `O` where the console has no colours."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._has_discs = shows_discs(console)

    @classmethod
    def for_standard_output(cls) -> "GoBoardDrawer":
        """A drawer for standard output; long lines are left to the terminal, and no text is read as markup."""
        return cls(plain_console())

    def draw(self, position: GoPosition, last_move: int | None = None) -> None:
        """Draw the board with its coordinates and the last move in brackets."""
        self._draw(position.size, lambda point: _sign(position, point), last_move)

    def draw_owners(self, ownership: NDArray[np.float32], size: int) -> None:
        """Draw who will own each point: `X` or `O` where it is nearly sure, `x` or `o` where it is likely, else `.`."""
        self._draw(size, lambda point: _owner_sign(float(ownership[point])), None)

    def _draw(self, size: int, sign: Callable[[int], str], last_move: int | None) -> None:
        picture = Text(f"    {' '.join(COLUMN_LETTERS[:size])}")
        for row in range(size):
            picture.append(f"\n{size - row:2} ")
            points = range(row * size, (row + 1) * size)
            for letter in _row_text([sign(point) for point in points], last_move, points):
                self._add(picture, letter)
        self.console.print(picture)

    def _add(self, picture: Text, letter: str) -> None:
        if self._has_discs:
            picture.append(_SIGNS.get(letter, letter), _STYLES.get(letter, _BOARD))
        else:
            picture.append(letter)


def _row_text(signs: list[str], last_move: int | None, points: range) -> str:
    """A row such as ` . X(O). ` with signs at odd places."""
    text = f" {' '.join(signs)} "
    if last_move is None or last_move not in points:
        return text
    place = 2 * points.index(last_move) + 1
    return f"{text[: place - 1]}({text[place]}){text[place + 2 :]}"


def _sign(position: GoPosition, point: int) -> str:
    stone = position.stone_at(point)
    return "." if stone is None else "X" if stone == Color.BLACK else "O"


def _owner_sign(owner: float) -> str:
    sign = "X" if owner > 0 else "O"
    return sign if abs(owner) >= _SURE else sign.lower() if abs(owner) >= _LIKELY else "."
