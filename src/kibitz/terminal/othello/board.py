"""The Othello board in a terminal: discs in colour where there is colour, letters elsewhere."""

from collections.abc import Callable, Mapping
from typing import Final

from rich.console import Console
from rich.text import Text

from kibitz.rules.othello.position import Position
from kibitz.rules.squares import board_shape
from kibitz.terminal.console import plain_console, shows_discs

_BOARD: Final = "on dark_green"
_DISCS: Final = {"X": "●", "O": "●", "+": "·", ".": " "}
_STYLES: Final = {
    "X": f"black {_BOARD}",
    "O": f"bright_white {_BOARD}",
    "+": f"bold bright_yellow {_BOARD}",
    "(": f"bold bright_red {_BOARD}",
    ")": f"bold bright_red {_BOARD}",
}


class BoardDrawer:
    """Draws boards on a console. Black's discs are `X` and White's `O` where the console has no colours."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._has_discs = shows_discs(console)

    @classmethod
    def for_standard_output(cls) -> "BoardDrawer":
        """A drawer for standard output; long lines are left to the terminal, and no text is read as markup."""
        return cls(plain_console())

    def draw(self, position: Position, last_move: int | None = None) -> None:
        """Draw the board with its coordinates, the legal moves marked, and the last move in brackets."""
        letters = " ".join(chr(ord("a") + column) for column in range(position.size))
        picture = Text(f"    {letters}")
        for row in range(position.size):
            picture.append(f"\n{row + 1:2} ")
            for sign in _row_text(position, row, last_move):
                self._add(picture, sign)
        self.console.print(picture)

    def draw_probabilities(self, position: Position, probabilities: Mapping[int, float], last_move: int | None = None) -> None:
        """Draw the board with a percentage on each square that has a probability; wider than draw() to make room for it."""
        self._draw_wide(position, lambda square: _wide_cell(position, square, probabilities, last_move))

    def draw_chances(self, position: Position, chances: Mapping[int, float]) -> None:
        """Draw the board as wide, with a percentage and what is on every square now."""
        self._draw_wide(position, lambda square: f"{100 * chances[square]:>3.0f}{_sign(position, square).replace('+', '.')} ")

    def _draw_wide(self, position: Position, cell: Callable[[int], str]) -> None:
        letters = "".join(f"{chr(ord('a') + column):^5}" for column in range(position.size))
        picture = Text(f"   {letters.rstrip()}")
        shape = board_shape(position.size)
        for row in range(position.size):
            picture.append(f"\n{row + 1:2} ")
            for square in (shape.square_at(column, row) for column in range(position.size)):
                for sign in cell(square):
                    self._add(picture, sign)
        self.console.print(picture)

    def _add(self, picture: Text, sign: str) -> None:
        if self._has_discs:
            picture.append(_DISCS.get(sign, sign), _STYLES.get(sign, _BOARD))
        else:
            picture.append(sign)


def _row_text(position: Position, row: int, last_move: int | None) -> str:
    """A row such as ` . X(O)+ . ` with signs at odd places."""
    shape = board_shape(position.size)
    squares = [shape.square_at(column, row) for column in range(position.size)]
    text = f" {' '.join(_sign(position, square) for square in squares)} "
    if last_move not in squares:
        return text
    place = 2 * squares.index(last_move) + 1
    return f"{text[: place - 1]}({text[place]}){text[place + 2 :]}"


def _wide_cell(position: Position, square: int, probabilities: Mapping[int, float], last_move: int | None) -> str:
    """A square in five signs, such as ` 62% `, `  X  ` or ` (O) `."""
    if square in probabilities:
        percent = 100 * probabilities[square]
        return f"{'<1' if percent < 0.5 else f'{percent:.0f}':>3}% "
    sign = _sign(position, square).replace("+", ".")
    return f" ({sign}) " if square == last_move else f"  {sign}  "


def _sign(position: Position, square: int) -> str:
    if position.black >> square & 1:
        return "X"
    if position.white >> square & 1:
        return "O"
    return "+" if position.legal_mask() >> square & 1 else "."
