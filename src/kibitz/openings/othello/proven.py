"""What is proven of positions in the opening: bounds of their value with perfect play.

They follow from the 2,587 positions of Takizawa's "Othello is Solved" (https://arxiv.org/abs/2310.19387);
kibitz.openings.othello.proof makes the file from them and checks it.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.openings.othello.position_table import NOT_THERE, PositionTable
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import Position
from kibitz.tensor_files import read_tensors, write_tensors

Scores: TypeAlias = NDArray[np.int32]

HIGHEST: Final = 64
PROVEN_PLIES: Final = 10
PROVEN_DISCS: Final = PROVEN_PLIES + 4  # on the boards with most discs of which something is proven
_FORMAT: Final = "kibitz proven bounds 1"
_COLUMNS: Final = {"own": "uint64", "opp": "uint64", "low": "int8", "high": "int8", "games": "uint32"}


@dataclass(frozen=True, slots=True, order=True)
class Bounds:
    """Between what the value of a position must lie, in discs for the side to move."""

    low: int = -HIGHEST
    high: int = HIGHEST

    @property
    def is_value(self) -> bool:
        """Whether the value itself is proven."""
        return self.low == self.high

    @property
    def says_something(self) -> bool:
        return self.low > -HIGHEST or self.high < HIGHEST

    def turned(self) -> "Bounds":
        """The same seen by the other side."""
        return Bounds(-self.high, -self.low)

    def within(self, other: "Bounds") -> "Bounds":
        """What both bounds say together."""
        return Bounds(max(self.low, other.low), min(self.high, other.high))

    def clamp(self, score: float) -> float:
        """The score, or the bound that it passes."""
        return min(max(score, self.low), self.high)


UNBOUNDED: Final = Bounds()


@dataclass(frozen=True, slots=True)
class ProvenTable:
    """Canonical positions with a bound, [N], and how many tournament games of 2001 to 2020 the proof counted on their way."""

    table: PositionTable
    low: NDArray[np.int8]
    high: NDArray[np.int8]
    games: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.table)

    def bounds(self, boards: Boards) -> tuple[Scores, Scores]:
        """The bounds of many positions in any image, for the side to move, [M]."""
        rows = self.table.rows(boards)
        low, high = np.full(len(boards), -HIGHEST, np.int32), np.full(len(boards), HIGHEST, np.int32)
        known = rows != NOT_THERE
        low[known], high[known] = self.low[rows[known]], self.high[rows[known]]
        return low, high

    def bounds_of(self, position: Position) -> Bounds:
        """The bounds of a position in any image, whoever is to move; those of every position if nothing is proven."""
        row = self._row(position)
        return UNBOUNDED if row == NOT_THERE else Bounds(int(self.low[row]), int(self.high[row]))

    def games_of(self, position: Position) -> int:
        """How many games the proof counted that reached its positions through this one."""
        row = self._row(position)
        return 0 if row == NOT_THERE else int(self.games[row])

    def _row(self, position: Position) -> int:
        if position.size != 8:
            return NOT_THERE
        return int(self.table.rows(Boards.of([position]))[0])

    def save(self, path: Path) -> None:
        """Write the file; raises SetupError if that is not possible."""
        boards = self.table.boards
        tensors: dict[str, NDArray[Any]] = {
            "own": boards.own,
            "opp": boards.opp,
            "low": self.low,
            "high": self.high,
            "games": self.games,
        }
        write_tensors(path, tensors, {"format": _FORMAT})


def load_proven(path: Path) -> ProvenTable:
    """The bounds in a file; raises SetupError if it is missing, damaged or of another kind."""
    tensors, _ = read_tensors(path, "proven bounds", _FORMAT)
    for name, kind in _COLUMNS.items():
        found = tensors.get(name)
        if found is None or found.ndim != 1 or str(found.dtype) != kind:
            raise SetupError(f"{path} is damaged: {name} is no row of {kind}")
    if len({len(tensors[name]) for name in _COLUMNS}) != 1:
        raise SetupError(f"{path} is damaged: its columns are not equally long")
    table, order = PositionTable.of(Boards(tensors["own"], tensors["opp"]))
    return ProvenTable(table, tensors["low"][order], tensors["high"][order], tensors["games"][order])
