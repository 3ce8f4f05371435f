"""A person at a keyboard, who may also take moves back, resign, leave, and use the other commands of the terminal."""

import sys
from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from kibitz.errors import IllegalMoveError, NotationError
from kibitz.players.player import Answer, Player, Request, Turn

LINES_PER_TURN = 1000
"""A person gives up before this; a pipe that never says a move must not keep the game waiting forever."""

_LONGEST_LINE = 4096

Command: TypeAlias = Callable[[Turn, str], None]


class Terminal(Protocol):
    """Where the person sits."""

    def show(self, turn: Turn) -> None:
        """Draw the board."""
        ...

    def read(self, prompt: str) -> str | None:
        """The next line, or None when there will be no more."""
        ...

    def tell(self, text: str) -> None:
        """Say something about what was typed."""
        ...


class PlainTerminal:
    """Standard input and output without any decoration."""

    def show(self, turn: Turn) -> None:
        sys.stdout.write(f"{turn.position.drawing()}\n")

    def read(self, prompt: str) -> str | None:
        sys.stdout.write(prompt)
        sys.stdout.flush()
        return read_line()

    def tell(self, text: str) -> None:
        sys.stdout.write(f"{text}\n")


def read_line() -> str | None:
    """The next line of standard input, cut where it is absurdly long; None at its end or where there is none."""
    line = sys.stdin.readline(_LONGEST_LINE) if sys.stdin else ""
    return line or None


class HumanPlayer(Player):
    """Asks a person. `commands` are further words that the terminal answers itself, such as a hint."""

    def __init__(
        self, name: str = "human", terminal: Terminal | None = None, commands: Mapping[str, Command] | None = None
    ) -> None:
        self.name = name
        self.terminal: Terminal = terminal or PlainTerminal()
        self.commands: Mapping[str, Command] = commands or {}

    @property
    def may_take_back(self) -> bool:
        return True

    def choose(self, turn: Turn) -> Answer:
        self.terminal.show(turn)
        for _ in range(LINES_PER_TURN):
            line = self.terminal.read(f"{turn.to_move} ({self.name}): ")
            if line is None:
                break
            answer = self._understand(turn, line.strip())
            if answer is not None:
                return answer
        return Request.ADJOURN

    def _understand(self, turn: Turn, line: str) -> Answer | None:
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                return None
            case "resign":
                return Request.RESIGN
            case "quit" | "exit":
                return Request.ADJOURN
            case "undo":
                return self._take_back(turn)
            case command if command in self.commands:
                self.commands[command](turn, rest.strip())
                return None
            case _:
                return self._move(turn, line)

    def _take_back(self, turn: Turn) -> Request | None:
        if turn.can_take_back:
            return Request.TAKE_BACK
        self.terminal.tell("There is no move to take back.")
        return None

    def _move(self, turn: Turn, text: str) -> int | None:
        try:
            move = turn.game.parse_move(text)
            turn.position.play(move)
        except (NotationError, IllegalMoveError) as error:
            self.terminal.tell(str(error))
            return None
        return move
