"""How a board of Go is counted when both sides have passed: the same way by the app, the terminal, matches, players and GTP.

Random playouts alone do not read who lives; trees that a model of moves guides read it better, and where they doubt, every move
near a chain is tried (kibitz.players.go.reading).
benchmarks/go/counting.py shows how often the count agrees with the players'.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.models.go.prior import default_prior
from kibitz.players.go.reading import can_be_taken
from kibitz.rules.game import Color
from kibitz.rules.go.position import GoGame, GoPosition
from kibitz.rules.go.rule_sets import GoRules
from kibitz.search.go.playouts import play_out
from kibitz.search.go.tree import Prior, TreeLimits, search_tree

_PLAYOUTS: Final = 1000  # for each side to move first, to guess the score roughly
_TREE_PLAYOUTS: Final = 2000  # for each side to move first
# A stone's mean owner from its own side's view, −1 to 1. Neither side can take the other in a seki, and both are near 0.
_DEAD_BELOW: Final = -0.2
# Trees that are this sure that a chain is dead are right, even where it cannot be taken without moves elsewhere.
_SURELY_DEAD_BELOW: Final = -0.7
_FEWEST_READ: Final = 2  # stones: those left alone in the other side's area are dead, be they hard to take
# A point is open while neither side owns it at three of four ends. About a tenth of the points are in the last tenth of a
# counted game, and a third in its middle.
_OPEN_BELOW: Final = 0.5
_MOST_OPEN: Final = 0.1
_SEED: Final = 0


def dead_at_the_end(position: GoPosition) -> tuple[int, ...]:
    """The points of the stones that count as dead, in ascending order; the same for the same board, whoever asks."""
    return dead_stones(position, _expected_owners(position))


def dead_stones(position: GoPosition, owners: NDArray[np.float32]) -> tuple[int, ...]:
    """The stones that expected owners call dead, as in lost_stones(), without those of doubtful chains that cannot be taken."""
    lost = lost_stones(position, owners, _DEAD_BELOW)
    doubtful = set(lost).difference(lost_stones(position, owners, _SURELY_DEAD_BELOW))
    read = [chain for chain in _chains(position) if len(chain) >= _FEWEST_READ and chain[0] in doubtful]
    living = {point for chain in read if can_be_taken(position, chain) is False for point in chain}
    return tuple(point for point in lost if point not in living)


def lost_stones(position: GoPosition, owners: NDArray[np.float32], below: float) -> tuple[int, ...]:
    """The points of all chains whose mean owner, −1 to 1 from their own side's view, is below a bound, in ascending order.

    `owners` [size²] are −1 White to 1 Black.
    """
    own = np.where(position.stones == 1, owners, -owners)
    return tuple(sorted(point for chain in _chains(position) if own[list(chain)].mean() < below for point in chain))


def counted_score(position: GoPosition) -> float:
    """Black's points minus White's with komi, once the dead stones are off the board."""
    return position.black_score(dead_at_the_end(position))


def wins_by_passing(position: GoPosition) -> bool:
    """Whether the opponent has just passed, and the board is settled and counts for the mover.

    An opponent who passes on an open board is not held to it.
    """
    if position.passes != 1:
        return False
    owners = _expected_owners(position)
    if np.mean(np.abs(owners) < _OPEN_BELOW) > _MOST_OPEN:
        return False
    black_score = position.black_score(dead_stones(position, owners))
    return (black_score if position.to_move == Color.BLACK else -black_score) > 0


def _expected_owners(position: GoPosition) -> NDArray[np.float32]:
    """The mean owner of each point, −1 White to 1 Black, as the stones stand: passes, ko and earlier moves change nothing."""
    return _owners_of(position.stones.tobytes(), position.size, position.rules)


@lru_cache(maxsize=256)
def _owners_of(stones: bytes, size: int, rules: GoRules) -> NDArray[np.float32]:
    """By trees with either side to move first."""
    found = np.frombuffer(stones, np.int8)
    black, white = (np.flatnonzero(found == stone).tolist() for stone in (1, 2))
    sides = [GoGame(size, rules).set_up(black, white, color) for color in Color]
    rough = np.sum([play_out(side, _PLAYOUTS, _SEED).ownership() for side in sides], axis=0)
    # A tree does not care about stones that decide nothing. At this komi the game is even, so that it cares about all of them.
    even, limits, prior = float(np.sign(rough).sum()), TreeLimits(playouts=_TREE_PLAYOUTS), _prior()
    searched = [search_tree(side.with_komi(even), limits, seed=_SEED, prior=prior).ownership for side in sides]
    owners: NDArray[np.float32] = np.mean(searched, axis=0)
    owners.flags.writeable = False
    return owners


@cache
def _prior() -> Prior:
    return default_prior()


def _chains(position: GoPosition) -> Iterator[tuple[int, ...]]:
    seen: set[int] = set()
    for point in np.flatnonzero(position.stones).tolist():
        if point not in seen:
            chain = position.chain(point)
            seen.update(chain)
            yield chain
