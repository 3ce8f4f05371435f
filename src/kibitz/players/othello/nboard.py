"""Another program as a player, through the protocol of NBoard, version 2: what NBoard itself does for the engines under it.

The program gets the whole game before every move, so it need not remember anything, and games may begin anywhere. The
protocol has no clock and no resigning: how long the program thinks is up to its depth.
"""

import re
from collections.abc import Iterator
from itertools import count
from typing import Any, Final

from kibitz.errors import NotationError
from kibitz.players.othello.standard_board import StandardBoardPlayer
from kibitz.players.peer_client import PeerClient
from kibitz.players.player import ForfeitError, Turn
from kibitz.records.othello import ggf
from kibitz.records.othello.record import GameRecord
from kibitz.rules.game import Game, GamePosition, Reason
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import parse_move

DEFAULT_DEPTH: Final = 8
_LONGEST_NAME: Final = 60
_NAME: Final = re.compile(r"set\s+myname\s+(.+)")
# Edax writes blanks where the protocol has strokes.
_CHOSEN: Final = re.compile(r"===\s*([^/\s]*).*")


class NBoardPlayer(StandardBoardPlayer):
    """A program started by `command`, which searches `depth` plies deep and has `timeout` seconds for each answer.

    It is started by the first game, and again after a crash.
    """

    def __init__(self, command: str, depth: int = DEFAULT_DEPTH, timeout: float = 60.0, name: str = "") -> None:
        self.name = name or command
        self._command = command
        self._depth = depth
        self._timeout = timeout
        self._client: PeerClient | None = None
        self._pings = count(1)

    def new_game(self, game: Game[Any]) -> None:
        super().new_game(game)
        self._open_client()

    def choose_square(self, turn: Turn, position: Position) -> int:
        client = self._open_client()
        self._synchronise(client, f"set game {format_game(turn.start, turn.moves)}", "set game")
        seconds = min(self._timeout, turn.clock.seconds_left) if turn.clock else self._timeout
        text = client.exchange("go", "go", _read_move, seconds)
        move = _legal_move(position, text)
        if move is None:
            raise _illegal(client, turn, text)
        return move

    def close(self) -> None:
        if self._client:
            self._client.end("quit")

    def _open_client(self) -> PeerClient:
        if self._client is None or not self._client.is_open:
            self._client = PeerClient(self._command, self._timeout)
            self._synchronise(self._client, f"nboard 2\nset depth {self._depth}", "nboard 2")
        return self._client

    def _synchronise(self, client: PeerClient, lines: str, command: str) -> None:
        """Tell the program something and wait until it has heard it; nothing that comes later is about the position before."""
        number = next(self._pings)
        name = client.exchange(f"{lines}\nping {number}", command, lambda answer: read_until_pong(answer, number))
        self.name = name[:_LONGEST_NAME] or self.name


def format_game(start: GamePosition, moves: tuple[int, ...]) -> str:
    """A game so far as a line of GGF."""
    if not isinstance(start, Position):
        raise TypeError(f"NBoard knows Othello only, not a {type(start).__name__}")
    return ggf.format_game(GameRecord(moves, start, black="Black", white="White", place="Kibitz")).strip()


def read_until_pong(lines: Iterator[str], number: int) -> str:
    """The name that the program gave itself before it answered the ping, or an empty text."""
    name = ""
    for line in lines:
        if line.split() == ["pong", str(number)]:
            break
        found = _NAME.fullmatch(line)
        name = found[1] if found else name
    return name


def _read_move(lines: Iterator[str]) -> str:
    """The text of the move after `===`; hints, statistics and junk before it are dropped."""
    return next(found[1] for found in map(_CHOSEN.fullmatch, lines) if found)


def _legal_move(position: Position, text: str) -> int | None:
    try:
        move = parse_move(text)
    except NotationError:
        return None
    return move if move in position.legal_moves() else None


def _illegal(client: PeerClient, turn: Turn, text: str) -> ForfeitError:
    legal = ", ".join(turn.game.format_move(move) for move in turn.position.legal_moves())
    return ForfeitError(client.complaint("go", f"it answered {text[:40]!r}; legal are {legal}"), Reason.ILLEGAL_MOVE)
