"""A player that follows a model of moves: its likeliest move, or each move as often as the model says it is played.

It may search some plies deep with the engine, and then leaves out the moves that are blunders.
"""

import random
from typing import Any, Final

import numpy as np

from kibitz.features.othello.planes import situation
from kibitz.models.othello.engine import shipped_analyst
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import MoveModel, in_mode
from kibitz.models.othello.rated_play import playing_by_rating, shipped_rated_play
from kibitz.players.othello.sparring import told_model
from kibitz.players.othello.standard_board import StandardBoardPlayer
from kibitz.players.othello.time_sharing import within_clock
from kibitz.players.player import Answer, Request, Turn
from kibitz.rules.game import Game
from kibitz.rules.othello.position import Position
from kibitz.search.othello.levels import DEFAULT_BLUNDER_MARGIN, limits_of_depth

# Moves that are one by symmetry may differ in the last digits; the first of them is played.
_SAME_PROBABILITY: Final = 1e-6
# A model may give probability 0 to the only sound move.
_LEAST_PROBABILITY: Final = 1e-12


class ModelPlayer(StandardBoardPlayer):
    """Plays by the probabilities of a model, raised to the power of 1/temperature; at temperature 0 always the likeliest move.

    With `search` it plays no move that a search so many plies deep finds more than `margin` discs worse than the best.
    """

    def __init__(
        self,
        model: str | MoveModel,
        rating: float | None = None,
        temperature: float = 0.0,
        player: str | None = None,
        search: int | None = None,
        margin: float = DEFAULT_BLUNDER_MARGIN,
        mode: str | None = None,
        calibrated: bool = False,
        resigns: bool = False,
        seed: int | None = None,
        name: str = "model",
    ) -> None:
        """`model` may be a name; raises SetupError if there is none, or if it does not know the rating or the player given.

        It does so for a `search` out of its range as well, and for a `mode` of a model that has none. A `calibrated` player of a
        rating errs as much as such players do, not as much as the model.
        """
        self.name = name
        asked = in_mode(load_model(model) if isinstance(model, str) else model, mode)
        self._model = told_model(playing_by_rating(asked) if calibrated and rating is not None else asked, rating, player)
        self._resignation = shipped_rated_play().resignation if resigns else None
        self._temperature = temperature
        self._limits = None if search is None else limits_of_depth(search)
        self._margin = margin
        self._analyst = None if search is None else shipped_analyst()
        self._seed = seed
        self._chooser = random.Random(seed)

    @property
    def is_repeatable(self) -> bool:
        return self._seed is not None or (self._temperature == 0 and self._resignation is None)

    def new_game(self, game: Game[Any]) -> None:
        super().new_game(game)
        if self._analyst is not None:
            self._analyst.forget()

    def choose(self, turn: Turn) -> Answer:
        return Request.RESIGN if self._gives_up(turn) else super().choose(turn)

    def choose_square(self, turn: Turn, position: Position) -> int:
        moves = self._sound_moves(turn, position)
        probabilities = self._model.probabilities(situation(position, turn.moves))[0, list(moves)]
        relative = np.maximum(probabilities, _LEAST_PROBABILITY) / max(probabilities.max(), _LEAST_PROBABILITY)
        if self._temperature == 0:
            return moves[int(np.argmax(relative >= 1 - _SAME_PROBABILITY))]
        weights = np.power(relative, 1 / self._temperature)
        return self._chooser.choices(moves, weights.tolist())[0]

    def _gives_up(self, turn: Turn) -> bool:
        if self._resignation is None or turn.must_pass or not isinstance(turn.position, Position):
            return False
        return self._chooser.random() < self._resignation.chance(turn.position)

    def _sound_moves(self, turn: Turn, position: Position) -> tuple[int, ...]:
        """The legal moves without the blunders, ascending."""
        if self._analyst is None or self._limits is None:
            return position.legal_moves()
        limits = within_clock(self._limits, turn.clock, position.empty_count)
        ranked = self._analyst.within(limits).deepen(position, stop=turn.stop).moves
        return tuple(sorted(row.move for row in ranked if row.score >= ranked[0].score - self._margin))
