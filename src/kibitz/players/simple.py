"""The random mover, and one that looks at the board after each move.

Pinkney (2009, sections 3.1.5 and 4.2.5 to 4.2.7) defines his movers by an evaluation of the board after each legal move; the
highest value is played and ties are broken at random. The random mover values every board alike.
"""

import random
from collections.abc import Callable
from typing import TypeAlias

from kibitz.players.player import Player, Turn
from kibitz.rules.game import Color, GamePosition

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
