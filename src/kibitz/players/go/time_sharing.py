"""How a player of Go that searches divides the time on its clock among its moves."""

import time
from dataclasses import replace
from typing import Final

from kibitz.players.player import Clock
from kibitz.rules.go.position import GoPosition
from kibitz.search.go.tree import TreeLimits

# Kept back for what happens outside the search while the referee's clock runs: once, and for every move to come.
_RESERVE_SECONDS: Final = 0.5
_OVERHEAD_SECONDS: Final = 0.02
_LEAST_SECONDS: Final = 0.02
_LEAST_MOVES_TO_COME: Final = 15
# Of the points of a board, so many have seen a move when a game ends.
_MOVES_PER_POINT: Final = 0.8


class GoTimeKeeper:
    """Grants time for one move after another of a game, and learns from the clock the overhead of a move.

    The mean over all moves so far counts, since programs tell whole seconds.
    """

    def __init__(self) -> None:
        self._first: Clock | None = None
        self._thought = 0.0
        self._moves = 0
        self._began = 0.0

    def begin(self, limits: TreeLimits, clock: Clock | None, position: GoPosition) -> TreeLimits:
        """The limits with no more time than the clock allows for the move that is thought about from now on."""
        self._began = time.monotonic()
        if clock is None:
            return limits
        if self._first is None or clock.seconds_left > self._first.seconds_left or clock.increment:
            self._first, self._thought, self._moves = clock, 0.0, 0
        spent = self._first.seconds_left - clock.seconds_left
        lag = max((spent - self._thought) / max(self._moves, 1), _OVERHEAD_SECONDS)
        share = time_share(clock, position, lag)
        return replace(limits, seconds=share if limits.seconds is None else min(share, limits.seconds))

    def end(self) -> None:
        """The move has been thought about."""
        self._thought += time.monotonic() - self._began
        self._moves += 1


def time_share(clock: Clock, position: GoPosition, lag: float = _OVERHEAD_SECONDS) -> float:
    """Seconds for one move: an equal part of what is left for the moves to come, and the increment; never more than half of all.

    `lag` is kept back for every move to come, for its overhead.
    """
    to_come = max((position.size**2 * _MOVES_PER_POINT - position.move_count) / 2, _LEAST_MOVES_TO_COME)
    left = max(clock.seconds_left - _RESERVE_SECONDS - lag * to_come, 0.0)
    return max(min(left / to_come + clock.increment, left / 2), _LEAST_SECONDS)
