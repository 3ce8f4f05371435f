"""The table at which noughts and crosses is played in the terminal."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from kibitz.players.noughts.games import noughts_record
from kibitz.players.referee import PlayedGame
from kibitz.records.noughts.files import require_format, write_records
from kibitz.rules.game import Game, GamePosition, Outcome
from kibitz.rules.noughts.position import NOUGHTS, START, as_noughts, format_moves
from kibitz.terminal.noughts.line import picture, sentence

HELP: Final = """\
b2         play there
undo       take back to your last move
hint       ask for a move
moves      show the moves so far
save FILE  write the game so far to a new file, whose name ends in .txt
resign     give the game up
quit       leave; the moves are shown so that nothing is lost"""


class NoughtsTable:
    """What kibitz.terminal.game must know of noughts and crosses."""

    help = HELP
    invitation = "Type a square such as b2, or help."
    pass_words = "must pass"  # which never happens

    def __init__(self, console: Console) -> None:
        self._console = console

    @property
    def console(self) -> Console:
        return self._console

    @property
    def game(self) -> Game[Any]:
        return NOUGHTS

    def count(self, position: GamePosition) -> Outcome | None:
        return position.outcome()

    def draw(self, position: GamePosition, last_move: int | None) -> None:
        self._console.print(picture(as_noughts(position), last_move))

    def score(self, position: GamePosition) -> str:
        return sentence(as_noughts(position))

    def last_words(self, played: PlayedGame) -> Sequence[str]:
        return () if played.start == START else (f"From: {played.start}",)

    def format_moves(self, moves: Sequence[int]) -> str:
        return format_moves(moves)

    def require_format(self, path: Path) -> None:
        require_format(path)

    def write(self, path: Path, played: PlayedGame) -> None:
        write_records(path, [replace(noughts_record(played), date=date.today().isoformat())])
