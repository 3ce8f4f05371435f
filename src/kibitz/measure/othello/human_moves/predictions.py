"""Predictions of any program: a Parquet file with a row for every legal move of every position, checked before it is judged."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import NotationError
from kibitz.features.othello.samples import squares_as_columns
from kibitz.measure.othello.human_moves.asked import Asked, squares_of_names
from kibitz.measure.parquet import Columns, filled, read_parquet, write_parquet
from kibitz.rules.squares import NO_MOVE, board_shape, format_square

COLUMNS: Final = ("id", "move", "probability")
SUM_TOLERANCE: Final = 1e-3


def write_predictions(path: Path, asked: Asked, probabilities: NDArray[np.float64]) -> None:
    """Write probabilities [N, 64] as any other program would."""
    row, square = np.nonzero(squares_as_columns(asked.moves.legal))
    names = np.array([format_square(each) for each in board_shape(8).squares], dtype=object)
    columns = {"id": asked.ids[row], "move": names[square], "probability": probabilities[row, square]}
    write_parquet(path, columns)


def read_predictions(path: Path, asked: Asked) -> NDArray[np.float64]:
    """The probabilities in a file, [N, 64], each row summing to 1.

    Raises NotationError that names the first fault and how often it occurs: a move that is none or is not legal, a position that
    is not asked, a number that is no probability, a move given twice or not at all, a sum that is not 1. Positions of the whole
    split may be given where only a sample is asked.
    """
    given = read_parquet([path], COLUMNS)
    checker = _Checker(path, asked, given)
    checker.require_numbers()
    place = checker.places()
    square = checker.squares(place)
    table = np.full((len(asked), 64), np.nan)
    checker.require_once(place, square)
    known = place >= 0
    table[place[known], square[known]] = given["probability"][known].astype(np.float64)
    return _complete(path, asked, table)


@dataclass(frozen=True, slots=True)
class _Checker:
    path: Path
    asked: Asked
    given: Columns

    def require_numbers(self) -> None:
        for name in ("id", "probability"):
            if not np.issubdtype(self.given[name].dtype, np.number):
                raise NotationError(f"{self.path}: the column {name} holds no numbers")
        probability = filled(self.given["probability"].astype(np.float64), np.nan)
        self._refuse(~np.isfinite(probability), lambda row: f"the probability {probability[row]} is not a number")
        self._refuse((probability < 0) | (probability > 1 + SUM_TOLERANCE), lambda row: f"{probability[row]:g} is no probability")

    def places(self) -> NDArray[np.int64]:
        """The row of each prediction's position among those asked; -1 for one of a game outside the sample."""
        ids = filled(self.given["id"].astype(np.int64), -1)
        place = np.minimum(np.searchsorted(self.asked.ids, ids), max(len(self.asked) - 1, 0))
        known = self.asked.ids[place] == ids
        if self.asked.sample == 1:
            self._refuse(~known, lambda _: f"there is no such position in the split {self.asked.split}")
        return np.where(known, place, -1)

    def squares(self, place: NDArray[np.int64]) -> NDArray[np.int64]:
        square = squares_of_names(filled(self.given["move"], ""))
        self._refuse(square == NO_MOVE, lambda row: f"{self.given['move'][row]!r} is no square; squares are a1 to h8")
        legal = (self.asked.moves.legal[place] >> square.astype(np.uint64)) & np.uint64(1) == 1
        self._refuse((place >= 0) & ~legal, lambda row: f"{self.given['move'][row]} is not legal there")
        return square

    def require_once(self, place: NDArray[np.int64], square: NDArray[np.int64]) -> None:
        key = np.where(place >= 0, place * 64 + square, -1 - np.arange(len(place)))
        _, first = np.unique(key, return_index=True)
        again = np.ones(len(key), np.bool_)
        again[first] = False
        self._refuse(again, lambda row: f"{self.given['move'][row]} is given twice")

    def _refuse(self, wrong: NDArray[np.bool_], problem: Callable[[int], str]) -> None:
        if wrong.any():
            row = int(np.argmax(wrong))
            _refuse(self.path, self.given["id"][row], problem(row), int(wrong.sum()), "rows")


def _complete(path: Path, asked: Asked, table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The table with 0 where no move is legal and rows that add up to 1; raises NotationError for what is missing."""
    legal = squares_as_columns(asked.moves.legal)
    missing = legal & np.isnan(table)
    if missing.any():
        row, square = np.argwhere(missing)[0]
        _refuse(
            path, asked.ids[row], f"the row of the legal move {format_square(int(square))} is missing", int(missing.sum()), "rows"
        )
    table = np.where(legal, table, 0.0)
    total = table.sum(axis=1)
    wrong = np.abs(total - 1) > SUM_TOLERANCE
    if wrong.any():
        row = int(np.argmax(wrong))
        _refuse(path, asked.ids[row], f"the probabilities add up to {total[row]:.6g}, not to 1", int(wrong.sum()), "positions")
    shares: NDArray[np.float64] = table / total[:, None]
    return shares


def _refuse(path: Path, position: Any, problem: str, count: int, what: str) -> NoReturn:
    more = f"; {count} {what} have this fault" if count > 1 else ""
    raise NotationError(f"{path}, position {position}: {problem}{more}")
