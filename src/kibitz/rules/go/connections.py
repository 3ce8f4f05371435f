"""Points of territory that must be filled once the neutral points are, because stones hang on them (teire)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.rules.go.points import neighbours
from kibitz.rules.go.seki import Board, eyes_in_seki

_OWNER_OF: Final = {1: 1, 2: -1}  # black and white stones


def points_to_connect(position: Board, owners: NDArray[np.int8], dead: Iterable[int] = ()) -> tuple[int, ...]:
    """The points where stones must be connected at the end, in ascending order: no territory, although one side surrounds them.

    A chain with a single liberty in its own territory must be connected there, unless two neutral points connect it as well, of
    which the opponent takes only one, or the connected stones would not have two such liberties. `owners` [size²] are those of
    the board without its `dead` stones. Eyes in a seki are left out. Fights are not read: the game is taken to be over.
    """
    gone, found = tuple(dead), []
    stones = position.without(gone).stones.copy()
    closed = frozenset(eyes_in_seki(position, gone))
    while (hanging := next(_End(stones, owners, position.size, closed).hanging(), None)) is not None:
        point, stone = hanging
        stones[point] = stone
        found.append(point)
    return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class _End:
    """A finished board, its owners, and the points that nobody fills."""

    stones: NDArray[np.int8]
    owners: NDArray[np.int8]
    size: int
    closed: frozenset[int]

    def hanging(self) -> Iterator[tuple[int, int]]:
        """The points where chains must be connected, and their stones."""
        seen: set[int] = set()
        for start in np.flatnonzero(self.stones).tolist():
            if start not in seen:
                chain, stone = self._chain(start), int(self.stones[start])
                seen |= chain
                own = self._own_liberties(chain, stone)
                if len(own) == 1 and not own & self.closed and self._must_connect(chain, stone, *own):
                    yield next(iter(own)), stone

    def _must_connect(self, chain: set[int], stone: int, point: int) -> bool:
        connected = chain | {point}.union(*(self._chain(near) for near in self._near(point) if self.stones[near] == stone))
        return len(self._own_liberties(connected, stone)) > 1 and self._neutral_connections(chain, stone) < 2

    def _neutral_connections(self, chain: set[int], stone: int) -> int:
        """How many neutral points connect a chain with others of its side."""
        neutral = [point for point in self._liberties(chain) if not self.owners[point]]
        return sum(any(self.stones[near] == stone and near not in chain for near in self._near(point)) for point in neutral)

    def _own_liberties(self, chain: set[int], stone: int) -> set[int]:
        return {point for point in self._liberties(chain) if self.owners[point] == _OWNER_OF[stone]}

    def _liberties(self, chain: set[int]) -> set[int]:
        return {near for point in chain for near in self._near(point) if not self.stones[near] and near not in chain}

    def _chain(self, start: int) -> set[int]:
        waiting, chain = [start], {start}
        for point in waiting:  # grows on the way
            found = [near for near in self._near(point) if self.stones[near] == self.stones[start] and near not in chain]
            waiting += found
            chain.update(found)
        return chain

    def _near(self, point: int) -> tuple[int, ...]:
        return tuple(neighbours(point, self.size))
