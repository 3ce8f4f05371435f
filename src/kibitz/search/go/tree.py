"""The search for a move of Go by playouts: UCT in the core, one tree for each thread, their first moves added up.

After Kocsis and Szepesvári, "Bandit based Monte-Carlo planning" (2006), and Gelly and Silver, "Combining online and offline
knowledge in UCT" (2007); a model of moves leads it as in Rosin, "Multi-armed bandits with episode context" (2011). The search
counts area, whatever the rules of the position count.
"""

import math
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.features.go.planes import recent_points
from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import PASS
from kibitz.search.contract import Opinion, Ranking

_NO_LIMIT: Final = 1 << 62
_LONGEST_SECONDS: Final = 1e8
_LONGEST_LINE: Final = 12


@dataclass(frozen=True, slots=True)
class TreeSettings:
    """How a tree grows. `exploration` weighs what was seldom tried, `rave_bias` how fast later plays of a move lose their weight.

    `guided` playouts answer the last move, others choose any move with equal chance. A position's moves are told apart after
    `expand_at` visits. `prior_weight` is how much a prior counts where one is given, `advise_at` after how many visits an adviser
    is asked.
    """

    exploration: float = 0.0
    rave_bias: float = 3e-4
    guided: bool = True
    expand_at: int = 4
    prior_weight: float = 1.5
    advise_at: int = 16


WITHOUT_PRIOR: Final = TreeSettings()
# A model takes as long for one position as two playouts, so it is not asked about those that few playouts reach.
WITH_PRIOR: Final = TreeSettings(expand_at=8)
PLAIN_UCT: Final = TreeSettings(exploration=0.6, rave_bias=0.0, guided=False)


@dataclass(frozen=True, slots=True)
class TreeLimits:
    """When a search ends, whichever comes first; at least one must be given or the search be stopped from outside.

    With `until_decided` it ends sooner, once no move can catch up with the most tried one within the limits.
    """

    playouts: int | None = None
    seconds: float | None = None
    until_decided: bool = False


# Tells how likely each point of a position is, [size²], given its last moves, the latest first. Any thread may ask.
Adviser: TypeAlias = Callable[[_native.go.State, NDArray[np.int16]], NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Prior:
    """Who knows how likely each move is before anything was tried.

    The adviser knows better than the scorer and takes longer, so that it is asked about fewer positions.
    """

    scorer: _native.go.MoveScorer | None = None
    adviser: Adviser | None = None


NO_PRIOR: Final = Prior()


def default_settings(prior: Prior) -> TreeSettings:
    """How a tree grows unless something else is asked for."""
    return WITHOUT_PRIOR if prior.scorer is None else WITH_PRIOR


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchedMove(Opinion):
    """A point or PASS, and how often it was tried; the chance is even if it was not, and then there is no score.

    `score` is the median of the playouts that began with the move. `prior` is 0 if nobody was asked.
    """

    win_chance: float = field(kw_only=False)  # always known
    visits: int
    prior: float = 0.0


@dataclass(frozen=True, slots=True)
class TreeFindings(Ranking):
    """All moves that were considered, the most tried first, and the mean owner of each point, −1 White to 1 Black, [size²]."""

    moves: tuple[SearchedMove, ...]
    ownership: NDArray[np.float32]
    playouts: int

    @property
    def best(self) -> SearchedMove:
        return self.moves[0]


def search_tree(
    position: GoPosition,
    limits: TreeLimits,
    settings: TreeSettings | None = None,
    threads: int = 1,
    seed: int = 0,
    stop: Event | None = None,
    prior: Prior = NO_PRIOR,
) -> TreeFindings:
    """What playouts say of a position's moves. Points that would fill an own eye are not considered, a pass always is.

    With one thread and a limit of playouts alone, the same seed gives the same findings. The position's komi and White's points
    for a handicap are taken off Black's score.
    """
    trees = make_trees(position, threads, seed, prior, settings)
    grow(trees, limits, stop)
    return findings_of(trees)


def make_trees(
    position: GoPosition, threads: int, seed: int, prior: Prior = NO_PRIOR, settings: TreeSettings | None = None
) -> list[_native.go.Tree]:
    """One tree for each thread, all of the same position; settings are the default ones for the prior unless given."""
    settings = settings or default_settings(prior)
    return [
        _native.go.Tree(
            state=position.state,
            komi=position.komi + position.rules.points_for(position.handicap),
            exploration=settings.exploration,
            rave_bias=settings.rave_bias,
            guided=settings.guided,
            expand_at=settings.expand_at,
            seed=seed + number,
            prior=prior.scorer,
            prior_weight=settings.prior_weight,
            adviser=prior.adviser,
            advise_at=settings.advise_at,
            recent=recent_points(position),
        )
        for number in range(threads)
    ]


def grow(trees: list[_native.go.Tree], limits: TreeLimits, stop: Event | None = None) -> None:
    """Go on with the playouts of some trees; a limit of playouts is for all of them together and from their beginning."""
    playouts = _NO_LIMIT if limits.playouts is None else math.ceil(limits.playouts / len(trees))
    seconds = _LONGEST_SECONDS if limits.seconds is None else limits.seconds
    is_stopped = None if stop is None else stop.is_set
    if len(trees) == 1:
        trees[0].run(playouts, seconds, limits.until_decided, is_stopped)
        return
    with ThreadPoolExecutor(len(trees)) as pool:
        for running in [pool.submit(tree.run, playouts, seconds, limits.until_decided, is_stopped) for tree in trees]:
            running.result()


def findings_of(trees: list[_native.go.Tree]) -> TreeFindings:
    """What some trees of the same position say together."""
    visits: dict[int, int] = defaultdict(int)
    wins: dict[int, float] = defaultdict(float)
    priors: dict[int, float] = {}
    for tree in trees:
        for move, count, chance, prior in tree.root_moves():
            visits[move] += count
            wins[move] += count * chance
            priors[move] = prior
    playouts = sum(tree.playouts for tree in trees)
    scores = _median_scores(trees)
    owners = np.sum([tree.owner_sums() for tree in trees], axis=0) / max(sum(tree.counted for tree in trees), 1)
    ranked = sorted(visits, key=lambda move: (-visits[move], move))
    moves = tuple(
        SearchedMove(
            move,
            _chance(wins[move], visits[move]),
            _line(trees, move),
            score=scores.get(move),
            visits=visits[move],
            prior=priors[move],
        )
        for move in ranked
    )
    return TreeFindings(moves, owners.astype(np.float32), playouts)


def _median_scores(trees: list[_native.go.Tree]) -> dict[int, float]:
    """The median of the scores after each move that was tried, with komi and for the side to move.

    It is of the same playouts as the chance to win, so that both agree on who is ahead; the mean need not.
    """
    points = len(trees[0].owner_sums())
    counts = np.array([tree.score_counts() for tree in trees], np.int64).sum(axis=0).reshape(points + 1, -1)
    totals = counts.sum(axis=1)
    tried = np.flatnonzero(totals)
    sums = counts[tried].cumsum(axis=1)
    middles = [(sums > place[:, None]).argmax(axis=1) for place in ((totals[tried] - 1) // 2, totals[tried] // 2)]
    scores = (middles[0] + middles[1]) / 2 - points - trees[0].komi
    sign = 1 if trees[0].black_moves else -1
    return {PASS if row == points else int(row): sign * float(score) for row, score in zip(tried, scores, strict=True)}


def _chance(wins: float, visits: int) -> float:
    return wins / visits if visits else 0.5


def _line(trees: list[_native.go.Tree], move: int) -> tuple[int, ...]:
    """The line of the tree that tried the move most."""
    lines = [tuple(tree.line_from(move, _LONGEST_LINE)) for tree in trees]
    return max(lines, key=len) or (move,)
