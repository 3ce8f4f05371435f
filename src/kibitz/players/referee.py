"""The referee of one game: asks the players in turn, enforces the rules and the clock, and keeps the record.

A forced pass is played without asking. A player that fails, plays an illegal move or oversteps its time loses the game, by all
points of the board, as after a resignation.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from kibitz.errors import PeerError
from kibitz.players.player import Answer, Clock, ForfeitError, Player, Request, Turn
from kibitz.rules.game import Color, Game, GamePosition, Outcome, Reason
from kibitz.rules.squares import PASS

MoveWatcher: TypeAlias = Callable[[Turn, int], None]
Counter: TypeAlias = Callable[[GamePosition], Outcome | None]

CRASH: Final = "crash"
ENDINGS: Final = {
    Reason.RESIGNATION: "resignation",
    Reason.TIME: "time",
    Reason.ILLEGAL_MOVE: "illegal move",
    Reason.CRASH: CRASH,
}
"""What records call the ways to lose off the board."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds that each side has for the whole game, and what it gains with every move."""

    seconds: float
    increment: float = 0.0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as the referee saw it. `outcome` is None if it was interrupted; `problem` says what a failed player did."""

    start: GamePosition
    moves: tuple[int, ...]
    black: str
    white: str
    outcome: Outcome | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class _Forfeit:
    reason: Reason
    problem: str = ""


class Referee:
    """One game between two players; it may be played to its end or step by step.

    `opening` are moves from `start` that are made before the players take over and that cannot be taken back; forced passes must
    be written out. `on_move` is called after every move with the turn it was made in. `count` says who won in a position, where
    that is not what the position itself says. `now` is there for tests.
    """

    def __init__(
        self,
        game: Game[Any],
        black: Player,
        white: Player,
        start: GamePosition | None = None,
        opening: Sequence[int] = (),
        time_control: TimeControl | None = None,
        on_move: MoveWatcher | None = None,
        count: Counter | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game = game
        self.players = {Color.BLACK: black, Color.WHITE: white}
        self.moves: list[int] = []
        self.outcome: Outcome | None = None
        self.problem = ""
        self.is_adjourned = False
        self._positions: list[GamePosition] = [game.start() if start is None else start]
        self._on_move = on_move
        self._count: Counter = count or _as_it_stands
        self._time_control = time_control
        self._seconds_left = dict.fromkeys(Color, time_control.seconds if time_control else 0.0)
        self._now = now
        for move in opening:
            self._append(move)
        self._opening_length = len(self.moves)
        self.outcome = self._count(self.position)

    @property
    def position(self) -> GamePosition:
        return self._positions[-1]

    @property
    def is_over(self) -> bool:
        """Whether nobody will be asked any more."""
        return self.outcome is not None or self.is_adjourned

    def turn(self) -> Turn:
        """The question to the side to move."""
        control = self._time_control
        clock = Clock(self._seconds_left[self.position.to_move], control.increment) if control else None
        return Turn(self.game, self._positions[0], tuple(self.moves), self.position, clock, self._kept_moves() is not None)

    def played(self) -> PlayedGame:
        """The game so far."""
        black, white = self.players[Color.BLACK].name, self.players[Color.WHITE].name
        return PlayedGame(self._positions[0], tuple(self.moves), black, white, self.outcome, self.problem)

    def play(self) -> PlayedGame:
        """Get the players ready and play to the end."""
        self.get_ready()
        while not self.is_over:
            self.step()
        return self.played()

    def get_ready(self) -> None:
        """Tell both players that a game begins; one that fails already here has lost."""
        for color, player in self.players.items():
            try:
                player.new_game(self.game)
            except PeerError as error:
                self._forfeit(color, _forfeit_of(error))
                return

    def step(self) -> None:
        """Make one move, or whatever the player to move asks for instead."""
        turn = self.turn()
        if turn.must_pass:
            self._make(turn, PASS)
            return
        self.players[turn.to_move.other].opponent_to_move(turn)
        answer = self._ask(turn)
        if isinstance(answer, _Forfeit):
            self._forfeit(turn.to_move, answer)
        else:
            self._follow(turn, answer)

    def _ask(self, turn: Turn) -> Answer | _Forfeit:
        began = self._now()
        try:
            answer = self.players[turn.to_move].choose(turn)
        except PeerError as error:
            return _forfeit_of(error)
        if self._charge(turn, self._now() - began) and answer not in (Request.TAKE_BACK, Request.ADJOURN):
            return _Forfeit(Reason.TIME, f"{self.players[turn.to_move].name} ran out of time")
        return answer

    def _charge(self, turn: Turn, seconds: float) -> bool:
        """Take the time used off the clock; True if there was not enough of it."""
        if turn.clock is None:
            return False
        left = turn.clock.seconds_left - seconds
        self._seconds_left[turn.to_move] = left + turn.clock.increment
        return left < 0

    def _follow(self, turn: Turn, answer: Answer) -> None:
        if answer == Request.RESIGN:
            self._forfeit(turn.to_move, _Forfeit(Reason.RESIGNATION))
        elif answer == Request.ADJOURN:
            self.is_adjourned = True
        elif answer == Request.TAKE_BACK and turn.can_take_back:
            self._take_back()
        elif isinstance(answer, int) and answer in turn.position.legal_moves():
            self._make(turn, answer)
        else:
            self._forfeit(turn.to_move, _Forfeit(Reason.ILLEGAL_MOVE, self._complaint(turn, answer)))

    def _make(self, turn: Turn, move: int) -> None:
        self._append(move)
        self.outcome = self._count(self.position)
        if self._on_move:
            self._on_move(turn, move)

    def _append(self, move: int) -> None:
        self._positions.append(self.position.play(move))
        self.moves.append(move)

    def _kept_moves(self) -> int | None:
        """How many moves are left after taking back to the last choice of a player that may; None if there is none."""
        if not self.players[self.position.to_move].may_take_back:
            return None
        for count in range(len(self.moves) - 1, self._opening_length - 1, -1):
            position = self._positions[count]
            if self.players[position.to_move].may_take_back and position.legal_moves() != (PASS,):
                return count
        return None

    def _take_back(self) -> None:
        kept = self._kept_moves()
        del self.moves[kept:]
        del self._positions[len(self.moves) + 1 :]

    def _forfeit(self, loser: Color, forfeit: _Forfeit) -> None:
        points = self.game.size**2
        self.outcome = Outcome(-points if loser == Color.BLACK else points, forfeit.reason)
        self.problem = forfeit.problem

    def _complaint(self, turn: Turn, answer: Answer) -> str:
        shown = self.game.format_move(answer) if isinstance(answer, int) else answer.value
        legal = ", ".join(self.game.format_move(move) for move in turn.position.legal_moves())
        return f"{self.players[turn.to_move].name} answered {shown}; legal for {turn.to_move}: {legal}"


def play_game(
    game: Game[Any],
    black: Player,
    white: Player,
    start: GamePosition | None = None,
    opening: Sequence[int] = (),
    time_control: TimeControl | None = None,
    on_move: MoveWatcher | None = None,
    count: Counter | None = None,
) -> PlayedGame:
    """A whole game between two players, which stay open; see Referee."""
    return Referee(game, black, white, start, opening, time_control, on_move, count).play()


def _as_it_stands(position: GamePosition) -> Outcome | None:
    return position.outcome()


def _forfeit_of(error: PeerError) -> _Forfeit:
    reason = error.reason if isinstance(error, ForfeitError) else Reason.CRASH
    return _Forfeit(reason, str(error))
