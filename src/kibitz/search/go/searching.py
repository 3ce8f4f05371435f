"""The search by playouts as any game's search: trees that are kept from question to question, and grow within limits."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Final

from kibitz import _native
from kibitz.rules.go.position import GoPosition
from kibitz.search.contract import Search, Watcher
from kibitz.search.go.tree import NO_PRIOR, Prior, TreeFindings, TreeLimits, TreeSettings, findings_of, grow, make_trees

SECONDS_BETWEEN: Final = 0.25  # two answers of a search that is watched


class KeptTrees:
    """The trees of one position at a time, one for each thread. Whoever asks about the same position goes on with them.

    Without a seed each position has one of its own, so that the same question gets the same answer.
    """

    def __init__(
        self, prior: Prior = NO_PRIOR, threads: int = 1, seed: int | None = None, settings: TreeSettings | None = None
    ) -> None:
        self._prior, self._threads, self._seed, self._settings = prior, threads, seed, settings
        self._position: GoPosition | None = None
        self._trees: list[_native.go.Tree] = []

    def of(self, position: GoPosition) -> list[_native.go.Tree]:
        """The trees of a position, new ones unless those that are kept are of this very one.

        Positions that are equal may have different pasts, which ko asks about.
        """
        if self._position is not position:
            self.forget()  # both at once would take twice the memory
            seed = position.move_count if self._seed is None else self._seed
            self._trees = make_trees(position, self._threads, seed, self._prior, self._settings)
            self._position = position
        return self._trees

    def follow(self, moves: Sequence[int], position: GoPosition) -> None:
        """Lead the trees on by moves to the position after them; they are forgotten if they do not reach so far."""
        if self._position is None or self._position.komi != position.komi or not all(map(self._advance, moves)):
            self.forget()
        else:
            self._position = position

    def forget(self) -> None:
        """Give the trees back."""
        self._position, self._trees = None, []

    def within(
        self, limits: TreeLimits, source: str = "playouts", every: float = SECONDS_BETWEEN, first: float | None = None
    ) -> "PlayoutSearch":
        """The trees as a search with some limits."""
        return PlayoutSearch(self, limits, source, every, first)

    def _advance(self, move: int) -> bool:
        return all(tree.advance(move) for tree in self._trees)


@dataclass(frozen=True, slots=True)
class PlayoutSearch(Search[GoPosition]):
    """A search by playouts. A watcher hears of it after the `first` seconds and then `every` so many."""

    trees: KeptTrees
    limits: TreeLimits
    source: str = "playouts"
    every: float = SECONDS_BETWEEN
    first: float | None = None

    def deepen(self, position: GoPosition, watch: Watcher | None = None, stop: Event | None = None) -> TreeFindings:
        """The moves by how often they were tried. Unless it is watched, a search of one thread without a clock repeats itself."""
        trees = self.trees.of(position)
        if watch is None:
            grow(trees, self.limits, stop)
            return findings_of(trees)
        for found in growing(trees, self.limits, stop or Event(), self.every, self.first):
            watch(found)
        return found


def growing(
    trees: list[_native.go.Tree], limits: TreeLimits, stop: Event, every: float = SECONDS_BETWEEN, first: float | None = None
) -> Iterator[TreeFindings]:
    """What trees know after the `first` seconds and then `every` so many, until they are stopped or at their limits."""
    end = time.monotonic() + (float("inf") if limits.seconds is None else limits.seconds)
    step = every if first is None else first
    while True:
        grow(trees, TreeLimits(limits.playouts, min(step, max(end - time.monotonic(), 0.0))), stop)
        found = findings_of(trees)
        yield found
        is_enough = limits.playouts is not None and found.playouts >= limits.playouts
        if is_enough or stop.is_set() or time.monotonic() >= end:
            return
        step = every
