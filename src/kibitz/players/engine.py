"""The engine as a player: the best move it finds within a level, a depth or a time, and perfect play near the end.

See kibitz.search.levels for what a level means.
"""

import random
from dataclasses import replace
from typing import Final

from kibitz.models.engine import shipped_engine
from kibitz.players.player import Clock, Turn
from kibitz.players.standard_board import StandardBoardPlayer
from kibitz.rules.othello import Position
from kibitz.search.analysis import Analyst
from kibitz.search.levels import Limits, limits_of

# Kept back for what happens outside the search; the referee's clock runs meanwhile.
_OVERHEAD_SECONDS: Final = 0.05
_LEAST_SECONDS: Final = 0.001
# The last moves are solved within a moment, so the time is shared among those before them.
_FREE_MOVES: Final = 6


class EnginePlayer(StandardBoardPlayer):
    """Plays the best move, or any move that is at most `margin` discs worse, all equally likely.

    With a clock it takes no more for a move than time_share(), whatever its level; then, and with seconds, how far it gets
    depends on the machine.
    """

    def __init__(
        self,
        level: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        margin: float = 0.0,
        seed: int | None = None,
        name: str = "engine",
    ) -> None:
        """Raises SetupError for more than one of level, depth and seconds, or if one is out of its range."""
        self.name = name
        self._limits = limits_of(level, depth, seconds)
        self._margin = margin
        self._seed = seed
        self._chooser = random.Random(seed)
        self._analyst = Analyst(shipped_engine())

    @property
    def is_repeatable(self) -> bool:
        return self._limits.seconds is None and (self._margin == 0 or self._seed is not None)

    def choose_square(self, turn: Turn, position: Position) -> int:
        limits = within_clock(self._limits, turn.clock, position.empty_count)
        if self._margin == 0:
            return self._analyst.best_move(position, limits, turn.stop).move
        judged = self._analyst.judge_moves(position, limits, stop=turn.stop)
        return self._chooser.choice([row.move for row in judged if row.score >= judged[0].score - self._margin])


def within_clock(limits: Limits, clock: Clock | None, empties: int) -> Limits:
    """The limits with no more time than the clock allows for this move."""
    if clock is None:
        return limits
    share = time_share(clock, empties)
    return replace(limits, seconds=share if limits.seconds is None else min(share, limits.seconds))


def time_share(clock: Clock, empties: int) -> float:
    """Seconds for one move: an equal share of what is left for the moves to come but the last six, and the increment.

    Never more than half of what is left, so that a slow moment does not lose the game.
    """
    left = max(clock.seconds_left - _OVERHEAD_SECONDS, 0.0)
    moves_to_come = max((empties + 1) // 2 - _FREE_MOVES, 2)
    return max(min(left / moves_to_come + clock.increment, left / 2), _LEAST_SECONDS)
