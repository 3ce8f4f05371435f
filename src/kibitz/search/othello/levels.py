"""How far the engine looks: one meaning of levels, depths and seconds for every command and player.

Level n searches n plies deep and solves the end of the game exactly: from 3n empty squares on but not before the last 20, above
level 10 from one more every second level, and from n on above level 30. So level 20 solves from 25 empties and level 30 from 30.
A depth of n solves only what it reads to the end, from n empties on. In a number of seconds it looks as far as it gets, and tries
to solve from 20 empties on in a second; each empty square takes about three times as long.
"""

import math
from dataclasses import dataclass
from typing import Final

from kibitz.errors import SetupError

HIGHEST_LEVEL: Final = 60
DEEPEST: Final = 60
DEFAULT_LEVEL: Final = 10
DEFAULT_TABLES_MB: Final = 128  # of the search and the solver together
DEFAULT_BLUNDER_MARGIN: Final = 4.0  # discs

_SOLVED_IN_A_SECOND: Final = 20  # empties
_TIMES_LONGER_EACH_EMPTY: Final = 3


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a search ends: discs placed ahead, empties from which it solves exactly, seconds for all; None is no limit."""

    depth: int | None
    exact_from: int
    seconds: float | None = None


def limits_of(level: int | None = None, depth: int | None = None, seconds: float | None = None) -> Limits:
    """The limits of a level, a depth or a number of seconds, and of the default level if none is given.

    Raises SetupError for more than one of them and for a number out of its range.
    """
    given = {"level": level, "depth": depth, "seconds": seconds}
    names = [name for name, value in given.items() if value is not None]
    if len(names) > 1:
        raise SetupError(f"{' and '.join(names)} are given; one of level, depth and seconds says how far to look")
    if depth is not None:
        return limits_of_depth(depth)
    if seconds is not None:
        return limits_of_seconds(seconds)
    return limits_of_level(DEFAULT_LEVEL if level is None else level)


def limits_of_level(level: int) -> Limits:
    """The limits of a level from 1 to 60; raises SetupError for others."""
    _check_range("level", level, HIGHEST_LEVEL)
    if level <= 10:
        return Limits(level, min(3 * level, _SOLVED_IN_A_SECOND))
    return Limits(level, max(level, _SOLVED_IN_A_SECOND + (level - 10) // 2))


def limits_of_depth(depth: int) -> Limits:
    """The limits of a search so many plies deep, from 1 to 60; raises SetupError for others."""
    _check_range("depth", depth, DEEPEST)
    return Limits(depth, depth)


def limits_of_seconds(seconds: float) -> Limits:
    """The limits of a search that takes so long; raises SetupError for what is no time above 0."""
    if not 0 < seconds < math.inf:
        raise SetupError(f"seconds is {seconds:g}; it must be a number above 0")
    more_empties = math.floor(math.log(seconds, _TIMES_LONGER_EACH_EMPTY))
    return Limits(None, min(max(_SOLVED_IN_A_SECOND + more_empties, 1), DEEPEST), seconds)


def _check_range(name: str, value: int, highest: int) -> None:
    if not 1 <= value <= highest:
        raise SetupError(f"{name} is {value}; it must be from 1 to {highest}")
