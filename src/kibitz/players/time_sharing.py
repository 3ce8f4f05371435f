"""How a player that searches shares the time on its clock among its moves."""

from dataclasses import replace
from typing import Final

from kibitz.players.player import Clock
from kibitz.search.levels import Limits, limits_of_seconds

# Kept back for what happens outside the search while the referee's clock runs: once, and for every move to come.
_RESERVE_SECONDS: Final = 0.05
_OVERHEAD_SECONDS: Final = 0.01
_LEAST_SECONDS: Final = 0.001
# The last moves are solved within a moment, so the time is shared among those before them.
_FREE_MOVES: Final = 6


def within_clock(limits: Limits, clock: Clock | None, empties: int) -> Limits:
    """The limits with no more time than the clock allows for this move, and no end to solve that takes longer."""
    if clock is None:
        return limits
    share = time_share(clock, empties)
    seconds = share if limits.seconds is None else min(share, limits.seconds)
    return replace(limits, seconds=seconds, exact_from=min(limits.exact_from, limits_of_seconds(seconds).exact_from))


def time_share(clock: Clock, empties: int) -> float:
    """Seconds for one move: an equal share of what is left for the moves to come but the last six, and the increment.

    Never more than half of what is left, so that a slow moment does not lose the game; and something is kept back for what every
    move costs besides.
    """
    moves_to_come = (empties + 1) // 2
    left = max(clock.seconds_left - _RESERVE_SECONDS - _OVERHEAD_SECONDS * moves_to_come, 0.0)
    return max(min(left / max(moves_to_come - _FREE_MOVES, 2) + clock.increment, left / 2), _LEAST_SECONDS)
