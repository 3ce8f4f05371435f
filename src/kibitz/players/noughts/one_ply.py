"""The players of noughts and crosses: the perfect one and the evolved one. Both look at the board after each move."""

from collections.abc import Callable
from typing import Any

from kibitz.errors import SetupError
from kibitz.models.noughts.evolved import load_by_name
from kibitz.models.noughts.kinds import SHIPPED
from kibitz.players.simple import OnePlyPlayer
from kibitz.rules.game import Color, Game, GamePosition
from kibitz.rules.noughts.position import NOUGHTS, NoughtsPosition, as_noughts
from kibitz.search.noughts.perfect import value_for_mover


class NoughtsPlayer(OnePlyPlayer):
    """Plays any of the moves after which the board is worth least to the opponent."""

    def __init__(self, value: Callable[[NoughtsPosition], float], seed: int | None, name: str) -> None:
        def evaluate(position: GamePosition, color: Color) -> float:
            worth = value(as_noughts(position))
            return worth if position.to_move == color else -worth

        super().__init__(evaluate, seed, name)

    def new_game(self, game: Game[Any]) -> None:
        if game.name != NOUGHTS.name:
            raise SetupError(f"{self.name} knows noughts and crosses only, and cannot play {game.name}")


class PerfectPlayer(NoughtsPlayer):
    """Never loses, and wins as quickly as can be."""

    def __init__(self, seed: int | None = None, name: str = "perfect") -> None:
        super().__init__(value_for_mover, seed, name)


class EvolvedPlayer(NoughtsPlayer):
    """Plays by an evolved network; raises SetupError if there is no such model of noughts and crosses."""

    def __init__(self, model: str = SHIPPED, seed: int | None = None, name: str = "evolved") -> None:
        super().__init__(load_by_name(model).value_for_mover, seed, name)
