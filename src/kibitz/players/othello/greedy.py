"""The greedy mover, a yardstick of the literature: as many discs as possible after the move."""

import math
from typing import Any

from kibitz.errors import SetupError
from kibitz.players.simple import OnePlyPlayer
from kibitz.rules.game import Color, Game, GamePosition
from kibitz.rules.othello.position import Position


class GreedyPlayer(OnePlyPlayer):
    """Plays for as many discs as possible after the move, as Pinkney's greedy mover."""

    def __init__(self, seed: int | None = None, name: str = "greedy") -> None:
        super().__init__(disc_ratio, seed, name)

    def new_game(self, game: Game[Any]) -> None:
        if game.name != "othello":
            raise SetupError(f"{self.name} counts discs and plays only Othello, not {game.name}")


def disc_ratio(position: GamePosition, color: Color) -> float:
    """One side's discs divided by the other's; infinite where the other has none."""
    if not isinstance(position, Position):
        raise TypeError(f"discs are counted in Othello only, not in a {type(position).__name__}")
    black, white = position.black.bit_count(), position.white.bit_count()
    own, opp = (black, white) if color == Color.BLACK else (white, black)
    return own / opp if opp else math.inf
