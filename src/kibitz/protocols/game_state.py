"""A game as a protocol keeps it: where it began and the moves since, each of them legal."""

from dataclasses import dataclass
from threading import Event
from typing import Any

from kibitz.errors import IllegalMoveError
from kibitz.players.player import Clock, Turn
from kibitz.rules.game import Color, Game, GamePosition
from kibitz.rules.squares import PASS


@dataclass(frozen=True, slots=True)
class GameState:
    """A game so far; `moves` lead from `start` to `position`, forced passes written out."""

    game: Game[Any]
    start: GamePosition
    position: GamePosition
    moves: tuple[int, ...] = ()

    @classmethod
    def at_start(cls, game: Game[Any]) -> "GameState":
        """The game before its first move."""
        start: GamePosition = game.start()
        return cls(game, start, start)

    @property
    def to_move(self) -> Color:
        return self.position.to_move

    @property
    def must_pass(self) -> bool:
        """Whether a pass is the only legal move."""
        return self.position.legal_moves() == (PASS,)

    @property
    def is_over(self) -> bool:
        return self.position.outcome() is not None

    def play(self, move: int) -> "GameState":
        """The game after a move of the side to move; raises IllegalMoveError."""
        return GameState(self.game, self.start, self.position.play(move), (*self.moves, move))

    def with_turn_of(self, color: Color) -> "GameState":
        """The game with one side to move: a forced pass of the other, which some programs do not tell, is played.

        Raises IllegalMoveError if the other side has moves.
        """
        if self.to_move == color:
            return self
        if self.must_pass:
            return self.play(PASS)
        raise IllegalMoveError(f"it is {self.to_move}'s turn")

    def play_by(self, color: Color, move: int) -> "GameState":
        """The game after a move of one side, a forced pass of the other before it if need be; raises IllegalMoveError.

        A pass after the end changes nothing: many programs end every game with two.
        """
        return self if self.is_over and move == PASS else self.with_turn_of(color).play(move)

    def turn(self, clock: Clock | None, stop: Event) -> Turn:
        """The question to a player."""
        return Turn(self.game, self.start, self.moves, self.position, clock, stop=stop)
