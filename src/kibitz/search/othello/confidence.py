"""How far the value of a search lies from that of a deeper one: the range that stands beside it.

Measured with `evaluation2-2014`, whose values people read, by `python benchmarks/confidence.py --positions 120`: up to 24 empty
squares against exact scores, with more of them, where those are not known, against searches of 16 plies.
"""

from typing import Final

import numpy as np

from kibitz.search.contract import Likely

REFERENCE_DEPTH: Final = 16
_MOST_SOLVED: Final = 24  # empty squares
_HIGHEST: Final = 64.0  # discs
_DEPTHS: Final = (1, 2, 4, 6, 8, 10, 12, 14)
# The difference in discs that nine in ten values do not exceed, by empty squares and then by depth. Where a deeper search was
# found to be less sure, which is chance, both have the mean.
_FROM_EXACT: Final = {
    16: (12.0, 10.9, 9.9, 8.4, 7.2, 6.3, 5.7, 5.1),
    20: (12.4, 11.1, 9.5, 9.0, 6.3, 6.3, 6.1, 4.9),
    24: (13.0, 13.0, 13.0, 12.8, 10.9, 8.8, 5.7, 5.6),
}
_FROM_DEEP: Final = {
    32: (4.5, 4.5, 4.5, 4.5, 3.7, 2.4, 2.4, 2.1),
    40: (6.0, 4.7, 3.9, 3.9, 2.8, 2.8, 2.0, 1.4),
    48: (3.0, 3.0, 2.6, 2.0, 1.9, 1.4, 1.4, 1.2),
}


def likely_range(score: float, empties: int, depth: int) -> Likely | None:
    """Between what a deeper search puts a score nine times in ten; None for searches as deep as those it was measured against."""
    is_solved = empties <= _MOST_SOLVED
    deeper = empties if is_solved else REFERENCE_DEPTH
    if depth >= deeper:
        return None
    reach = usual_difference(empties, depth)
    return Likely(round(max(score - reach, -_HIGHEST), 1), round(min(score + reach, _HIGHEST), 1), deeper)


def usual_difference(empties: int, depth: int) -> float:
    """What the difference from a deeper search does not exceed nine times in ten, in discs.

    Between what was measured it is interpolated, beyond it the nearest figure is taken.
    """
    measured = _FROM_EXACT if empties <= _MOST_SOLVED else _FROM_DEEP
    at_depth = [np.interp(depth, _DEPTHS, row) for row in measured.values()]
    return float(np.interp(empties, list(measured), at_depth))
