"""Many positions that are found again under all symmetries, whoever is to move: rows in the order of a 64-bit key."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.mixing import all_mixed
from kibitz.rules.othello.bulk import Boards, Masks, canonical

NOT_THERE: Final = -1
_OPPONENT: Final = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class PositionTable:
    """Canonical boards in ascending order of their keys, all [N]."""

    boards: Boards
    keys: Masks

    @classmethod
    def of(cls, boards: Boards) -> tuple["PositionTable", NDArray[np.intp]]:
        """The table of some canonical boards, of which no two are the same, and the order in which it holds them."""
        keys = _keys(boards)
        order = np.argsort(keys, kind="stable")
        return cls(Boards(boards.own[order], boards.opp[order]), keys[order]), order

    def __len__(self) -> int:
        return len(self.keys)

    def rows(self, boards: Boards) -> NDArray[np.intp]:
        """The row of each of some boards in any image, NOT_THERE for those that are missing, [M]."""
        return self.canonical_rows(canonical(boards)[0])

    def canonical_rows(self, boards: Boards) -> NDArray[np.intp]:
        """As rows(), for boards that are canonical already."""
        if not len(self):
            return np.full(len(boards), NOT_THERE, np.intp)
        place = np.minimum(np.searchsorted(self.keys, _keys(boards)), len(self) - 1)
        found = (self.boards.own[place] == boards.own) & (self.boards.opp[place] == boards.opp)
        return np.where(found, place, NOT_THERE)

    @property
    def disc_counts(self) -> NDArray[np.intp]:
        """How many discs lie on each board, [N]."""
        counts: NDArray[np.intp] = np.bitwise_count(self.boards.own | self.boards.opp).astype(np.intp)
        return counts


def distinct(boards: Boards) -> tuple[Boards, NDArray[np.intp]]:
    """Each of some boards once, and how often it was there."""
    order = np.lexsort((boards.opp, boards.own))
    own, opp = boards.own[order], boards.opp[order]
    is_new = np.ones(len(own), np.bool_)
    is_new[1:] = (own[1:] != own[:-1]) | (opp[1:] != opp[:-1])
    first = np.flatnonzero(is_new)
    return Boards(own[first], opp[first]), np.diff(np.append(first, len(own)))


def _keys(boards: Boards) -> Masks:
    return all_mixed(boards.own ^ all_mixed(boards.opp ^ _OPPONENT))
