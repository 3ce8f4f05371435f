"""How a player that searches divides the time on its clock among its moves."""

from dataclasses import replace
from typing import Final

from kibitz.players.player import Clock
from kibitz.search.othello.levels import Limits, limits_of_seconds

# Kept back for what happens outside the search while the referee's clock runs: once, and for every move to come.
_RESERVE_SECONDS: Final = 0.05
_OVERHEAD_SECONDS: Final = 0.01
_LEAST_SECONDS: Final = 0.001
_PASSES: Final = 5  # moves that may come in addition because the opponent passes
_LAG_FADES: Final = 0.8  # with each move that does not show it again
# The last moves are solved within a moment, so the time is shared among those before them.
_FREE_MOVES: Final = 6


class LagMeter:
    """The overhead of a move beyond the time granted for it, read from the clock: waiting, messages, a busy machine."""

    def __init__(self) -> None:
        self._seconds = _OVERHEAD_SECONDS
        self._expected: float | None = None

    def within_clock(self, limits: Limits, clock: Clock | None, empties: int) -> Limits:
        """As the function, with the lag of the moves before in mind; to be asked once for every move of a game."""
        if clock is None:
            return limits
        if self._expected is not None:
            self._seconds = max(_OVERHEAD_SECONDS, self._expected - clock.seconds_left, _LAG_FADES * self._seconds)
        granted = within_clock(limits, clock, empties, self._seconds)
        self._expected = clock.seconds_left - (granted.seconds or 0.0) + clock.increment
        return granted


def within_clock(limits: Limits, clock: Clock | None, empties: int, lag: float = _OVERHEAD_SECONDS) -> Limits:
    """The limits with no more time than the clock allows for this move, and no end to solve that takes longer."""
    if clock is None:
        return limits
    share = time_share(clock, empties, lag)
    seconds = share if limits.seconds is None else min(share, limits.seconds)
    return replace(limits, seconds=seconds, exact_from=min(limits.exact_from, limits_of_seconds(seconds).exact_from))


def time_share(clock: Clock, empties: int, lag: float = _OVERHEAD_SECONDS) -> float:
    """Seconds for one move: an equal part of what is left for the moves to come but the last six, and the increment.

    Never more than half of what is left, so that a slow moment does not lose the game; and `lag` is kept back for every move to
    come, for its overhead.
    """
    moves_to_come = (empties + 1) // 2
    most_moves = min(empties, moves_to_come + _PASSES)
    left = max(clock.seconds_left - _RESERVE_SECONDS - lag * most_moves, 0.0)
    return max(min(left / max(moves_to_come - _FREE_MOVES, 2) + clock.increment, left / 2), _LEAST_SECONDS)
