"""A game as people at a terminal see it: the board before each of their moves, what else they can type, and the end."""

import contextlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from rich.console import Console

from kibitz.errors import KibitzError, PeerError, SetupError
from kibitz.players.human import Command, HumanPlayer, read_line
from kibitz.players.player import Player, Request, Turn
from kibitz.players.referee import PlayedGame, Referee
from kibitz.rules.game import Game, GamePosition, Outcome
from kibitz.rules.squares import PASS


class Table(Protocol):
    """What a terminal must know of the game that is played: how it is drawn, counted and kept."""

    help: str
    invitation: str
    pass_words: str

    @property
    def console(self) -> Console: ...

    @property
    def game(self) -> Game[Any]: ...

    def count(self, position: GamePosition) -> Outcome | None:
        """Who won, or None while the game goes on."""
        ...

    def draw(self, position: GamePosition, last_move: int | None) -> None:
        """Draw the board, the last move marked."""
        ...

    def score(self, position: GamePosition) -> str:
        """How it stands, in one line."""
        ...

    def last_words(self, played: PlayedGame) -> Sequence[str]:
        """What else to print about a game at its end."""
        ...

    def format_moves(self, moves: Sequence[int]) -> str: ...

    def require_format(self, path: Path) -> None:
        """Raise SetupError if the extension of the file names no format."""
        ...

    def write(self, path: Path, played: PlayedGame) -> None:
        """Write the record to a file."""
        ...


class TerminalGame:
    """One game in the terminal; it is the kibitz.players.human.Terminal of the people who play.

    `opening` are moves from `start` that are made before anybody is asked.
    """

    def __init__(
        self,
        table: Table,
        start: GamePosition,
        opening: Sequence[int],
        players: tuple[Player, Player],
        hint: Player,
        save: Path | None,
    ) -> None:
        self._table = table
        self._console = table.console
        self._hint_player = _not_human(hint)
        self._save_target = save
        for player in players:
            if isinstance(player, HumanPlayer):
                player.terminal, player.commands = self, self._commands()
        self._referee = Referee(table.game, *players, start, opening, on_move=self._announce, count=table.count)

    def play(self) -> None:
        """Play to the end; the moves are shown however the game ends. Raises PeerError if a player failed."""
        if any(isinstance(player, HumanPlayer) for player in self._referee.players.values()):
            self._console.print(self._table.invitation)
        try:
            self._referee.play()
        finally:
            self._show_end(self._referee.played())
        if self._referee.problem:
            raise PeerError(self._referee.problem)

    def show(self, turn: Turn) -> None:
        """Draw the board and the score before a person's move."""
        self._console.print()
        self._table.draw(turn.position, turn.last_move)
        self._console.print(self._table.score(turn.position))

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
        self.tell(self._table.format_moves(turn.moves) or "No moves yet.")

    def _save(self, _turn: Turn, rest: str) -> None:
        if not rest:
            self.tell("Say where to: save game.pgn")
            return
        try:
            self._write(Path(rest).expanduser())
        except (KibitzError, OSError) as error:
            self.tell(f"Not saved: {error}")

    def _help(self, _turn: Turn, _rest: str) -> None:
        self.tell(self._table.help)

    def _announce(self, turn: Turn, move: int) -> None:
        name = f"{turn.to_move} ({self._referee.players[turn.to_move].name})"
        deed = self._table.pass_words if move == PASS else f"plays {turn.game.format_move(move)}"
        self._console.print(f"{name} {deed}.")

    def _show_end(self, played: PlayedGame) -> None:
        last = self._referee.position
        self._console.print()
        self._table.draw(last, played.moves[-1] if played.moves else None)
        self._console.print(self._table.score(last))
        self._console.print("The game was broken off." if played.outcome is None else f"{played.outcome}.")
        for line in self._table.last_words(played):
            self._console.print(line)
        self._console.print(f"Moves: {self._table.format_moves(played.moves) or 'none'}")
        if self._save_target and played.moves:
            self._write(self._save_target)

    def _write(self, path: Path) -> None:
        check_new_file(path, self._table)
        self._table.write(path, self._referee.played())
        self._console.print(f"Saved to {path}.")


def check_new_file(path: Path, table: Table) -> None:
    """Raise SetupError if a game could not be written there: nothing is ever written over."""
    table.require_format(path)
    if path.exists():
        raise SetupError(f"{path} exists already; give the name of a new file")
    if not path.absolute().parent.is_dir():
        raise SetupError(f"{path}: the folder {path.absolute().parent} does not exist")


def _not_human(player: Player) -> Player:
    if isinstance(player, HumanPlayer):
        raise SetupError("a person cannot give hints; `kibitz players` lists who can")
    return player


def _enable_line_editing() -> None:
    # Importing it is what gives input() its history and arrow keys; some systems have none.
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401
