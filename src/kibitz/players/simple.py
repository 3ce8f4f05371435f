"""The two yardsticks of the literature: the random and the greedy mover.

Pinkney (2009, sections 3.1.5 and 4.2.5 to 4.2.7) defines both by an evaluation of the board after each legal move, where the
highest value is played and ties are broken at random. The random mover values every board alike.
"""

import math
import random
from collections.abc import Callable
from typing import Any, TypeAlias

from kibitz.errors import SetupError
from kibitz.players.player import Player, Turn
from kibitz.rules.game import Color, Game, GamePosition
from kibitz.rules.othello.position import Position

Evaluation: TypeAlias = Callable[[GamePosition, Color], float]


class RandomPlayer(Player):
    """Plays any legal move, all equally likely, in any game."""

    def __init__(self, seed: int | None = None, name: str = "random") -> None:
        self.name = name
        self._seed = seed
        self._chooser = random.Random(seed)

    @property
    def is_repeatable(self) -> bool:
        return self._seed is not None

    def choose(self, turn: Turn) -> int:
        return self._chooser.choice(turn.position.legal_moves())


class OnePlyPlayer(Player):
    """Plays the move whose board an evaluation values highest for the mover; ties are broken at random."""

    def __init__(self, evaluate: Evaluation, seed: int | None = None, name: str = "one-ply") -> None:
        self.name = name
        self._evaluate = evaluate
        self._seed = seed
        self._chooser = random.Random(seed)

    @property
    def is_repeatable(self) -> bool:
        return self._seed is not None

    def choose(self, turn: Turn) -> int:
        moves = turn.position.legal_moves()
        values = [self._evaluate(turn.position.play(move), turn.to_move) for move in moves]
        best = max(values)
        return self._chooser.choice([move for move, value in zip(moves, values, strict=True) if value == best])


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
