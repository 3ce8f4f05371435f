"""Moves of recorded games of Go that are to be predicted, and which points of a position are one move by symmetry.

Passes are not predicted.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.rules.go.bulk import GoGames
from kibitz.rules.go.points import transform_point
from kibitz.rules.squares import PASS
from kibitz.rules.symmetry import SYMMETRIES

# Boards with more stones are never symmetric in games of people.
_MOST_SYMMETRIC_STONES: Final = 12


@dataclass(frozen=True, slots=True)
class GoMoves:
    """Moves `index` of games `game`, ascending, none of them a pass, both [N]; `point` is where each was played."""

    games: GoGames
    game: NDArray[np.int64]
    index: NDArray[np.int64]
    point: NDArray[np.int64]

    @classmethod
    def of(cls, games: GoGames, every: int = 1) -> "GoMoves":
        """The moves of all games, or each `every`th of a game, beginning with another one in each."""
        game = np.repeat(np.arange(len(games)), games.move_counts)
        index = np.arange(len(game)) - games.first[game]
        point = games.points.astype(np.int64)
        chosen = (point != PASS) & (index % every == game % every)
        return cls(games, game[chosen], index[chosen], point[chosen])

    def __len__(self) -> int:
        return len(self.game)

    def take(self, rows: slice) -> "GoMoves":
        """Some of the moves in a row."""
        return GoMoves(self.games, self.game[rows], self.index[rows], self.point[rows])


def go_twins(moves: GoMoves) -> NDArray[np.int64]:
    """The lowest point that is the same move as each point, [N, size²]; the point itself where the board is not symmetric."""
    size = moves.games.size
    twins = np.tile(np.arange(size * size), (len(moves), 1))
    early = np.flatnonzero(moves.index <= _MOST_SYMMETRIC_STONES)
    if not len(early):
        return twins
    stones = moves.games.stones_before(moves.game[early], moves.index[early])
    for symmetry in SYMMETRIES:
        image = np.array([transform_point(point, symmetry, size) for point in range(size * size)])
        rows = early[(stones[:, image] == stones).all(axis=1)]
        twins[rows] = np.minimum(twins[rows], image)
    return twins
