"""Random games of Go from a position to its end, by the core: how they are won, and who owns each point when they are over."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.rules.game import Color
from kibitz.rules.go.position import GoPosition

# The mean owner, against a stone's own colour, from which on it counts as dead.
_DEAD_FROM: Final = 0.4


@dataclass(frozen=True, slots=True)
class Playouts:
    """What became of some playouts.

    `black_scores` [N] are Black's area minus White's without komi; `owner_sums` [size²] adds 1 for each playout in which a point
    was Black's at the end and −1 for White's; `moves` are all moves made in all of them, passes included.
    """

    black_scores: NDArray[np.int16]
    owner_sums: NDArray[np.int32]
    moves: int

    def ownership(self) -> NDArray[np.float32]:
        """The mean owner of each point, from −1 White to 1 Black, [size²]."""
        return (self.owner_sums / len(self.black_scores)).astype(np.float32)

    def black_wins(self, komi: float) -> float:
        """The share of playouts that Black wins, draws counted half."""
        margin = self.black_scores - komi
        return float(np.mean((margin > 0) + 0.5 * (margin == 0)))


def play_out(position: GoPosition, count: int, seed: int) -> Playouts:
    """Play random games from a position, any legal move with equal chance except into an own eye, until both sides pass.

    Ko is the simple rule and suicide is left out, whatever the position's rules. The same seed gives the same games everywhere.
    """
    return Playouts(*_native.go.playouts(position.state, count, seed))


def dead_stones(position: GoPosition, playouts: int, seed: int = 0) -> tuple[int, ...]:
    """The points of all chains that playouts nearly always take, in ascending order; both sides move first in half of them."""
    halves = [play_out(position.with_turn_of(color), playouts // 2, seed) for color in Color]
    owner_sums = halves[0].owner_sums + halves[1].owner_sums
    wanted = np.select([position.stones == 1, position.stones == 2], [1, -1], 0)
    kept = owner_sums * wanted / (playouts // 2 * 2)
    points = np.flatnonzero((position.stones > 0) & (kept < -_DEAD_FROM)).tolist()
    return tuple(sorted({stone for point in points for stone in position.chain(point)}))
