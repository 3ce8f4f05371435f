"""Go in the terminal: the board, the captures, the dead stones at the end, and the records."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from kibitz.errors import SetupError
from kibitz.players.go.counting import dead_at_the_end
from kibitz.players.go.games import count_go, go_record
from kibitz.players.go.uct import go_position
from kibitz.players.referee import PlayedGame
from kibitz.rules.game import Game, GamePosition, Outcome, Reason
from kibitz.rules.go.points import format_go_move, format_vertex
from kibitz.rules.go.position import GoGame, play_go_moves
from kibitz.terminal.go.board import GoBoardDrawer

HELP: Final = """\
D4         play there
pass       pass; after two passes dead stones are removed and the board is counted
undo       take back to your last move
hint       get a suggestion
moves      show the moves so far
save FILE  write the game so far to a new SGF file
resign     resign the game
quit       leave; the moves are shown"""

_SUFFIXES: Final = (".sgf", ".sgf.gz")


class GoTable:
    """What kibitz.terminal.game must know of a game of Go."""

    help = HELP
    invitation = "Type a point such as D4, pass, or help."
    pass_words = "passes"

    def __init__(self, drawer: GoBoardDrawer, game: GoGame) -> None:
        self._drawer = drawer
        self._game = game

    @property
    def console(self) -> Console:
        return self._drawer.console

    @property
    def game(self) -> Game[Any]:
        return self._game

    def count(self, position: GamePosition) -> Outcome | None:
        return count_go(position)

    def draw(self, position: GamePosition, last_move: int | None) -> None:
        self._drawer.draw(go_position(position), last_move)

    def score(self, position: GamePosition) -> str:
        black_took, white_took = go_position(position).prisoners
        return f"Captures: Black {black_took}, White {white_took}; komi {self._game.komi:g}"

    def last_words(self, played: PlayedGame) -> Sequence[str]:
        return (*self._dead(played), *self._start(played))

    def format_moves(self, moves: Sequence[int]) -> str:
        return " ".join(format_go_move(move, self._game.size) for move in moves)

    def require_format(self, path: Path) -> None:
        from kibitz.records.plugged import format_of_target

        if not path.name.lower().endswith(_SUFFIXES) and format_of_target("go", path.name) is None:
            raise SetupError(f"{path}: games of Go are saved as SGF; the name must end in {' or '.join(_SUFFIXES)}")

    def write(self, path: Path, played: PlayedGame) -> None:
        from kibitz.records.go.files import write_go_games

        write_go_games(path, [replace(go_record(played, self._game), date=date.today().isoformat())])

    def _dead(self, played: PlayedGame) -> Sequence[str]:
        if played.outcome is None or played.outcome.reason not in (Reason.TWO_PASSES, Reason.TOO_LONG):
            return ()
        dead = dead_at_the_end(play_go_moves(played.moves, go_position(played.start)))
        return (f"Dead: {' '.join(format_vertex(point, self._game.size) for point in dead)}",) if dead else ()

    def _start(self, played: PlayedGame) -> Sequence[str]:
        return () if played.start == self._game.start() else (f"From: {played.start}",)
