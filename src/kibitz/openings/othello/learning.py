"""A book that learns: the most played of its positions are valued by a search of all their moves, by workers, until all are.

Every value is the mean of those at two depths in a row, the one asked for and the one before: values at even depths and at odd
ones differ by how much the evaluation thinks a move is worth, and a book compares both.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.models.othello.engine import shipped_engine
from kibitz.openings.othello.book import UNITS_PER_DISC, Book
from kibitz.openings.othello.counting import Counted
from kibitz.openings.othello.position_table import NOT_THERE
from kibitz.openings.othello.proven import ProvenTable
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import Position
from kibitz.search.othello.midgame import Engine, SearchResult
from kibitz.workers import Workers

LEAST_DEPTH: Final = 2
_POSITIONS_A_JOB: Final = 8
_ENGINE_MB: Final = 4  # emptied for every position, which takes no time at this size
_MOST_SCORE: Final = 64 * UNITS_PER_DISC

Progress: TypeAlias = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ValueJob:
    """Positions of a book to be searched, by their rows."""

    rows: tuple[int, ...]
    boards: tuple[tuple[int, int], ...]
    depth: int

    def __str__(self) -> str:
        return f"the valuing of {len(self.rows)} positions"


def with_counted(book: Book, counted: Counted) -> Book:
    """The book with the positions of some games: those it has get their new counts, the others wait to be valued."""
    rows = book.table.canonical_rows(counted.boards)
    games = book.games.copy()
    games[rows[rows != NOT_THERE]] = counted.times[rows != NOT_THERE]
    new = rows == NOT_THERE
    boards = Boards(counted.boards.own[new], counted.boards.opp[new])
    added = Book.of(boards, counted.times[new].astype(np.uint32))
    return joined(replace(book, games=games), added)


def learn(book: Book, depth: int, workers: Workers, save: Callable[[Book], None], progress: Progress, seconds: float) -> Book:
    """The book with all positions valued at a depth, those reached most often first; saved from time to time on the way.

    A position that was searched as deep already stays as it is. Raises SetupError for a depth below 2.
    """
    if depth < LEAST_DEPTH:
        raise SetupError(f"depth is {depth}; a book needs at least {LEAST_DEPTH}, because it takes the mean of two depths")
    waiting = np.flatnonzero(book.depth < depth)
    order = waiting[np.lexsort((waiting, book.table.disc_counts[waiting], -book.games[waiting].astype(np.int64)))]
    book = replace(book, depth=book.depth.copy(), searched=book.searched.copy())
    saved, done = time.monotonic(), 0
    for job, values in workers.run(value_positions, _jobs(book, order, depth)):
        _note(book, job, values)
        done += len(job.rows)
        if time.monotonic() - saved > seconds:
            save(book)
            saved = time.monotonic()
        progress(done, len(order))
    return book


def value_positions(job: ValueJob) -> list[list[int]]:
    """The value of each legal move of some positions, in hundredths of a disc and in the order of squares."""
    engine = _engine()
    return [_values(engine, Position(own, opp), job.depth) for own, opp in job.boards]


def joined(first: Book, second: Book) -> Book:
    """Both books in one: of a position that is in both the deeper search and the larger count stay."""
    rows = first.table.canonical_rows(second.table.boards)
    both = np.flatnonzero(rows != NOT_THERE)
    deeper = np.zeros(len(second), np.bool_)
    deeper[both] = second.depth[both] > first.depth[rows[both]]
    counts = (first.games.copy(), second.games.copy())
    counts[0][rows[both]] = counts[1][both] = np.maximum(first.games[rows[both]], second.games[both])
    kept_first = np.ones(len(first), np.bool_)
    kept_first[rows[deeper]] = False
    kept_second = (rows == NOT_THERE) | deeper
    return _stacked(replace(first, games=counts[0]).chosen(kept_first), replace(second, games=counts[1]).chosen(kept_second))


def finished(book: Book, proven: ProvenTable) -> Book:
    """The valued positions of a book, with the scores that follow from the end back: what is shipped."""
    return book.chosen(book.is_valued).negamaxed(proven)


def save_book(book: Book, path: Path, proven: ProvenTable) -> None:
    """Write a book with its scores brought up to date; raises SetupError if that is not possible."""
    book.negamaxed(proven).save(path)


def _stacked(first: Book, second: Book) -> Book:
    """Two books that share no position."""
    own = np.concatenate([first.table.boards.own, second.table.boards.own])
    opp = np.concatenate([first.table.boards.opp, second.table.boards.opp])
    games = np.concatenate([first.games, second.games])
    stacked = Book.of(Boards(own, opp), games)
    for part in (first, second):
        rows = stacked.table.canonical_rows(part.table.boards)
        stacked.depth[rows] = part.depth
        moves = _move_rows(stacked, rows)
        stacked.searched[moves], stacked.scores[moves], stacked.reach[moves] = part.searched, part.scores, part.reach
    return stacked


def _move_rows(book: Book, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """The rows of all moves of some positions, position by position."""
    counts = np.diff(book.first)[rows]
    starts = np.repeat(book.first[rows] - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts) if len(rows) else counts
    return starts + np.arange(int(counts.sum()))


def _jobs(book: Book, order: NDArray[np.intp], depth: int) -> Iterator[ValueJob]:
    own, opp = book.table.boards.own, book.table.boards.opp
    for first in range(0, len(order), _POSITIONS_A_JOB):
        rows = order[first : first + _POSITIONS_A_JOB].tolist()
        yield ValueJob(tuple(rows), tuple((int(own[row]), int(opp[row])) for row in rows), depth)


def _note(book: Book, job: ValueJob, values: list[list[int]]) -> None:
    for row, found in zip(job.rows, values, strict=True):
        book.searched[book.first[row] : book.first[row + 1]] = found
        book.depth[row] = job.depth


@cache
def _engine() -> Engine:
    return shipped_engine(_ENGINE_MB)


def _values(engine: Engine, position: Position, depth: int) -> list[int]:
    """The mean of the values at the depth and the one before; where the game ends before, those of the last depth."""
    engine.forget()  # the values must not depend on what was searched before
    found: list[SearchResult] = []
    engine.analyse(position, depth, progress=found.append)
    scores: dict[int, list[float]] = {}
    for result in found[-2:]:
        for move in result.moves:
            scores.setdefault(move.move, []).append(move.score)
    means = (UNITS_PER_DISC * float(np.mean(scores[square])) for square in position.legal_squares())
    return [round(min(max(mean, -_MOST_SCORE), _MOST_SCORE)) for mean in means]
