"""A small tree search for Go whose positions are valued by a judge: chances and points come from one source, without playouts.

It descends by the rule of Silver and others, "Mastering the game of Go without human knowledge" (2017): the mean of a move's
values and what its prior adds. It is meant for reviews, where some dozen positions around a move say more than a glance.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import PASS
from kibitz.search.contract import Opinion, Ranking, Search, Watcher

_EXPLORATION: Final = 1.5
# The value of a move that was not tried is that of its position less this much of the chance to win.
_UNTRIED: Final = 0.1
_MOST_MOVES: Final = 20  # the likeliest of a position are considered
_LONGEST_LINE: Final = 12


@dataclass(frozen=True, slots=True)
class Valuation:
    """What a judge says of a position, seen by the side to move: probabilities [size²], the chance to win, points with komi."""

    probabilities: NDArray[np.float32]
    win_chance: float
    score: float


Valuer: TypeAlias = Callable[[GoPosition], Valuation]


@dataclass(eq=False)
class _Node:
    """A position in the tree; sums are of all visits, seen by its side to move."""

    position: GoPosition
    value: Valuation
    chance_sum: float
    score_sum: float
    visits: int = 1
    children: dict[int, "_Node"] = field(default_factory=dict)

    @property
    def chance(self) -> float:
        return self.chance_sum / self.visits

    @property
    def score(self) -> float:
        return self.score_sum / self.visits


@dataclass(frozen=True, slots=True)
class ValuedSearch(Search[GoPosition]):
    """A search that values so many positions. The same question gets the same answer."""

    valuer: Valuer
    visits: int
    source: str

    def deepen(self, position: GoPosition, watch: Watcher | None = None, stop: Event | None = None) -> Ranking:
        """The moves that were tried, the most tried first; empty if the game is over. Passes are not considered."""
        if position.is_over:
            return Ranking((), playouts=0)
        root = _new(position, self.valuer)
        while root.visits <= self.visits and not (stop and stop.is_set()):
            _visit(root, self.valuer)
        found = _ranking(root)
        if watch:
            watch(found)
        return found


def _new(position: GoPosition, valuer: Valuer) -> _Node:
    value = valuer(position)
    return _Node(position, value, value.win_chance, value.score)


def _visit(root: _Node, valuer: Valuer) -> None:
    """One more position, and its value for every position on the way to it."""
    path, move = [root], _choice(root)
    while move in path[-1].children:
        path.append(path[-1].children[move])
        move = _choice(path[-1])
    if move != PASS:
        parent = path[-1]
        parent.children[move] = _new(parent.position.play(move), valuer)
        leaf = parent.children[move].value
        path, chance, score = path[::-1], 1 - leaf.win_chance, -leaf.score
    else:  # nothing is left to play: the position's own value counts once more
        path, chance, score = path[::-1], path[-1].value.win_chance, path[-1].value.score
    for node in path:
        node.visits, node.chance_sum, node.score_sum = node.visits + 1, node.chance_sum + chance, node.score_sum + score
        chance, score = 1 - chance, -score


def _choice(node: _Node) -> int:
    """The move with the best mean value and prior; PASS where no point is likely."""
    shares = node.value.probabilities
    likely = [int(point) for point in np.argsort(-shares, kind="stable")[:_MOST_MOVES] if shares[point] > 0]
    scale = _EXPLORATION * math.sqrt(node.visits)
    return max(likely, key=lambda point: _worth(node, point, scale), default=PASS)


def _worth(node: _Node, point: int, scale: float) -> float:
    child, prior = node.children.get(point), float(node.value.probabilities[point])
    if child is None:
        return node.chance - _UNTRIED + scale * prior
    return 1 - child.chance + scale * prior / (1 + child.visits)


def _ranking(root: _Node) -> Ranking:
    ranked = sorted(root.children.items(), key=lambda pair: (-pair[1].visits, pair[0]))
    moves = tuple(
        Opinion(
            move,
            1 - child.chance,
            (move, *_line(child)),
            score=-child.score,
            visits=child.visits,
            prior=float(root.value.probabilities[move]),
        )
        for move, child in ranked
    )
    return Ranking(moves, playouts=root.visits - 1)


def _line(node: _Node) -> tuple[int, ...]:
    line: list[int] = []
    while node.children and len(line) < _LONGEST_LINE - 1:
        move, node = max(node.children.items(), key=lambda pair: pair[1].visits)
        line.append(move)
    return tuple(line)
