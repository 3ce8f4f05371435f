"""The base of players that know only Othello on the standard board: they refuse other games and pass when they must."""

from abc import abstractmethod
from typing import Any

from kibitz.errors import SetupError
from kibitz.players.player import Answer, Player, Turn
from kibitz.rules.game import Game
from kibitz.rules.othello.position import Position


class StandardBoardPlayer(Player):
    """A player of Othello on 8×8 squares. Subclasses need `name` and `choose_square`."""

    def new_game(self, game: Game[Any]) -> None:
        if game.name != "othello" or game.size != 8:
            raise SetupError(f"{self.name} plays only Othello on 8×8 squares, not {game.name} on {game.size}×{game.size}")

    def choose(self, turn: Turn) -> Answer:
        position = turn.position
        if not isinstance(position, Position):
            raise TypeError(f"{self.name} plays Othello, not in a {type(position).__name__}")
        return position.legal_moves()[0] if turn.must_pass else self.choose_square(turn, position)

    @abstractmethod
    def choose_square(self, turn: Turn, position: Position) -> int:
        """One of the legal squares of the turn's position, of which there is at least one."""
        ...
