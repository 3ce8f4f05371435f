"""How often positions were reached in archived games, up to symmetry: what the expert knows of openings.

Counts are kept under 64-bit keys of kibitz.archive.othello.index; two positions share a key by accident about once in 10^12
questions.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.othello.index import position_keys
from kibitz.rules.othello.bulk import Boards, Masks, canonical

RECENT_YEARS: Final = 6

# The last byte of a key gives way to the year, so that one sorted array answers for every span of years.
_YEAR_BITS: Final = np.uint64(0xFF)
_FIRST_YEAR: Final = 1900


@dataclass(frozen=True, slots=True)
class ReachedCounts:
    """How often each of some positions was reached before: in all years, and in the last RECENT_YEARS of them."""

    ever: NDArray[np.int64]
    recently: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class OpeningYears:
    """Positions reached in archived games with their years, for questions such as "how often up to 2014?"."""

    dated_keys: Masks  # ascending

    @classmethod
    def of_positions(cls, boards: Boards, black_to_move: NDArray[np.bool_], years: NDArray[np.integer]) -> "OpeningYears":
        """From the positions of many games, one row each."""
        return cls(np.sort(_dated(opening_keys(boards, black_to_move), years)))

    def reached(self, keys: Masks, last_years: NDArray[np.integer]) -> ReachedCounts:
        """How often positions were reached up to a year, [N]."""
        behind = np.searchsorted(self.dated_keys, _dated(keys, last_years + 1))
        recent = np.searchsorted(self.dated_keys, _dated(keys, np.maximum(last_years + 1 - RECENT_YEARS, _FIRST_YEAR)))
        first = np.searchsorted(self.dated_keys, keys & ~_YEAR_BITS)
        return ReachedCounts(behind - first, behind - recent)

    def book(self, last_year: int, least: int) -> "OpeningBook":
        """The counts up to a year of all positions reached at least so often."""
        keys = np.unique(self.dated_keys & ~_YEAR_BITS)
        counts = self.reached(keys, np.full(len(keys), last_year))
        kept = counts.ever >= least
        return OpeningBook(keys[kept], counts.ever[kept].astype(np.uint32), counts.recently[kept].astype(np.uint32))


@dataclass(frozen=True, slots=True)
class OpeningBook:
    """The counts of the positions reached most often, small enough to ship."""

    keys: Masks  # ascending, without their last byte
    ever: NDArray[np.uint32]
    recently: NDArray[np.uint32]

    def reached(self, keys: Masks) -> ReachedCounts:
        """How often positions were reached, [N]; 0 for those left out."""
        if not len(self.keys):
            return ReachedCounts(np.zeros(len(keys), np.int64), np.zeros(len(keys), np.int64))
        wanted = keys & ~_YEAR_BITS
        place = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        known = self.keys[place] == wanted
        return ReachedCounts(np.where(known, self.ever[place], 0), np.where(known, self.recently[place], 0))


def opening_keys(boards: Boards, black_to_move: NDArray[np.bool_]) -> Masks:
    """The keys of positions, the same for all images of one, [N]."""
    return position_keys(canonical(boards)[0], black_to_move)


def _dated(keys: Masks, years: NDArray[np.integer]) -> Masks:
    dated: Masks = (keys & ~_YEAR_BITS) | (years - _FIRST_YEAR).astype(np.uint64)
    return dated
