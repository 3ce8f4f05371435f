"""What the expert model knows of each legal move in addition to the board: search values, opening counts, the player's strength.

The core reads them as numbers and as rows of small tables. This is version 1 of the layout; a model names the version it was
trained on, and whoever changes a number here gives the layout a new version.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.features.othello.openings import ReachedCounts, opening_keys
from kibitz.rules.othello.bulk import Boards, Masks, children, legal_masks

LAYOUT_VERSION: Final = 1

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]

_LOSS_BUCKETS: Final = 24
_RATING_BUCKETS: Final = 14
_RATING_STEP: Final = 100.0
_LOWEST_RATING: Final = 1000.0
_PROGRAM_BUCKET: Final = 13


@dataclass(frozen=True, slots=True)
class Players:
    """Who is to move in each position: a rating, NaN where it is not known, and whether it is a program, [N] both."""

    rating: Floats
    is_program: NDArray[np.bool_]

    @classmethod
    def of_rating(cls, count: int, rating: float | Floats | None) -> "Players":
        """People of one strength in all positions, or of one in each, [N]."""
        ratings = np.broadcast_to(np.asarray(np.nan if rating is None else rating, np.float32), count)
        return cls(ratings, np.zeros(count, np.bool_))


@dataclass(frozen=True, slots=True)
class Candidates:
    """All legal moves of many positions, by position and then square: moves first[i] to first[i + 1] belong to position i."""

    first: Integers  # [N + 1]
    inputs: Floats  # [M, EXTRA_INPUTS]
    rows: NDArray[np.uint16]  # [M, EXTRA_TABLES]


def first_moves(boards: Boards) -> Integers:
    """Where the legal moves of each position begin in a list of all of them, and its length at the end, [N + 1]."""
    first = np.zeros(len(boards) + 1, np.int64)
    np.cumsum(np.bitwise_count(legal_masks(boards)), out=first[1:])
    return first


def candidates(boards: Boards, values: Floats, reached: ReachedCounts, players: Players) -> Candidates:
    """The extras of every legal move; `values` are in discs for the mover and `reached` counts the positions after, [M] both."""
    spread = _Spread(boards)
    inputs = np.zeros((spread.moves, _native.othello.EXTRA_INPUTS), np.float32)
    rows = np.zeros((spread.moves, _native.othello.EXTRA_TABLES), np.uint16)
    loss_bucket = _add_values(inputs, rows, values, spread)
    _add_counts(inputs, rows, reached, spread)
    _add_players(inputs, rows, players, loss_bucket, spread)
    return Candidates(spread.first, inputs, rows)


class _Spread:
    """Numbers of a position handed to each of its moves, and back."""

    def __init__(self, boards: Boards) -> None:
        self.first = first_moves(boards)
        self.counts = np.diff(self.first)
        self.moves = int(self.first[-1])
        self.empties = self.to_moves(64 - np.bitwise_count(boards.own | boards.opp).astype(np.int64))
        # reduceat takes no empty spans: positions without a move are left out of it.
        self._starts = self.first[:-1][self.counts > 0]
        self._counts = self.counts[self.counts > 0]

    def to_moves(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """A number of each position, for each of its moves."""
        return np.repeat(numbers, self.counts)

    def over_moves(self, function: np.ufunc, numbers: Floats) -> Floats:
        """A number of the moves of a position such as their greatest, for each of its moves."""
        if not self.moves:
            return numbers
        return np.repeat(function.reduceat(numbers, self._starts), self._counts)


def _add_values(inputs: Floats, rows: NDArray[np.uint16], values: Floats, spread: _Spread) -> Integers:
    """Numbers 0 to 5 and tables 0, 1 and 4; returns the bucket of each move's loss against the best one."""
    best = spread.over_moves(np.maximum, values)
    loss = best - values
    second = np.minimum(spread.over_moves(np.minimum, np.where(loss > 0, loss, np.float32(16))), 16)
    inputs[:, 0] = np.minimum(loss, 16) / 8
    inputs[:, 1] = loss <= 0
    inputs[:, 2] = np.clip(values, -32, 32) / 16
    inputs[:, 3] = np.log2(1 + loss) / 2
    inputs[:, 4] = second / 8
    inputs[:, 5] = np.clip(best, -32, 32) / 16
    bucket = np.where(loss <= 0, 0, np.minimum(1 + (4 * np.log2(1 + loss)).astype(np.int64), _LOSS_BUCKETS - 1))
    best_bucket = np.clip(((best + 32) / 8).astype(np.int64), 0, 7)
    gap_bucket = np.minimum((2 * np.log2(1 + second)).astype(np.int64), 8)
    rows[:, 0] = spread.empties * _LOSS_BUCKETS + bucket
    rows[:, 1] = ((spread.empties // 6) * 8 + best_bucket) * _LOSS_BUCKETS + bucket
    rows[:, 4] = ((spread.empties // 4) * 9 + gap_bucket) * _LOSS_BUCKETS + bucket
    return bucket


def _add_counts(inputs: Floats, rows: NDArray[np.uint16], reached: ReachedCounts, spread: _Spread) -> None:
    """Numbers 6 to 10 and tables 2 and 5; all zero where no move of the position was ever played."""
    ever, recently = reached.ever.astype(np.float32), reached.recently.astype(np.float32)
    total, recent_total = spread.over_moves(np.add, ever), spread.over_moves(np.add, recently)
    known, known_recently = total > 0, recent_total > 0
    prior = 1 / spread.to_moves(spread.counts).astype(np.float32)
    inputs[:, 6] = np.where(known, np.log((ever + prior) / (total + 1)), 0) / 2
    inputs[:, 7] = np.where(known_recently, np.log((recently + prior) / (recent_total + 1)), 0) / 2
    inputs[:, 8] = np.log1p(total) / 4
    inputs[:, 9] = np.log1p(recent_total) / 4
    inputs[:, 10] = known & (ever == 0)
    total_bucket = np.minimum(np.log2(np.maximum(total, 1)).astype(np.int64) + 1, 15)
    share = np.maximum(ever, 1) / np.maximum(total, 1)
    share_bucket = np.where(ever <= 0, 0, np.clip(15 + (2 * np.log2(share)).astype(np.int64), 1, 15))
    rows[:, 2] = np.where(known, total_bucket * 16 + share_bucket, 0)
    rows[:, 5] = np.where(known, np.minimum(ever, 15) * 16 + np.minimum(recently, 15), 0)


def _add_players(inputs: Floats, rows: NDArray[np.uint16], players: Players, loss_bucket: Integers, spread: _Spread) -> None:
    """Number 11 and table 3: 0 is an unknown player, so that the model can be asked without a rating."""
    known = np.isfinite(players.rating) & ~players.is_program
    rating = np.where(known, players.rating, 1500)
    step = np.clip(((rating - _LOWEST_RATING) / _RATING_STEP).astype(np.int64), 0, _PROGRAM_BUCKET - 2) + 1
    bucket = np.where(players.is_program, _PROGRAM_BUCKET, np.where(known, step, 0))
    inputs[:, 11] = spread.to_moves(np.where(known, (rating - 1500) / 400, 0))
    stage = np.minimum(spread.empties // 6, 10)
    rows[:, 3] = (stage * _RATING_BUCKETS + spread.to_moves(bucket)) * _LOSS_BUCKETS + loss_bucket


def keys_after(boards: Boards, black_to_move: NDArray[np.bool_]) -> Masks:
    """The keys of the positions after each legal move of each position, [M]."""
    after = children(boards)
    return opening_keys(after.boards, ~black_to_move[after.parent])
