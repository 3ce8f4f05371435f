"""A game as people at a terminal see it: the board before each of their moves, words besides moves, and the end."""

import contextlib
import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Final

from kibitz.cli.board import BoardDrawer
from kibitz.cli.positions import Line
from kibitz.errors import KibitzError, PeerError, SetupError
from kibitz.players.human import Command, HumanPlayer, read_line
from kibitz.players.player import Player, Request, Turn
from kibitz.players.referee import PlayedGame, Referee
from kibitz.rules.othello import OthelloGame, Position
from kibitz.rules.squares import PASS, format_transcript

HELP: Final = """\
f5         play there; legal squares are marked on the board
undo       take back to your last move
hint       ask for a move
moves      show the moves so far
save FILE  write the game so far to a new file; its ending names the format
resign     give the game up
quit       leave; the moves are shown so that nothing is lost"""


class TerminalGame:
    """One game in the terminal; it is the kibitz.players.human.Terminal of the people who play."""

    def __init__(self, drawer: BoardDrawer, line: Line, black: Player, white: Player, hint: Player, save: Path | None) -> None:
        self._drawer = drawer
        self._console = drawer.console
        self._hint_player = _not_human(hint)
        self._save_target = save
        self._size = line.start.size
        for player in (black, white):
            if isinstance(player, HumanPlayer):
                player.terminal, player.commands = self, self._commands()
        self._referee = Referee(OthelloGame(self._size), black, white, line.start, line.moves, on_move=self._announce)

    def play(self) -> None:
        """Play to the end; the moves are shown however that comes. Raises PeerError if a player failed."""
        if any(isinstance(player, HumanPlayer) for player in self._referee.players.values()):
            self._console.print("Type a square such as f5, or help.")
        try:
            self._referee.play()
        finally:
            self._show_end(self._referee.played())
        if self._referee.problem:
            raise PeerError(self._referee.problem)

    def show(self, turn: Turn) -> None:
        """Draw the board and the score before a person's move."""
        position = _othello(turn)
        self._console.print()
        self._drawer.draw(position, turn.last_move)
        self._console.print(_score(position))

    def read(self, prompt: str) -> str | None:
        """A line from the keyboard, or from a pipe, which is echoed so that the session reads like one."""
        if sys.stdin and sys.stdin.isatty():
            _enable_line_editing()
            with contextlib.suppress(EOFError):
                return input(prompt)
            return None
        line = read_line()
        self._console.print(f"{prompt}{'(end of input)' if line is None else line.rstrip()}")
        return line

    def tell(self, text: str) -> None:
        """Say something about what was typed."""
        self._console.print(text)

    def _commands(self) -> Mapping[str, Command]:
        return {"hint": self._hint, "moves": self._moves, "save": self._save, "help": self._help, "?": self._help}

    def _hint(self, turn: Turn, _rest: str) -> None:
        player = self._hint_player
        try:
            player.new_game(turn.game)
            answer = player.choose(turn)
        except KibitzError as error:
            self.tell(f"No hint: {error}")
            return
        advice = "would resign" if isinstance(answer, Request) else f"suggests {turn.game.format_move(answer)}"
        self.tell(f"{player.name} {advice}.")

    def _moves(self, turn: Turn, _rest: str) -> None:
        self.tell(format_transcript(turn.moves, self._size) or "No moves yet.")

    def _save(self, _turn: Turn, rest: str) -> None:
        if not rest:
            self.tell("Say where to: save game.pgn")
            return
        try:
            self._write(Path(rest).expanduser())
        except (KibitzError, OSError) as error:
            self.tell(f"Not saved: {error}")

    def _help(self, _turn: Turn, _rest: str) -> None:
        self.tell(HELP)

    def _announce(self, turn: Turn, move: int) -> None:
        name = f"{turn.to_move} ({self._referee.players[turn.to_move].name})"
        self._console.print(f"{name} must pass." if move == PASS else f"{name} plays {turn.game.format_move(move)}.")

    def _show_end(self, played: PlayedGame) -> None:
        record = played.record()
        self._console.print()
        self._drawer.draw(record.final_position(), played.moves[-1] if played.moves else None)
        self._console.print(_score(record.final_position()))
        self._console.print("The game was broken off." if played.outcome is None else f"{played.outcome}.")
        if record.start != Position.start(self._size):
            self._console.print(f"From: {record.start}")
        self._console.print(f"Moves: {format_transcript(played.moves, self._size) or 'none'}")
        if self._save_target and played.moves:
            self._write(self._save_target)

    def _write(self, path: Path) -> None:
        from kibitz.records.files import write_games

        check_new_file(path)
        record = replace(self._referee.played().record(), date=date.today().isoformat())
        write_games(path, [record])
        self._console.print(f"Saved to {path}.")


def check_new_file(path: Path) -> None:
    """Raise SetupError if a game could not be written there: nothing is ever written over."""
    from kibitz.records.files import format_of_name

    if format_of_name(path.name) is None:
        raise SetupError(f"{path}: its ending names no format; write .pgn, .ggf, .sgf or .txt for example")
    if path.exists():
        raise SetupError(f"{path} is there already; give the name of a new file")
    if not path.absolute().parent.is_dir():
        raise SetupError(f"{path}: the folder {path.absolute().parent} does not exist")


def _not_human(player: Player) -> Player:
    if isinstance(player, HumanPlayer):
        raise SetupError("a hint comes from a player other than a person; `kibitz players` lists them")
    return player


def _othello(turn: Turn) -> Position:
    if not isinstance(turn.position, Position):
        raise TypeError(f"this terminal shows Othello, not a {type(turn.position).__name__}")
    return turn.position


def _score(position: Position) -> str:
    return f"Black {position.black.bit_count()}, White {position.white.bit_count()}"


def _enable_line_editing() -> None:
    # Importing it is what gives input() its history and arrow keys; some systems have none.
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401
