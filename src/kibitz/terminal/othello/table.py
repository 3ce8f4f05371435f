"""Othello in the terminal: the board, the score and the records."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from kibitz.errors import SetupError
from kibitz.players.othello.played import record_of
from kibitz.players.referee import PlayedGame
from kibitz.rules.game import Game, GamePosition, Outcome
from kibitz.rules.othello.position import OthelloGame, Position
from kibitz.rules.squares import format_transcript
from kibitz.terminal.othello.board import BoardDrawer

HELP: Final = """\
f5         play there; legal squares are marked on the board
undo       take back to your last move
hint       get a suggestion
moves      show the moves so far
save FILE  write the game so far to a new file; its extension sets the format
resign     resign the game
quit       leave; the moves are shown"""


class OthelloTable:
    """What kibitz.terminal.game must know of Othello on a board of one size."""

    help = HELP
    invitation = "Type a square such as f5, or help."
    pass_words = "must pass"

    def __init__(self, drawer: BoardDrawer, size: int) -> None:
        self._drawer = drawer
        self._size = size

    @property
    def console(self) -> Console:
        return self._drawer.console

    @property
    def game(self) -> Game[Any]:
        return OthelloGame(self._size)

    def count(self, position: GamePosition) -> Outcome | None:
        return position.outcome()

    def draw(self, position: GamePosition, last_move: int | None) -> None:
        self._drawer.draw(_othello(position), last_move)

    def score(self, position: GamePosition) -> str:
        board = _othello(position)
        return f"Black {board.black.bit_count()}, White {board.white.bit_count()}"

    def last_words(self, played: PlayedGame) -> Sequence[str]:
        start = _othello(played.start)
        return () if start == Position.start(self._size) else (f"From: {start}",)

    def format_moves(self, moves: Sequence[int]) -> str:
        return format_transcript(tuple(moves), self._size)

    def require_format(self, path: Path) -> None:
        from kibitz.records.othello.files import format_of_name
        from kibitz.records.plugged import format_of_target

        if format_of_name(path.name) is None and format_of_target("othello", path.name) is None:
            raise SetupError(f"{path}: its extension names no format; use .pgn, .ggf, .sgf or .txt, for example")

    def write(self, path: Path, played: PlayedGame) -> None:
        from kibitz.records.othello.files import write_games

        write_games(path, [replace(record_of(played), date=date.today().isoformat())])


def _othello(position: GamePosition) -> Position:
    if not isinstance(position, Position):
        raise TypeError(f"this table is for Othello, not for a {type(position).__name__}")
    return position
