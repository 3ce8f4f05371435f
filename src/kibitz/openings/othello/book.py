"""A book: positions of archived games, what a search thought of each of their moves, and what that comes to from the end back.

Every position holds the value of each legal move for the side that plays it, in the order of squares. `searched` is what a search
of the position itself found. `scores` is the same where a move leaves the book; where it leads to another position of the book it
is what that one is worth to the other side (negamax), so that what was found out deep in a line is known at its beginning.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.openings.othello.position_table import NOT_THERE, PositionTable
from kibitz.openings.othello.proven import ProvenTable
from kibitz.rules.othello.bulk import Boards, children, legal_masks
from kibitz.tensor_files import read_tensors, write_tensors

UNITS_PER_DISC: Final = 100
UNVALUED: Final = 0  # as a depth
UNKNOWN: Final = -32768  # in books of other programs: a move that is no better than others
_FORMAT: Final = "kibitz book 1"
_COLUMNS: Final = {"own": "uint64", "opp": "uint64", "games": "uint32", "depth": "uint8"}
_MOVE_COLUMNS: Final = {"searched": "int16", "scores": "int16", "reach": "uint8"}


@dataclass(frozen=True, slots=True)
class Book:
    """Positions [N] and their moves [M]; rows first[i] to first[i + 1] of the moves are those of position i.

    `games` is how often a position was reached, `depth` how deep it was searched, 0 if it waits for that. `searched` and `scores`
    are in hundredths of a disc; `reach` is how many plies ahead the position lies on which a score rests.
    """

    table: PositionTable
    games: NDArray[np.uint32]
    depth: NDArray[np.uint8]
    first: NDArray[np.intp]
    searched: NDArray[np.int16]
    scores: NDArray[np.int16]
    reach: NDArray[np.uint8]

    @classmethod
    def of(cls, boards: Boards, games: NDArray[np.uint32]) -> "Book":
        """A book of canonical positions, all different, that wait to be valued."""
        table, order = PositionTable.of(boards)
        first = _first_moves(table.boards)
        moves = int(first[-1])
        none = np.zeros(moves, np.int16)
        depth = np.full(len(table), UNVALUED, np.uint8)
        return cls(table, games[order].astype(np.uint32), depth, first, none, none.copy(), np.zeros(moves, np.uint8))

    def __len__(self) -> int:
        return len(self.table)

    @property
    def is_valued(self) -> NDArray[np.bool_]:
        """Whether each position was searched, [N]."""
        valued: NDArray[np.bool_] = self.depth != UNVALUED
        return valued

    def chosen(self, rows: NDArray[np.bool_]) -> "Book":
        """Some of the positions, [N] flags."""
        moves = np.repeat(rows, np.diff(self.first))
        boards = Boards(self.table.boards.own[rows], self.table.boards.opp[rows])
        first = np.concatenate([[0], np.cumsum(np.diff(self.first)[rows])])
        table = PositionTable(boards, self.table.keys[rows])
        found = (self.searched[moves], self.scores[moves], self.reach[moves])
        return Book(table, self.games[rows], self.depth[rows], first, *found)

    def negamaxed(self, proven: ProvenTable) -> "Book":
        """The book with scores and reach of all valued positions, from the last back to the first; proven bounds hold."""
        scores = self.searched.astype(np.int32)
        reach = np.repeat(self.depth, np.diff(self.first)).astype(np.int32)
        counts = self.table.disc_counts
        for discs in sorted(set(counts[self.is_valued].tolist()), reverse=True):
            self._look_ahead(np.flatnonzero((counts == discs) & self.is_valued), scores, reach, proven)
        return replace(self, scores=scores.astype(np.int16), reach=np.minimum(reach, 60).astype(np.uint8))

    def _look_ahead(
        self, rows: NDArray[np.intp], scores: NDArray[np.int32], reach: NDArray[np.int32], proven: ProvenTable
    ) -> None:
        """Score the moves of some positions by those behind them, which have their scores already."""
        after = children(Boards(self.table.boards.own[rows], self.table.boards.opp[rows]))
        first = np.concatenate([[0], np.cumsum(np.bincount(after.parent, minlength=len(rows)))])
        place = self.first[rows][after.parent] + np.arange(len(after.parent)) - first[after.parent]
        reply_to = self.table.rows(after.boards)
        known = (reply_to != NOT_THERE) & self.is_valued[reply_to]
        for move in np.flatnonzero(known).tolist():
            best = self._best_move_row(int(reply_to[move]), scores)
            scores[place[move]] = -scores[best]
            reach[place[move]] = reach[best] + 1
        low, high = proven.bounds(after.boards)
        bounded = np.clip(scores[place], -high * UNITS_PER_DISC, -low * UNITS_PER_DISC)
        scores[place] = np.where(scores[place] == UNKNOWN, UNKNOWN, bounded)

    def _best_move_row(self, row: int, scores: NDArray[np.int32]) -> int:
        """Which of the rows of moves is a position's best by some scores."""
        begin, end = self.first[row], self.first[row + 1]
        return int(begin) + int(np.argmax(scores[begin:end]))

    def save(self, path: Path) -> None:
        """Write the file; raises SetupError if that is not possible."""
        boards = self.table.boards
        tensors: dict[str, NDArray[Any]] = {
            "own": boards.own,
            "opp": boards.opp,
            "games": self.games,
            "depth": self.depth,
            "searched": self.searched,
            "scores": self.scores,
            "reach": self.reach,
        }
        write_tensors(path, tensors, {"format": _FORMAT})


def load_book(path: Path) -> Book:
    """The book in a file; raises SetupError if it is missing, damaged or of another kind."""
    tensors, _ = read_tensors(path, "a book", _FORMAT)
    for name, kind in {**_COLUMNS, **_MOVE_COLUMNS}.items():
        found = tensors.get(name)
        if found is None or found.ndim != 1 or str(found.dtype) != kind:
            raise SetupError(f"{path} is damaged: {name} is no row of {kind}")
    boards = Boards(tensors["own"], tensors["opp"])
    _require(len({len(tensors[name]) for name in _COLUMNS}) == 1, path, "its columns are not equally long")
    _require(not (boards.own & boards.opp).any(), path, "two discs lie on one square")
    first = _first_moves(boards)
    _require({len(tensors[name]) for name in _MOVE_COLUMNS} == {int(first[-1])}, path, "it has not a value for each move")
    table, order = PositionTable.of(boards)
    _require((order == np.arange(len(order))).all(), path, "its positions are not in order")
    _require(bool((table.canonical_rows(boards) == table.rows(boards)).all()), path, "its positions are not canonical")
    moves = (tensors["searched"], tensors["scores"], tensors["reach"])
    return Book(table, tensors["games"], tensors["depth"], first, *moves)


def _require(holds: bool, path: Path, problem: str) -> None:
    if not holds:
        raise SetupError(f"{path} is damaged: {problem}")


def _first_moves(boards: Boards) -> NDArray[np.intp]:
    counts = np.bitwise_count(legal_masks(boards)).astype(np.intp)
    return np.concatenate([np.zeros(1, np.intp), np.cumsum(counts)])
