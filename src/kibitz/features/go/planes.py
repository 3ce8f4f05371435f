"""Go positions as planes of zeros and ones for networks.

The planes are those of figure 9 of Paisarnsrisomsuk and Wiratchotisatian, "UCT-enhanced deep convolutional neural network for
move recommendation in Go" (WPI, 2015): the list of Maddison and others (2015), the mover's rank, and the board at the end of
the game. What is seen on the board comes from the core; rank and final board are told from outside.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.rules.go.bulk import GoGames
from kibitz.rules.go.position import GoPosition

GoPlanes: TypeAlias = NDArray[np.uint8]  # [N, C, size, size]
Influence: TypeAlias = NDArray[np.int8]  # [N, size²], −4 White's for sure to 4 Black's for sure

STRONGEST_INFLUENCE: Final = 4
HIGHEST_RANK: Final = 9


@dataclass(frozen=True, slots=True)
class PlaneGroup:
    """Planes `first` to `first + count` of what the core writes."""

    name: str
    first: int
    count: int


GO_PLANE_GROUPS: Final = {
    group.name: group
    for group in (
        PlaneGroup("colour", 0, 3),  # own stones, the opponent's, empty points
        PlaneGroup("liberties", 3, 4),  # of a stone's chain: 1, 2, 3, more
        PlaneGroup("liberties after", 7, 6),  # of the chain a move makes: 1 to 5, more
        PlaneGroup("legality", 13, 1),
        PlaneGroup("turns since", 14, 5),  # a stone was put down: 1, 2, 3, 4, more
        PlaneGroup("capture size", 19, 7),  # 1 to 6, more
        PlaneGroup("ladder", 26, 1),  # a move that begins a ladder which catches something
    )
}
assert sum(group.count for group in GO_PLANE_GROUPS.values()) == _native.go.PLANES

# What the paper's network sees in addition to the final board: it left out what is found by trying moves.
PAPER_GROUPS: Final = ("colour", "liberties", "legality")


def board_planes(games: GoGames, game: NDArray[np.int64], index: NDArray[np.int64]) -> GoPlanes:
    """All planes of the positions before moves `index` of games `game`, uint8 [N, 27, size, size].

    The positions must ascend by game and move. Own stones are those of the side that moves there, whoever's turn it should be.
    Legal is what the simple ko rule allows, without suicide. Raises ValueError for a position that is not in the games.
    """
    planes = np.empty((len(game), _native.go.PLANES, games.size, games.size), dtype=np.uint8)
    games.core.planes(np.ascontiguousarray(game), np.ascontiguousarray(index), planes)
    return planes


def state_planes(state: _native.go.State, recent: NDArray[np.int16]) -> NDArray[np.uint8]:
    """All planes of one position of the core, [27, size, size], given its last moves as recent_points() has them."""
    return _native.go.position_planes(state, recent)


def recent_points(position: GoPosition) -> NDArray[np.int16]:
    """The last moves before a position, the latest first, as the core asks for them."""
    return np.array(position.recent_moves, np.int16)


def selected_planes(planes: GoPlanes, groups: tuple[str, ...]) -> GoPlanes:
    """The planes of some groups, in the groups' order, [N, C, size, size]."""
    chosen = [GO_PLANE_GROUPS[name] for name in groups]
    rows = [plane for group in chosen for plane in range(group.first, group.first + group.count)]
    return planes[:, rows]


def final_board_planes(influence: Influence, is_black: NDArray[np.uint8]) -> GoPlanes:
    """One plane for each strength of influence seen by the mover, the opponent's first, uint8 [N, 9, size, size].

    `influence` is seen by Black; `is_black` [N] says which movers are Black.
    """
    size = round(influence.shape[1] ** 0.5)
    seen_by_mover = np.where(is_black[:, None] != 0, influence, -influence)
    levels = np.arange(-STRONGEST_INFLUENCE, STRONGEST_INFLUENCE + 1, dtype=np.int8)
    planes: NDArray[np.bool_] = seen_by_mover[:, None, :] == levels[None, :, None]
    return planes.astype(np.uint8).reshape(len(influence), len(levels), size, size)


def rank_planes(ranks: NDArray[np.int64], size: int) -> GoPlanes:
    """One plane for each rank from 1 to 9 dan, all ones for the mover's, [N, 9, size, size]; none for a rank outside."""
    of_rank = ranks[:, None] == np.arange(1, HIGHEST_RANK + 1)[None, :]
    planes = np.broadcast_to(of_rank[:, :, None, None], (len(ranks), HIGHEST_RANK, size, size))
    return planes.astype(np.uint8)
