"""What the second look of a move model reads of each legal move: what the first look made of it, and what it had no room for.

The first look is a table model and its shallow search. The second one also sees deeper values of the engine where somebody has
them, who is to move, counts of openings, and where the last eight moves were. All of it is told as numbers of ordinary size, one
row for each move. Version 2 of the layout is version 1 and, behind it, what networks that see the whole board say. Whoever
changes a number gives the layout a new version.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.candidates import first_moves
from kibitz.features.othello.openings import ReachedCounts
from kibitz.features.othello.planes import RECENT_MOVES, Situations
from kibitz.rules.othello.bulk import Boards, legal_masks

LAYOUT_VERSION: Final = 2
"""What is learned now; older models keep their own."""

INPUTS: Final = {1: 105, 2: 112}
"""How many numbers of a move each version of the layout has."""

LEAST_DEPTH: Final = 6
DEEPEST: Final = 8  # deeper values tell no more of people; see docs/models.md

Floats = NDArray[np.float32]

_LEAST_SHARE: Final = np.float32(1e-6)
_PHASES: Final = np.array([4, 10, 16, 24, 32, 40, 48, 56], np.float32)  # empties
_MOST_LOSS: Final = 16.0
_SQUARE_CLASS: Final = np.array(
    [
        min(max(x, y) * (max(x, y) + 1) // 2 + min(x, y) for x, y in [(min(s % 8, 7 - s % 8), min(s // 8, 7 - s // 8))])
        for s in range(64)
    ]
)
SQUARE_CLASSES: Final = 10
SOLVED_FROM: Final = 11  # empties, from which on the first look's values are exact
PLAY_PHASES: Final = ((31, 60), (14, 30), (8, 13), (1, 7))
"""Phases of play by empties, for errors: moves 1 to 30, 31 to 47, 48 to 53 and the last seven."""


class Archive(IntEnum):
    """Where a game was played; each has ratings of its own."""

    TOURNAMENT = 0
    BLITZ = 1
    CORRESPONDENCE = 2


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of the legal moves of many positions, by position and then square, [M], and of who is to move, [N].

    `share` is the first look's probability, `shallow` its values in discs. `deep` holds deeper values, NaN for moves nobody has
    searched, and `depth` [N] says how deep they are. `own` says how often the player to move brought the position after the move
    about. `rating` is NaN where it is not known, and on the scale of its `archive`, [N] both. `network` is the probability by
    networks that see the whole board, NaN where none was asked.
    """

    share: Floats
    shallow: Floats
    deep: Floats
    depth: NDArray[np.int64]
    reached: ReachedCounts
    own: Floats
    rating: Floats
    archive: NDArray[np.int8]
    network: Floats

    def told(self, **changes: Any) -> "Evidence":
        """The same with something else told."""
        return replace(self, **changes)


class _Moves:
    """Hands numbers of positions to their moves, and sums moves up for their position."""

    def __init__(self, boards: Boards) -> None:
        self.first = first_moves(boards)
        counts = np.diff(self.first)
        self.counts = counts
        self._starts = self.first[:-1][counts > 0]
        self._filled = counts[counts > 0]

    def spread(self, numbers: NDArray[Any]) -> NDArray[Any]:
        return np.repeat(numbers, self.counts)

    def over(self, function: np.ufunc, numbers: Floats) -> Floats:
        """A number of all moves of a position, for each of them."""
        if not len(numbers):
            return numbers
        return np.repeat(function.reduceat(numbers, self._starts), self._filled)


def second_look_inputs(situations: Situations, known: Evidence, version: int = LAYOUT_VERSION) -> Floats:
    """The rows of all legal moves, float32 [M, INPUTS[version]]."""
    moves = _Moves(situations.boards)
    columns = [
        *_first_look(known, moves),
        *_losses(known.shallow, moves),
        *_deep(known, moves),
        *_position(situations.boards, known, moves),
        *_openings(known, moves),
        *_errors(situations.boards, known, moves),
        *_places(situations, moves),
        *(_network(known, moves) if version > 1 else ()),
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def _first_look(known: Evidence, moves: _Moves) -> list[NDArray[Any]]:
    share = np.maximum(known.share, _LEAST_SHARE)
    log = np.log(share)
    best = moves.over(np.maximum, share)
    disorder = -moves.over(np.add, share * log)
    return [log / 2, share, np.log(share / best) / 2, best, disorder / 2]


def _losses(values: Floats, moves: _Moves) -> list[NDArray[Any]]:
    """The loss against the best move twice over, whether it is best, the lead of the best move, and the best value."""
    best = moves.over(np.maximum, values)
    loss = best - values
    second = np.minimum(moves.over(np.minimum, np.where(loss > 0, loss, np.float32(_MOST_LOSS))), _MOST_LOSS)
    isbest = loss <= 0
    return [np.minimum(loss, _MOST_LOSS) / 8, np.log2(1 + loss) / 2, isbest, isbest * second / 8, np.clip(best, -32, 32) / 16]


def _deep(known: Evidence, moves: _Moves) -> list[NDArray[Any]]:
    """The same of deeper values, what they changed, and how deep they are; zeros where there are none."""
    there = np.isfinite(known.deep)
    values = _deepest_values(known, moves)
    columns = _losses(values, moves)
    loss = moves.over(np.maximum, values) - values
    changed = np.clip(loss - _loss(known.shallow, moves), -_MOST_LOSS, _MOST_LOSS) / 8
    expected = moves.over(np.add, known.share * np.minimum(loss, _MOST_LOSS)) / 4
    depth = np.clip(moves.spread(known.depth) - LEAST_DEPTH, 0, DEEPEST - LEAST_DEPTH) / 2
    return [*(column * there for column in columns), changed * there, expected * there, there, depth * there]


def _deepest_values(known: Evidence, moves: _Moves) -> Floats:
    """What is known best of each move; one that was not searched deeper loses as much against the best as the first look says."""
    there = np.isfinite(known.deep)
    best = moves.over(np.maximum, np.where(there, known.deep, -np.inf).astype(np.float32))
    guess = np.where(np.isfinite(best), best - _loss(known.shallow, moves), known.shallow)
    values: Floats = np.where(there, known.deep, guess).astype(np.float32)
    return values


def _loss(values: Floats, moves: _Moves) -> Floats:
    return moves.over(np.maximum, values) - values


def _errors(boards: Boards, known: Evidence, moves: _Moves) -> list[NDArray[Any]]:
    """How large an error is, for rated players, by phase and once more times the rating; zeros where nobody has searched.

    These stand in the straight line of the network, so that it errs as much and as often as players of a rating do.
    """
    empties = 64 - np.bitwise_count(boards.own | boards.opp).astype(np.int64)
    searched = (known.depth > 0) | (empties <= SOLVED_FROM)
    rated = np.isfinite(known.rating) & searched
    rating = np.where(rated, (known.rating - 1500) / 300, 0)
    loss = _loss(_deepest_values(known, moves), moves)
    errors = [np.minimum(loss, _MOST_LOSS) / 8, loss >= 4, loss >= 10]
    columns: list[NDArray[Any]] = []
    for first, last in PLAY_PHASES:
        here = rated & (empties >= first) & (empties <= last)
        for told in (moves.spread(here), moves.spread(here * rating)):
            columns += [told * error for error in errors]
    return columns


def _position(boards: Boards, known: Evidence, moves: _Moves) -> list[NDArray[Any]]:
    empties = 64 - np.bitwise_count(boards.own | boards.opp).astype(np.float32)
    phases = np.maximum(1 - np.abs(empties[:, None] - _PHASES) / 8, 0)
    numbers: list[NDArray[Any]] = [empties / 30 - 1, *_player(known), np.log(np.maximum(moves.counts, 1)) / 2, *phases.T]
    return [moves.spread(column) for column in numbers]


def _player(known: Evidence) -> list[NDArray[Any]]:
    """For each archive whether the game is of it, whether the player has a rating on its scale, and which."""
    rated = np.isfinite(known.rating)
    rating = np.where(rated, (known.rating - 1500) / 300, 0)
    columns: list[NDArray[Any]] = []
    for archive in Archive:
        here = known.archive == archive
        columns += [here, here & rated, here * rating]
    return columns


def _openings(known: Evidence, moves: _Moves) -> list[NDArray[Any]]:
    """What was played before, by everybody, by everybody lately, and by the player to move; zeros where nothing was."""
    columns: list[NDArray[Any]] = []
    prior = known.share
    for counts, weight in ((known.reached.ever, 2.0), (known.reached.recently, 2.0), (known.own, 1.0)):
        number = counts.astype(np.float32)
        total = moves.over(np.add, number)
        mixed = np.log(np.maximum((number + weight * prior) / (total + weight), _LEAST_SHARE)) - np.log(
            np.maximum(prior, _LEAST_SHARE)
        )
        columns += [mixed / 2, np.log1p(total) / 4, (total > 0) & (number == 0)]
    return columns


def _places(situations: Situations, moves: _Moves) -> list[NDArray[Any]]:
    """The kind of the square, and how far away and in which way each of the last moves was."""
    squares = _legal_squares(situations.boards)
    columns: list[NDArray[Any]] = [_SQUARE_CLASS[squares] == number for number in range(SQUARE_CLASSES)]
    for turn in range(RECENT_MOVES):
        then = moves.spread(situations.recent[:, turn]).astype(np.int64)
        across, down = np.abs(squares % 8 - then % 8), np.abs(squares // 8 - then // 8)
        far = np.maximum(across, down)
        there = then >= 0
        columns += [there / (1.0 + far), there & (far == 1), there & ((across == 0) | (down == 0) | (across == down))]
    return columns


def _network(known: Evidence, moves: _Moves) -> list[NDArray[Any]]:
    """What the networks say, in the way of the first look, and how far from it they are; zeros where none was asked."""
    there = np.isfinite(known.network)
    share = np.maximum(np.where(there, known.network, np.float32(1)), _LEAST_SHARE)
    log = np.log(share)
    best = moves.over(np.maximum, share)
    apart = log - np.log(np.maximum(known.share, _LEAST_SHARE))
    disorder = -moves.over(np.add, share * log)
    return [column * there for column in (log / 2, share, np.log(share / best) / 2, apart / 2, best, disorder / 2, there)]


def _legal_squares(boards: Boards) -> NDArray[np.int64]:
    bits = legal_masks(boards)[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
    return np.nonzero(bits)[1]
