"""Weaker play that stays natural: discs are given away where a tournament player might, and not more of them than agreed.

A turn's moves are drawn as often as experts play them, out of those that cost at most half of the discs that are left to give. So
large gifts come early and small ones late, and when nothing is left the best move is played.
"""

import random
from typing import Final

from kibitz.features.othello.planes import situation
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import MoveModel
from kibitz.players.player import Turn
from kibitz.rules.othello.position import Position
from kibitz.search.othello.judgement import JudgedMove, Judgement

# A model may give probability 0 to all moves that are cheap enough.
_LEAST_PROBABILITY: Final = 1e-9


class Generosity:
    """A budget of discs to give away in a game, by the engine's own estimates."""

    def __init__(self, discs: float, chooser: random.Random, model: MoveModel | None = None) -> None:
        """`model` says which moves are likely; it is the shipped expert unless given."""
        self._discs = discs
        self._chooser = chooser
        self._model = load_model("expert") if model is None else model
        self._given: dict[tuple[int, ...], float] = {}

    def begin(self) -> None:
        """Nothing is given away yet."""
        self._given.clear()

    def given(self, moves: tuple[int, ...]) -> float:
        """The discs given away so far in a game that went this way. Moves that were taken back cost nothing."""
        for length in range(len(moves), -1, -1):
            if (discs := self._given.get(moves[:length])) is not None:
                return discs
        return 0.0

    def choose(self, turn: Turn, position: Position, ranked: Judgement) -> int:
        """One of the ranked moves, of which there is at least one; its cost comes off the budget."""
        given = self.given(turn.moves)
        most = (self._discs - given) / 2
        near = [row for row in ranked if ranked[0].score - row.score <= most]
        chosen = self._drawn(turn, position, near)
        self._given[(*turn.moves, chosen.move)] = given + ranked[0].score - chosen.score
        return chosen.move

    def _drawn(self, turn: Turn, position: Position, rows: list[JudgedMove]) -> JudgedMove:
        if len(rows) == 1:
            return rows[0]
        probabilities = self._model.probabilities(situation(position, turn.moves))[0]
        return self._chooser.choices(rows, [probabilities[row.move] + _LEAST_PROBABILITY for row in rows])[0]
