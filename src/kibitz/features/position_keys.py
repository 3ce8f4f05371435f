"""Positions told apart by 64 bits, all eight images of a position alike: for asking whether one was met before."""

from typing import Final

import numpy as np

from kibitz.rules import bulk
from kibitz.rules.bulk import Boards, Masks

# The finaliser of the SplitMix64 generator, which spreads every bit over all others.
_SHIFTS: Final = tuple(np.uint64(shift) for shift in (30, 27, 31))
_FACTORS: Final = tuple(np.uint64(factor) for factor in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_OPPONENT: Final = np.uint64(0xD1B54A32D192ED03)


def position_keys(boards: Boards) -> Masks:
    """A key for each position, [N]; the same for its images, whichever colour is to move.

    Two of ten million different positions share one with a chance of 1 in 400,000.
    """
    canonical, _ = bulk.canonical(boards)
    return _mixed(canonical.own ^ _mixed(canonical.opp ^ _OPPONENT))


def _mixed(bits: Masks) -> Masks:
    bits = (bits ^ bits >> _SHIFTS[0]) * _FACTORS[0]
    bits = (bits ^ bits >> _SHIFTS[1]) * _FACTORS[1]
    mixed: Masks = bits ^ bits >> _SHIFTS[2]
    return mixed
