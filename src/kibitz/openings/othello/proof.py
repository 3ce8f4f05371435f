"""From the rows of "Othello is Solved" to bounds of every position on the way to them, by minimax.

A row is a position after ten plies with the interval (alpha, beta) that was searched and the score found: at most alpha or at
least beta it is a bound, between them the value itself. The rows are as the paper's author published them.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import NotationError, SetupError
from kibitz.openings.othello.position_table import NOT_THERE, PositionTable, distinct
from kibitz.openings.othello.proven import HIGHEST, PROVEN_DISCS, PROVEN_PLIES, Bounds, ProvenTable, Scores
from kibitz.rules.othello.bulk import Boards, black_scores, canonical, children, legal_masks
from kibitz.rules.othello.position import START, Position, parse_position

_MOST_GAMES: Final = (1 << 32) - 1
_COLUMNS: Final = ("obf", "count", "score", "alpha", "beta")


@dataclass(frozen=True, slots=True)
class ProvenRow:
    """A position after ten plies, its bounds, and in how many tournament games it was reached."""

    position: Position
    bounds: Bounds
    games: int


def read_rows(path: Path) -> list[ProvenRow]:
    """The rows of a CSV file; raises NotationError if one cannot be read."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return [_row(cells, f"{path}, row {number}") for number, cells in enumerate(_cells(file, path), 1)]
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise NotationError(f"{path} is not a table of positions: {error}") from None


def prove(rows: list[ProvenRow]) -> ProvenTable:
    """The bounds of the rows and of all positions before them, found by minimax; those without any are left out."""
    levels = [Boards.of([START.canonical()])]
    for _ in range(PROVEN_PLIES - 1):
        levels.append(_next_level(levels[-1]))
    found = [_last_level(rows)]
    for boards in reversed(levels):
        found.append(_level_before(boards, found[-1]))
    return _joined(found)


def contradictions(proven: ProvenTable) -> list[str]:
    """What is wrong with a table by itself: bounds that minimax does not give, each as a sentence; empty if it is sound.

    Every bound of a position before the last ply has to be the one that its replies give, and the last ones must not cross.
    """
    plies = proven.table.disc_counts - 4
    problems = [
        f"{_described(proven, row)} is proven to be at least {proven.low[row]} and at most {proven.high[row]}"
        for row in np.flatnonzero(proven.low > proven.high).tolist()
    ]
    before = np.flatnonzero(plies < PROVEN_PLIES)
    boards = Boards(proven.table.boards.own[before], proven.table.boards.opp[before])
    low, high = _minimax(boards, proven)
    wrong = (low != proven.low[before]) | (high != proven.high[before])
    for place in np.flatnonzero(wrong).tolist():
        row = int(before[place])
        stated = f"{proven.low[row]} to {proven.high[row]}"
        problems.append(f"{_described(proven, row)} is stated as {stated}, but its replies give {low[place]} to {high[place]}")
    return problems


def _cells(file: Iterator[str], path: Path) -> Iterator[dict[str, str]]:
    reader = csv.DictReader(file)
    missing = [name for name in _COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise NotationError(f"{path} has no column {missing[0]}; its columns should be {', '.join(_COLUMNS)}")
    return iter(reader)


def _row(cells: dict[str, str], place: str) -> ProvenRow:
    try:
        games, score, alpha, beta = (int(cells[name]) for name in _COLUMNS[1:])
        position = parse_position(cells["obf"].rstrip("; "))
        if max(abs(score), abs(alpha), abs(beta)) > HIGHEST or not 0 <= games <= _MOST_GAMES:
            raise ValueError(f"scores are from -{HIGHEST} to {HIGHEST}, and games from 0 to {_MOST_GAMES}")
    except (ValueError, TypeError, AttributeError) as error:
        raise NotationError(f"{place}: {error}") from None
    if position.disc_count != PROVEN_DISCS:
        raise NotationError(f"{place}: {position.disc_count} discs; a row is a position of {PROVEN_DISCS} discs")
    return ProvenRow(position, _bounds(score, alpha, beta), games)


def _bounds(score: int, alpha: int, beta: int) -> Bounds:
    if score <= alpha:
        return Bounds(high=alpha)
    return Bounds(low=beta) if score >= beta else Bounds(score, score)


def _last_level(rows: list[ProvenRow]) -> ProvenTable:
    boards = Boards.of([row.position.canonical() for row in rows])
    table, order = PositionTable.of(boards)
    if len(distinct(boards)[0]) != len(rows):
        raise NotationError(f"only {len(distinct(boards)[0])} of {len(rows)} positions are different up to symmetry")
    low = np.array([row.bounds.low for row in rows], np.int8)
    high = np.array([row.bounds.high for row in rows], np.int8)
    games = np.array([row.games for row in rows], np.uint32)
    return ProvenTable(table, low[order], high[order], games[order])


def _level_before(boards: Boards, after: ProvenTable) -> ProvenTable:
    """The positions of a ply that have bounds, by those of the next ply."""
    low, high = _minimax(boards, after)
    games = _games(boards, after)
    kept = (low > -HIGHEST) | (high < HIGHEST)
    table, order = PositionTable.of(Boards(boards.own[kept], boards.opp[kept]))
    chosen = np.flatnonzero(kept)[order]
    return ProvenTable(table, low[chosen].astype(np.int8), high[chosen].astype(np.int8), games[chosen].astype(np.uint32))


def _minimax(boards: Boards, known: ProvenTable) -> tuple[Scores, Scores]:
    """What the replies give: at least the best that is sure, at most the best that is possible, [N].

    A side that has to pass is worth what the other makes of it, and a game that is over what it ended with.
    """
    movers, passes = _handed_over(boards)
    after = children(movers)
    child_low, child_high = known.bounds(after.boards)
    low = np.full(len(boards), -HIGHEST, np.int32)
    high = np.full(len(boards), -HIGHEST, np.int32)
    np.maximum.at(low, after.parent, -child_high)
    np.maximum.at(high, after.parent, -child_low)
    is_over = legal_masks(movers) == 0
    final = black_scores(movers.own, movers.opp)
    low, high = np.where(is_over, final, low), np.where(is_over, final, high)
    return np.where(passes, -high, low).astype(np.int32), np.where(passes, -low, high).astype(np.int32)


def _games(boards: Boards, known: ProvenTable) -> NDArray[np.int64]:
    """The games that went on to a known position; replies that are images of each other count once."""
    movers, _ = _handed_over(boards)
    after = children(movers)
    rows = known.table.rows(after.boards)
    pairs = np.unique(np.stack([after.parent, rows])[:, rows != NOT_THERE], axis=1)
    games = np.zeros(len(boards), np.int64)
    np.add.at(games, pairs[0], known.games[pairs[1]])
    return games


def _next_level(boards: Boards) -> Boards:
    return distinct(canonical(children(_handed_over(boards)[0]).boards)[0])[0]


def _handed_over(boards: Boards) -> tuple[Boards, NDArray[np.bool_]]:
    """The boards with the other side to move where the first has no move, and where that is so."""
    passes = legal_masks(boards) == 0
    return Boards(np.where(passes, boards.opp, boards.own), np.where(passes, boards.own, boards.opp)), passes


def _joined(levels: list[ProvenTable]) -> ProvenTable:
    own = np.concatenate([level.table.boards.own for level in levels])
    opp = np.concatenate([level.table.boards.opp for level in levels])
    table, order = PositionTable.of(Boards(own, opp))
    low, high, games = (np.concatenate([getattr(level, name) for level in levels])[order] for name in ("low", "high", "games"))
    return ProvenTable(table, low, high, games)


def _described(proven: ProvenTable, row: int) -> str:
    boards = proven.table.boards
    return str(Position(int(boards.own[row]), int(boards.opp[row])))
