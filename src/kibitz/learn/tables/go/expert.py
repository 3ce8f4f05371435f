"""How the expert for Go learns: patterns are counted in one look at the games, and their weights learned in several sweeps.

Each sweep goes through the games in a new order and learns every `stride`th move of each, so that `stride` sweeps see every move
once and moves that follow each other are never learned in a row. Recent games may be visited more often: openings change.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.models.go.expert import GoExpertWeights
from kibitz.rules.go.bulk import GoGames

_BYTE_STEPS: Final = 63  # what a lane's largest value becomes; finer steps predict no better and pack worse
_INT8_MOST: Final = 127
_COUNTED_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class GoExpertSettings:
    """A recipe. Rates fall in a straight line to `last_rate` of themselves."""

    first_year: int = 1600
    last_year: int = 2018
    recent_year: int = 2012  # games from this year on are visited `recent_visits` times in a sweep
    recent_visits: int = 2
    sweeps: int = 7
    stride: int = 7
    least: int = 6  # patterns played less often have no row
    vector_least: int = 60  # from here on it is one of many lanes; below, a single number
    row_rate: float = 0.03
    straight_rate: float = 0.015
    head_rate: float = 0.02
    last_rate: float = 0.02
    chunk: int = 4000  # games between two checkpoints
    most_games: int = 0  # so many drawn at random, for learning curves; 0 for all
    seed: int = 1
    threads: int = 1


@dataclass(frozen=True, slots=True)
class KnownPatterns:
    """The keys of the patterns that have rows, those with rows of many lanes first, each part ascending.

    `is_barely` are 1 where a pattern was played just often enough. A move that is learned from does not see those of its own:
    it was counted itself, which no move of a later game was.
    """

    keys: NDArray[np.uint64]
    vectors: int
    is_barely: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Games to be learned in a row, the remainder of the moves of each, and how much of the training came before."""

    games: NDArray[np.int64]
    remainder: NDArray[np.int64]
    share_before: float


@dataclass(frozen=True, slots=True)
class Learned:
    """What a chunk was like before it was learned: its mean loss, the share of first guesses that were right, its positions."""

    loss: float
    right: float
    positions: int


def training_games(of_years: NDArray[np.int64], settings: GoExpertSettings) -> NDArray[np.int64]:
    """The games to learn from, ascending: all, or as many as the settings say."""
    if not settings.most_games:
        return of_years
    drawn = np.random.default_rng(settings.seed).permutation(of_years)[: settings.most_games]
    return np.sort(drawn)


def count_patterns(
    games: GoGames, chosen: NDArray[np.int64], settings: GoExpertSettings, tell: Callable[[int], None]
) -> KnownPatterns:
    """The patterns that were played often enough; `tell` hears how many games were seen."""
    counts = _native.go.PatternCounts(settings.least)
    for start in range(0, len(chosen), _COUNTED_AT_ONCE):
        part = chosen[start : start + _COUNTED_AT_ONCE]
        counts.add(games.core, part)
        tell(start + len(part))
    keys, numbers = counts.counted(settings.least)
    is_rare = numbers < settings.vector_least
    order = np.lexsort((keys, is_rare))
    is_barely = (numbers[order] == settings.least).astype(np.uint8)
    return KnownPatterns(np.ascontiguousarray(keys[order]), int((~is_rare).sum()), is_barely)


def new_trainer(patterns: KnownPatterns, settings: GoExpertSettings) -> _native.go.MoveTrainer:
    """A trainer that has learned nothing yet."""
    return _native.go.MoveTrainer(patterns.keys, patterns.vectors, patterns.is_barely, settings.seed)


def chunks(chosen: NDArray[np.int64], year: NDArray[np.int64], settings: GoExpertSettings) -> Iterator[Chunk]:
    """The whole training in pieces, in an order that the seed decides; `year` is that of every game of the table."""
    chooser = np.random.default_rng(settings.seed)
    offset = chooser.integers(0, settings.stride, len(year))
    visits = np.where(year[chosen] >= settings.recent_year, settings.recent_visits, 1)
    visited = np.repeat(chosen, visits)
    number = np.arange(len(visited)) - np.repeat(np.cumsum(visits) - visits, visits)
    times = np.repeat(visits, visits)
    total, done = settings.sweeps * len(visited), 0
    for sweep in range(settings.sweeps):
        order = chooser.permutation(len(visited))
        for start in range(0, len(order), settings.chunk):
            rows = order[start : start + settings.chunk]
            remainder = (offset[visited[rows]] + sweep * times[rows] + number[rows]) % settings.stride
            yield Chunk(visited[rows], remainder, done / total)
            done += len(rows)


def learned_remainders(year: NDArray[np.int64], settings: GoExpertSettings) -> NDArray[np.bool_]:
    """Which moves of each game a whole training learns from, [games, stride]: those whose index leaves one of these remainders.

    `year` is that of every game of the table that was learned from.
    """
    chosen = training_games(np.flatnonzero((year >= settings.first_year) & (year <= settings.last_year)), settings)
    learned = np.zeros((len(year), settings.stride), np.bool_)
    for chunk in chunks(chosen, year, settings):
        learned[chunk.games, chunk.remainder] = True
    return learned


def learn_chunk(trainer: _native.go.MoveTrainer, games: GoGames, chunk: Chunk, settings: GoExpertSettings) -> Learned:
    """Learn one chunk and tell what it was like before."""
    left = 1 - (1 - settings.last_rate) * chunk.share_before
    rates = (settings.row_rate * left, settings.straight_rate * left, settings.head_rate * left)
    loss, right, positions = trainer.train(games.core, chunk.games, chunk.remainder, settings.stride, *rates, settings.threads)
    return Learned(loss / max(positions, 1), right / max(positions, 1), positions)


def compressed(trainer: _native.go.MoveTrainer, patterns: KnownPatterns) -> GoExpertWeights:
    """The trained model with its rows as bytes."""
    values = trainer.rows.copy()
    # A row that was never met holds the noise it began with.
    values[values[:, -1] == 0] = 0
    values[:, -1] = 0
    unit = np.maximum(np.quantile(np.abs(values), 0.9999, axis=0), 1e-6) / _BYTE_STEPS
    straight = trainer.straight_rows[:, 0]
    straight_unit = max(float(np.quantile(np.abs(straight), 0.9999)) if len(straight) else 0.0, 1e-6) / _BYTE_STEPS
    return GoExpertWeights(
        keys=patterns.keys,
        rows=_as_bytes(values / unit),
        unit=unit.astype(np.float32),
        straight=_as_bytes(straight / straight_unit),
        straight_unit=straight_unit,
        heads=trainer.heads.copy(),
    )


def _as_bytes(steps: NDArray[np.floating[Any]]) -> NDArray[np.int8]:
    rounded: NDArray[np.int8] = np.clip(np.rint(steps), -_INT8_MOST, _INT8_MOST).astype(np.int8)
    return rounded
