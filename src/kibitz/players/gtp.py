"""Another program as a player, through the Go Text Protocol.

The program gets the moves it has not seen; after a takeback it gets the whole game again. Programs differ in
whether they want to get forced passes, so one that refuses such a pass is left alone.
"""

from typing import Any, Final

from kibitz.errors import NotationError
from kibitz.players.gtp_board import GtpBoard, letter
from kibitz.players.gtp_client import GtpClient, introduce
from kibitz.players.place import place_after
from kibitz.players.player import Answer, Clock, ForfeitError, Player, Request, Turn
from kibitz.rules.game import Game, Reason
from kibitz.rules.squares import PASS

_LONGEST_NAME: Final = 60


class GtpPlayer(Player):
    """A program started by `command`, which has `timeout` seconds for each answer. It is started by the first game."""

    def __init__(self, command: str, timeout: float = 60.0, name: str = "", seconds: float | None = None) -> None:
        """`seconds` for each move are told to the program instead of the clock; without either it thinks as long as it likes."""
        self.name = name or command
        self._command = command
        self._timeout = timeout
        self._seconds = seconds
        self._board: GtpBoard | None = None
        self._is_clock_set = False

    def new_game(self, game: Game[Any]) -> None:
        self._is_clock_set = False
        self._opened().begin(game)

    def choose(self, turn: Turn) -> Answer:
        if turn.must_pass:
            return PASS
        board = self._opened()
        board.tell(place_after(turn.game, turn.start, turn.moves))
        return self._generate(board, turn)

    def close(self) -> None:
        if self._board:
            self._board.client.close()

    def _opened(self) -> GtpBoard:
        """The program's board; the program is started unless it runs."""
        if self._board is None or not self._board.client.is_open:
            client = GtpClient(self._command, self._timeout)
            about = introduce(client)
            self.name = about.title[:_LONGEST_NAME] or self.name
            self._board = GtpBoard(client, self.name, about.commands)
            self._is_clock_set = False
        return self._board

    def _generate(self, board: GtpBoard, turn: Turn) -> Answer:
        color = letter(turn.to_move)
        limit = self._timeout
        if self._seconds is not None:
            self._set_time(board, f"time_settings 0 {max(round(self._seconds), 1)} 1")
        elif turn.clock:
            limit = min(limit, turn.clock.seconds_left)
            self._tell_clock(board, color, turn.clock)
        board.lose_sight()  # it makes its move on its own board, which is not ours until the move is found to be legal
        text = board.client.require(f"genmove {color}", limit)
        if text.lower() == "resign":
            return Request.RESIGN
        move = _legal_move(turn, text)
        if move is None:
            raise _illegal(board.client, turn, text)
        board.played(place_after(turn.game, turn.start, turn.moves), move)
        return move

    def _tell_clock(self, board: GtpBoard, color: str, clock: Clock) -> None:
        """Say how much time is left, and before a game's first move what was agreed.

        The protocol knows no increment; what comes nearest is so much time for every single move once the rest is used up.
        """
        left, increment = int(clock.seconds_left), int(clock.increment)
        self._set_time(board, f"time_settings {left} {increment} {1 if increment else 0}")
        if "time_left" in board.commands:
            board.client.ask(f"time_left {color} {left} 0")

    def _set_time(self, board: GtpBoard, command: str) -> None:
        if not self._is_clock_set and "time_settings" in board.commands:
            board.client.ask(command)
            self._is_clock_set = True


def _illegal(client: GtpClient, turn: Turn, text: str) -> ForfeitError:
    legal = ", ".join(turn.game.format_move(move) for move in turn.position.legal_moves())
    problem = f"it answered {text[:40]!r}; legal are {legal}"
    return ForfeitError(client.complaint(f"genmove {letter(turn.to_move)}", problem), Reason.ILLEGAL_MOVE)


def _legal_move(turn: Turn, text: str) -> int | None:
    try:
        move = turn.game.parse_move(text)
    except NotationError:
        return None
    return move if move in turn.position.legal_moves() else None
