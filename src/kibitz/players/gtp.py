"""Another program as a player, through the Go Text Protocol.

The program is told the moves it has not seen; after a move taken back it gets the whole game anew. Programs differ in
whether they want to be told of forced passes, so one that refuses such a pass is left alone.
"""

from typing import Any, Final

from kibitz.errors import NotationError, SetupError
from kibitz.players.gtp_client import GtpClient, Response
from kibitz.players.player import Answer, Clock, ForfeitError, Player, Request, Turn
from kibitz.rules.game import Color, Game, GamePosition, Reason
from kibitz.rules.squares import NO_MOVE, PASS

_UNKNOWN: Final = (NO_MOVE,)
_LONGEST_NAME: Final = 60


class GtpPlayer(Player):
    """A program started by `command`, which has `timeout` seconds for each answer. It is started by the first game."""

    def __init__(self, command: str, timeout: float = 60.0, name: str = "") -> None:
        self.name = name or command
        self._command = command
        self._timeout = timeout
        self._client: GtpClient | None = None
        self._known_commands: frozenset[str] = frozenset()
        self._told: tuple[int, ...] = ()
        self._is_clock_set = False
        self._handicap = ""  # vertices of the handicap stones

    def new_game(self, game: Game[Any]) -> None:
        self._is_clock_set = False
        client = self._client if self._client and self._client.is_open else self._start()
        if "set_game" in self._known_commands:
            self._set_up(client, f"set_game {game.name.capitalize()}", game)
        self._set_up(client, f"boardsize {game.size}", game)
        self._handicap = ""
        komi = getattr(game, "komi", None)
        if komi is not None:  # a game with komi has handicap stones too
            self._set_up(client, f"komi {komi:g}", game)
            self._handicap = _handicap_of(game)
        self._clear(client)

    def choose(self, turn: Turn) -> Answer:
        if turn.must_pass:
            return PASS
        if turn.start != turn.game.start():
            raise SetupError(f"{self.name} can be given games from the usual start only, not from a set-up position")
        client = self._client
        if client is None or not client.is_open:
            client = self._start()
            self.new_game(turn.game)
        self._catch_up(client, turn)
        return self._generate(client, turn)

    def close(self) -> None:
        if self._client:
            self._client.close()

    def _start(self) -> GtpClient:
        client = GtpClient(self._command, self._timeout)
        self._known_commands = frozenset(_text_of(client.ask("list_commands")).split())
        title = f"{_text_of(client.ask('name'))} {_text_of(client.ask('version'))}"
        self.name = " ".join(title.split())[:_LONGEST_NAME] or self.name
        self._client = client
        return client

    def _set_up(self, client: GtpClient, command: str, game: Game[Any]) -> None:
        response = client.ask(command)
        if not response.is_success:
            refusal = response.text or "no reason given"
            raise SetupError(f"{self.name} does not play {game.name} on {game.size}×{game.size}; {command!r}: {refusal}")

    def _clear(self, client: GtpClient) -> None:
        client.require("clear_board")
        if self._handicap:
            client.require(f"set_free_handicap {self._handicap}")
        self._told = ()

    def _catch_up(self, client: GtpClient, turn: Turn) -> None:
        if turn.moves[: len(self._told)] != self._told:
            self._clear(client)
        known = len(self._told)
        for number, (position, move) in enumerate(zip(turn.positions(), turn.moves, strict=True)):
            if number >= known:
                self._tell(client, position, turn.game.format_move(move))
        self._told = turn.moves

    def _tell(self, client: GtpClient, position: GamePosition, move: str) -> None:
        command = f"play {_letter(position.to_move)} {move}"
        if position.legal_moves() == (PASS,):
            client.ask(command)
        else:
            client.require(command)

    def _generate(self, client: GtpClient, turn: Turn) -> Answer:
        color = _letter(turn.to_move)
        seconds = self._timeout
        if turn.clock:
            seconds = min(seconds, turn.clock.seconds_left)
            self._tell_clock(client, color, turn.clock)
        self._told = _UNKNOWN  # it makes its move on its own board, which is not ours until the move is found to be legal
        text = client.require(f"genmove {color}", seconds)
        if text.lower() == "resign":
            return Request.RESIGN
        move = _legal_move(turn, text)
        if move is None:
            raise self._illegal(client, turn, text)
        self._told = (*turn.moves, move)
        return move

    def _tell_clock(self, client: GtpClient, color: str, clock: Clock) -> None:
        """Say how much time is left, and before a game's first move what was agreed.

        The protocol knows no increment; what comes nearest is so much time for every single move once the rest is used up.
        """
        left, increment = int(clock.seconds_left), int(clock.increment)
        if not self._is_clock_set and "time_settings" in self._known_commands:
            client.ask(f"time_settings {left} {increment} {1 if increment else 0}")
            self._is_clock_set = True
        if "time_left" in self._known_commands:
            client.ask(f"time_left {color} {left} 0")

    def _illegal(self, client: GtpClient, turn: Turn, text: str) -> ForfeitError:
        legal = ", ".join(turn.game.format_move(move) for move in turn.position.legal_moves())
        problem = f"it answered {text[:40]!r}; legal are {legal}"
        return ForfeitError(client.complaint(f"genmove {_letter(turn.to_move)}", problem), Reason.ILLEGAL_MOVE)


def _letter(color: Color) -> str:
    return "b" if color == Color.BLACK else "w"


def _handicap_of(game: Game[Any]) -> str:
    """The vertices of the stones that Black is given before a game with komi."""
    start = game.start()
    return " ".join(game.format_move(point) for point in range(game.size**2) if start.stone_at(point) is not None)


def _text_of(response: Response) -> str:
    return response.text if response.is_success else ""


def _legal_move(turn: Turn, text: str) -> int | None:
    try:
        move = turn.game.parse_move(text)
    except NotationError:
        return None
    return move if move in turn.position.legal_moves() else None
