"""Which surrounded points are no territory at the end of a game: those that must be filled (teire), and eyes in a seki.

Nothing is read: stones that are alive without two eyes live by seki. After William Shubert's counting in CGoban; he also wrote
the server KGS, and its records are met more often so (docs/results/go.md).
"""

from collections.abc import Iterable, Iterator, Set
from typing import Final, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.rules.game import Color
from kibitz.rules.go.points import neighbours

_OWNER_OF: Final = {1: 1, 2: -1}  # black and white stones
_ONE_EYE: Final = 2  # points: a room as large as this makes one eye, as do four in a square


class Board(Protocol):
    """What is asked of a position here; GoPosition answers it."""

    @property
    def size(self) -> int: ...
    @property
    def stones(self) -> NDArray[np.int8]: ...
    @property
    def state(self) -> _native.go.State: ...
    @property
    def to_move(self) -> Color: ...
    @property
    def prisoners(self) -> tuple[int, int]: ...
    def chain(self, point: int) -> tuple[int, ...]: ...
    def owners(self, dead: Iterable[int] = ()) -> NDArray[np.int8]: ...
    def without(self, dead: Iterable[int]) -> Self: ...
    def with_turn_of(self, color: Color) -> Self: ...


def uncounted_points(position: Board, dead: Iterable[int] = ()) -> tuple[int, ...]:
    """The surrounded points that are no territory, in ascending order; chains with a `dead` stone are taken off first.

    Stones of a side hold together where neutral points join them, for it can play there before the end. Those that touch a single
    point of their territory must be connected there, unless they surround it alone: then it is an eye. What stones without two
    eyes surround after that are eyes in a seki.
    """
    sides = _sides(position, dead)
    in_seki = {point for side in sides for eyes in side.without_two_eyes().values() for point in eyes}
    return tuple(sorted(in_seki.union(*(side.filled for side in sides))))


def stones_without_two_eyes(position: Board, dead: Iterable[int] = ()) -> frozenset[int]:
    """The points of all stones, not `dead`, that do not have two eyes together with those they can be connected with."""
    return frozenset(point for side in _sides(position, dead) for stones in side.without_two_eyes() for point in stones)


def _sides(position: Board, dead: Iterable[int]) -> list["_Side"]:
    cleared = position.without(dead)
    stones, owners = cleared.stones, cleared.owners()
    return [_Side(stones, stone, owners == owner, position.size) for stone, owner in _OWNER_OF.items()]


class _Side:
    """One side's stones and territory on a finished board; `filled` are the points of it that must be filled."""

    def __init__(self, stones: NDArray[np.int8], stone: int, owned: NDArray[np.bool_], size: int) -> None:
        self._beside = [neighbours(point, size) for point in range(size * size)]
        self._stones = frozenset(np.flatnonzero(stones == stone).tolist())
        self._territory = set(np.flatnonzero((stones == 0) & owned).tolist())
        self._joining = set(np.flatnonzero((stones == stone) | (stones == 0) & ~owned).tolist())
        self.filled: list[int] = []
        while (point := next(self._hanging(), None)) is not None:
            self._territory.remove(point)
            self._joining.add(point)
            self.filled.append(point)

    def without_two_eyes(self) -> dict[frozenset[int], set[int]]:
        """The stones that can be connected and do not have two eyes, and the points that they surround."""
        rooms = list(self._parts(self._stones, self._joining | self._territory))
        return {self._stones & room: room & self._territory for room in rooms if not self._are_two_eyes(room & self._territory)}

    def _hanging(self) -> Iterator[int]:
        """The points on which stones hang."""
        for together in self._parts(self._stones, self._joining):
            touched = {near for point in together for near in self._beside[point] if near in self._territory}
            if len(touched) == 1 and not together.issuperset(self._beside[min(touched)]):
                yield touched.pop()

    def _are_two_eyes(self, points: Set[int]) -> bool:
        """Whether surrounded points make two eyes, or one that is large enough to be divided."""
        if len(list(self._parts(points, points))) != 1:
            return bool(points)
        is_square = len(points) == 4 and all(len(points & set(self._beside[point])) == 2 for point in points)
        return len(points) > _ONE_EYE and not is_square

    def _parts(self, starts: Set[int], points: Set[int]) -> Iterator[set[int]]:
        """The parts of some points that hang together and hold a start."""
        left = set(starts)
        while left:
            part = self._around(left.pop(), points)
            left -= part
            yield part

    def _around(self, start: int, points: Set[int]) -> set[int]:
        waiting, part = [start], {start}
        while waiting:
            for near in self._beside[waiting.pop()]:
                if near in points and near not in part:
                    part.add(near)
                    waiting.append(near)
        return part
