"""Noughts and crosses as text: positions as they are typed, drawn and described."""

from dataclasses import dataclass
from typing import Any

from kibitz.rules.game import Game
from kibitz.rules.noughts.position import (
    NOUGHTS,
    SHAPE,
    START,
    NoughtsPosition,
    is_board_text,
    parse_board,
    parse_moves,
    play_all,
)
from kibitz.terminal.outcomes import describe_outcome


@dataclass(frozen=True, slots=True)
class NoughtsLine:
    """A start position and legal moves from it."""

    start: NoughtsPosition = START
    moves: tuple[int, ...] = ()

    @property
    def game(self) -> Game[Any]:
        return NOUGHTS

    @property
    def position(self) -> NoughtsPosition:
        """The position after the moves."""
        return play_all(self.moves, self.start)


def parse_noughts_line(text: str) -> NoughtsLine:
    """The line of a transcript such as `b2a1` or of a board with its side to move; empty text is the start.

    Raises NotationError or IllegalMoveError.
    """
    if is_board_text(text):
        return NoughtsLine(parse_board(text))
    line = NoughtsLine(START, parse_moves(text))
    play_all(line.moves)
    return line


def describe(position: NoughtsPosition) -> dict[str, Any]:
    """A position as one JSON document."""
    return {
        "game": NOUGHTS.name,
        "position": str(position),
        "board": position.board_text(),
        "to_move": position.to_move.name.lower(),
        "legal_moves": [SHAPE.names[move] for move in position.legal_moves()],
        "outcome": describe_outcome(position.outcome()),
    }


def sentence(position: NoughtsPosition) -> str:
    """How a position stands, in one line."""
    outcome = position.outcome()
    return f"{outcome}." if outcome else f"{position.to_move} ({'XO'[position.to_move]}) to move."


def picture(position: NoughtsPosition, last_move: int | None = None) -> str:
    """The board with its coordinates, the last move in brackets."""
    rows = [SHAPE.squares[place : place + 3] for place in (0, 3, 6)]
    lines = ["".join(_cell(position, square, last_move) for square in row) for row in rows]
    return "\n".join(["   a  b  c", *(f"{number} {line}".rstrip() for number, line in enumerate(lines, 1))])


def _cell(position: NoughtsPosition, square: int, last_move: int | None) -> str:
    sign = position.sign(square).replace("-", ".")
    return f"({sign})" if square == last_move else f" {sign} "
