"""Go's rules for many recorded games at once: replayed in the core, without an object for each move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import chain
from math import nan
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.rules.go.points import format_vertex

Points: TypeAlias = NDArray[np.int16]
Flags: TypeAlias = NDArray[np.uint8]
Indices: TypeAlias = NDArray[np.int64]
Number = TypeVar("Number", np.int16, np.uint8)


class Slip(IntEnum):
    """What is wrong with a move of a record."""

    NONE = 0
    OFF_BOARD = 1
    OCCUPIED = 2
    KO = 3
    SUICIDE = 4
    SET_UP = 5

    @property
    def reason(self) -> str:
        return _REASONS[self]


_REASONS = {
    Slip.NONE: "nothing is wrong",
    Slip.OFF_BOARD: "it is off the board",
    Slip.OCCUPIED: "there is a stone already",
    Slip.KO: "it takes back a ko at once",
    Slip.SUICIDE: "it is suicide",
    Slip.SET_UP: "stones cannot be set up as they should",
}


class PlainGame(NamedTuple):
    """A game as numbers: stones set up and moves, points or PASS, with a 1 for each of Black's."""

    points: Sequence[int]
    is_black: Sequence[int]
    setup_points: Sequence[int] = ()
    setup_is_black: Sequence[int] = ()
    komi: float = nan
    counting: int = 0


class GoTerms(NamedTuple):
    """How each of some games is counted, [G]: komi, NaN if it is not known; 1 for area, −1 for territory, 0 if not known."""

    komi: NDArray[np.float32]
    counting: NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class GoReplay:
    """How many games end, one row each [G].

    `failed_at` is the index of the first move that is not legal, or −1, and `slip` what is wrong with it; the rest is as it stood
    then. `stones` are 0, 1 black, 2 white and `owners` 1 Black, −1 White, 0 nobody, both [G, size²], every stone counted as
    alive. `prisoners` are what Black and White have taken, [G, 2].
    """

    failed_at: NDArray[np.int32]
    slip: NDArray[np.int8]
    stones: NDArray[np.int8]
    owners: NDArray[np.int8]
    prisoners: NDArray[np.int32]


@dataclass(frozen=True)
class GoGames:
    """Games of one board size, one after another.

    Rows first[g] to first[g + 1] of `points` and `is_black` are the moves of game g, those of first_setup its first stones.
    Tables without `terms` do not say how their games are counted.
    """

    size: int
    points: Points
    is_black: Flags
    first: Indices
    setup_points: Points
    setup_is_black: Flags
    first_setup: Indices
    terms: GoTerms | None = None

    @classmethod
    def of(cls, size: int, games: Sequence[PlainGame]) -> "GoGames":
        """The games in one table. Points that are no points of the board make their game fail in replay()."""
        return cls(
            size,
            _joined((game.points for game in games), np.int16),
            _joined((game.is_black for game in games), np.uint8),
            _bounds([len(game.points) for game in games]),
            _joined((game.setup_points for game in games), np.int16),
            _joined((game.setup_is_black for game in games), np.uint8),
            _bounds([len(game.setup_points) for game in games]),
            GoTerms(np.array([game.komi for game in games], np.float32), np.array([game.counting for game in games], np.int8)),
        )

    def __len__(self) -> int:
        return len(self.first) - 1

    @property
    def move_counts(self) -> Indices:
        """The moves of each game, [G]."""
        return np.diff(self.first)

    def replay(self) -> GoReplay:
        """All games played through by the simple ko rule without suicide."""
        found = self.core.replay()
        return GoReplay(found["failed_at"], found["slip"], found["stones"], found["owners"], found["prisoners"])

    def stones_before(self, game: Indices, index: Indices) -> NDArray[np.int8]:
        """The stones before moves `index` of games `game`, which must ascend, [N, size²]; raises ValueError."""
        return self.core.positions(game, index)[0]

    def selected(self, games: Indices) -> "GoGames":
        """Some of the games, in the order of their numbers `games`."""
        moves, first = _rows_of(self.first, games)
        setup, first_setup = _rows_of(self.first_setup, games)
        return GoGames(
            self.size,
            self.points[moves],
            self.is_black[moves],
            first,
            self.setup_points[setup],
            self.setup_is_black[setup],
            first_setup,
            self.terms and GoTerms(self.terms.komi[games], self.terms.counting[games]),
        )

    @cached_property
    def core(self) -> _native.go.Table:
        """The core's view of the table."""
        return _native.go.Table(
            self.size, self.points, self.is_black, self.first, self.setup_points, self.setup_is_black, self.first_setup
        )


def describe_slip(games: GoGames, replay: GoReplay, game: int) -> str:
    """One sentence on what is wrong with a game that failed."""
    index, slip = int(replay.failed_at[game]), Slip(int(replay.slip[game]))
    if slip == Slip.SET_UP:
        return slip.reason
    row = int(games.first[game]) + index
    point = int(games.points[row])
    place = "" if slip == Slip.OFF_BOARD else f" at {format_vertex(point, games.size)}"
    return f"move {index + 1}, {'Black' if games.is_black[row] else 'White'}{place}: {slip.reason}"


def _joined(parts: Iterable[Sequence[int]], kind: type[Number]) -> NDArray[Number]:
    return np.fromiter(chain.from_iterable(parts), dtype=kind)


def _bounds(lengths: list[int]) -> Indices:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def _rows_of(first: Indices, games: Indices) -> tuple[Indices, Indices]:
    """The rows of some games, and the bounds of the games among them."""
    lengths = np.diff(first)[games]
    bounds = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    rows = np.arange(bounds[-1], dtype=np.int64) + np.repeat(first[games] - bounds[:-1], lengths)
    return rows, bounds
