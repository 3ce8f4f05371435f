"""Lines of play of noughts and crosses between what requests say and what answers show.

A start is `noughts:`, behind which may stand a board with its side to move; a path is a transcript such as `b2a1`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from kibitz.app.noughts.shapes import NoughtsPositionShape
from kibitz.app.played_line import PlayedLine
from kibitz.app.shapes.positions import shared_facts
from kibitz.rules.game import Outcome
from kibitz.rules.noughts.position import (
    NOUGHTS,
    SHAPE,
    START,
    NoughtsGame,
    NoughtsPosition,
    format_moves,
    parse_board,
    parse_move,
    parse_moves,
    play_all,
)
from kibitz.terminal.noughts.line import describe

_MARK: Final = "noughts:"
_POINT: Final = 1  # what a game that is given up counts


@dataclass(frozen=True, slots=True)
class NoughtsLine(PlayedLine):
    """A start and legal moves from it."""

    start: NoughtsPosition = START
    moves: tuple[int, ...] = ()

    game_name: ClassVar[str] = NOUGHTS.name

    @property
    def game(self) -> NoughtsGame:
        return NOUGHTS

    @property
    def position(self) -> NoughtsPosition:
        return play_all(self.moves, self.start)

    @property
    def path(self) -> str:
        return format_moves(self.moves)

    @property
    def start_text(self) -> str:
        return _MARK if self.start == START else f"{_MARK}{self.start}"

    @property
    def played_share(self) -> float:
        return 1 - self.position.empty_count / NOUGHTS.longest_game

    @property
    def size(self) -> int:
        return NOUGHTS.size

    @property
    def points(self) -> int:
        return _POINT

    def with_path(self, path: str) -> "NoughtsLine":
        line = NoughtsLine(self.start, parse_moves(path))
        play_all(line.moves, line.start)  # says which move is not legal
        return line

    def parse_move(self, text: str) -> int:
        return parse_move(text)

    def format_move(self, move: int) -> str:
        return SHAPE.names[move]

    def outcome(self, dead: Sequence[int] = ()) -> Outcome | None:  # noqa: ARG002 - nothing is ever dead
        return self.position.outcome()

    def describe(self, dead: Sequence[int] = ()) -> NoughtsPositionShape:  # noqa: ARG002
        position = self.position
        return NoughtsPositionShape(
            **shared_facts(describe(position)),
            start=f"{_MARK}{position}",
            moves=self.format_moves(self.moves),
            path=self.path,
            last_move=self.format_move(self.moves[-1]) if self.moves else None,
        )


def is_noughts_start(text: str) -> bool:
    return text.lstrip().startswith(_MARK)


def parse_noughts_line(start: str, moves: str = "") -> NoughtsLine:
    """The line of a start and a path; raises NotationError or IllegalMoveError."""
    board = start.strip().removeprefix(_MARK)
    return NoughtsLine(parse_board(board) if board else START).with_path(moves)
