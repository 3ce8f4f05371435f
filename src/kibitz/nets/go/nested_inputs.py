"""What the network of nested blocks reads of a position: planes of numbers, and a few numbers for the whole board.

Planes: the board itself (1 on every point, so that a padded board says where it ends), the core's planes without the age of
stones, the last eight moves, and what the pattern model says of every point. Numbers of the whole board: see BOARD_NUMBERS.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.features.go.moves import GoMoves
from kibitz.features.go.planes import GO_PLANE_GROUPS, GoPlanes, board_planes, selected_planes, state_planes
from kibitz.nets.go.spec import EXPERT_PLANES, GoExpertSaid, expert_planes
from kibitz.rules.squares import PASS

GROUPS: Final = ("colour", "liberties", "liberties after", "legality", "capture size", "ladder")
RECENT: Final = 8
EXPERT_FIRST: Final = 1 + sum(GO_PLANE_GROUPS[name].count for name in GROUPS) + RECENT
PLANES: Final = EXPERT_FIRST + EXPERT_PLANES
BOARD_NUMBERS: Final = (
    "komi of the mover in tens of points",
    "whether komi is known",
    "area counting",
    "territory counting",
    "the last move was a pass",
    "the move before it was a pass",
    "size of the board, in fives from 14",
)
KOMI_UNIT: Final = 10.0


@dataclass(frozen=True, slots=True)
class NetworkInputs:
    """Planes [N, PLANES, size, size] and numbers of the whole board [N, 7], float32, seen by the side to move."""

    planes: NDArray[np.float32]
    board: NDArray[np.float32]


def network_inputs(moves: GoMoves, said: GoExpertSaid, komi: NDArray[np.float32], counting: NDArray[np.int8]) -> NetworkInputs:
    """The inputs of the positions before some moves.

    `komi` [N] is what White gets, NaN where it is not known; `counting` [N] is 1 for area, −1 for territory, 0 if not known.
    """
    recent = recent_moves(moves)
    planes = _planes(board_planes(moves.games, moves.game, moves.index), recent, said)
    of_mover = np.where(is_black(moves), -komi, komi)
    return NetworkInputs(planes, _board_numbers(of_mover, counting, recent, moves.games.size))


def state_inputs(
    state: _native.go.State, recent: NDArray[np.int16], said: GoExpertSaid, komi: float, counting: int
) -> NetworkInputs:
    """The inputs of one position of the core; `komi` is what its mover gets, NaN if it is not known.

    `recent` are the last moves, the latest first, as many as are known.
    """
    known = np.full((1, RECENT), _BEFORE, np.int64)
    known[0, : len(recent)] = recent[:RECENT]
    planes = _planes(state_planes(state, recent)[None], known, said)
    return NetworkInputs(planes, _board_numbers(np.array([komi]), np.array([counting]), known, planes.shape[-1]))


def _planes(board: GoPlanes, recent: NDArray[np.int64], said: GoExpertSaid) -> NDArray[np.float32]:
    size = board.shape[-1]
    planes = np.empty((len(board), PLANES, size, size), np.float32)
    planes[:, 0] = 1
    planes[:, 1 : EXPERT_FIRST - RECENT] = selected_planes(board, GROUPS)
    planes[:, EXPERT_FIRST - RECENT : EXPERT_FIRST] = _marked(recent, size)
    planes[:, EXPERT_FIRST:] = expert_planes(said, size)
    return planes


def recent_moves(moves: GoMoves) -> NDArray[np.int64]:
    """The last eight moves before each, the latest first, [N, 8]: points, PASS, or −2 before the game began."""
    back = moves.index[:, None] - np.arange(1, RECENT + 1)
    rows = moves.games.first[moves.game][:, None] + np.maximum(back, 0)
    found: NDArray[np.int64] = np.where(back >= 0, moves.games.points[rows].astype(np.int64), _BEFORE)
    return found


def is_black(moves: GoMoves) -> NDArray[np.bool_]:
    """Whether Black made each move, [N]."""
    found: NDArray[np.bool_] = moves.games.is_black[moves.games.first[moves.game] + moves.index] != 0
    return found


_BEFORE: Final = -2
assert _BEFORE != PASS


def _marked(recent: NDArray[np.int64], size: int) -> NDArray[np.float32]:
    planes = np.zeros((len(recent), RECENT, size * size), np.float32)
    row, turn = np.nonzero(recent >= 0)
    planes[row, turn, recent[row, turn]] = 1
    return planes.reshape(-1, RECENT, size, size)


def _board_numbers(
    komi: NDArray[np.floating[Any]], counting: NDArray[np.integer[Any]], recent: NDArray[np.int64], size: int
) -> NDArray[np.float32]:
    known = ~np.isnan(komi)
    of_mover = np.where(known, komi, 0) / KOMI_UNIT
    sizes = np.full(len(recent), (size - 14) / 5)
    columns = [of_mover, known, counting > 0, counting < 0, recent[:, 0] == PASS, recent[:, 1] == PASS, sizes]
    return np.stack([column.astype(np.float32) for column in columns], axis=1)
