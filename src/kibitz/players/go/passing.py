"""When a game of Go is over for a player that does not search: what playouts say of points that nobody can take any more."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.rules.game import Color
from kibitz.rules.go.position import GoPosition
from kibitz.search.go.tree import TreeLimits, search_tree

_PLAYOUTS: Final = 400
# Before moves have been played on this fraction of the points, hardly anything is settled.
_SETTLES_FROM: Final = 0.4
# The fraction of playouts, minus the others, in which a settled point is the mover's, or the opponent's. With area scoring
# a move among the opponent's stones costs nothing, so the second limit is stricter.
_SETTLED_OWN: Final = 0.9
_SETTLED_ENEMY: Final = 0.98


def settled_points(position: GoPosition) -> NDArray[np.bool_]:
    """Which points are the same side's at nearly every end of a search by playouts, [size²]; none early in a game.

    A point counts as settled for the mover sooner than for the opponent.
    """
    if position.move_count < _SETTLES_FROM * position.size**2:
        return np.zeros(position.size**2, np.bool_)
    found = search_tree(position, TreeLimits(playouts=_PLAYOUTS), seed=position.move_count)
    for_mover = found.ownership if position.to_move == Color.BLACK else -found.ownership
    return (for_mover > _SETTLED_OWN) | (for_mover < -_SETTLED_ENEMY)
