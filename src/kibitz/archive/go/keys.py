"""Under which key an archive files a position of Go, and which of its moves count as one.

A stone has a number for its colour and point; those of a position are added up in all 8 orientations of the board, and the
smallest sum stands for the position. Moves are filed as they lie in the orientation with that sum; where several have it, the
position has symmetries of its own, and a move is filed under the smallest of its points. Kos, komi and rules do not count. The
numbers here are part of the file format.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.filing import MoveFamily
from kibitz.archive.mixing import WHITE_TO_MOVE, all_mixed
from kibitz.rules.game import Color
from kibitz.rules.go.points import transform_point
from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import NO_MOVE, PASS
from kibitz.rules.symmetry import SYMMETRIES

Keys: TypeAlias = NDArray[np.uint64]
Points: TypeAlias = NDArray[np.int16]
Flags: TypeAlias = NDArray[np.bool_]

_STEP: Final = 0x9E3779B97F4A7C15  # of the SplitMix64 generator
_LARGEST: Final = 32  # above any board's size, so that no two sizes share a number


def filed_positions(stones: NDArray[np.int8], white_to_move: Flags, size: int) -> tuple[Keys, Flags]:
    """The keys of many positions [N], and in which orientations their sums are smallest [N, 8]; stones are [N, size²]."""
    rows, points = np.nonzero(stones)
    colors = stones[rows, points] - 1
    first = np.searchsorted(rows, np.arange(len(stones) + 1))
    images, numbers = point_images(size), _stone_numbers(size)
    sums = np.stack([_sums(numbers[colors, images[symmetry, points]], first) for symmetry in SYMMETRIES], axis=1)
    smallest = sums.min(axis=1)
    side = np.where(white_to_move, np.uint64(WHITE_TO_MOVE), np.uint64(0))
    return all_mixed(smallest ^ side ^ np.uint64(size)), sums == smallest[:, None]


def filed_points(points: Points, orientations: Flags, size: int) -> Points:
    """Under which points some moves are filed, [N]; PASS and NO_MOVE stand for themselves."""
    images = point_images(size)[:, points].T
    return np.where(points < 0, points, np.where(orientations, images, size * size).min(axis=1)).astype(np.int16)


def position_key(position: GoPosition) -> int:
    """The key of a position, 64 bits."""
    return int(_filed(position)[0][0])


def family_of_filed(position: GoPosition, filed: int) -> MoveFamily:
    """The moves of a position that the archive files under a point; the one in the upper right corner stands for all."""
    if filed in (PASS, NO_MOVE):
        return MoveFamily(filed, (filed,))
    images, orientations = point_images(position.size), _filed(position)[1][0]
    twins = {int(np.flatnonzero(images[symmetry] == filed)[0]) for symmetry in np.flatnonzero(orientations)}
    return MoveFamily(max(twins, key=lambda point: _cornered(point, position.size)), tuple(sorted(twins)))


def oriented(points: Sequence[int], size: int) -> bytes:
    """The moves of a game turned so that games which are images of one another read alike."""
    played = np.array(points, dtype=np.int16)
    turned = np.where(played < 0, played, point_images(size)[:, played]).astype(">i2")
    texts: list[bytes] = [row.tobytes() for row in turned]
    return min(texts)


@cache
def point_images(size: int) -> Points:
    """Where each symmetry takes each point, [8, size²]; negative numbers index something, but nothing that counts."""
    return np.array(
        [[transform_point(point, symmetry, size) for point in range(size * size)] for symmetry in SYMMETRIES], np.int16
    )


@cache
def _stone_numbers(size: int) -> Keys:
    """A number for each colour and point of a board, [2, size²]."""
    places = np.arange(1, 2 * size * size + 1, dtype=np.uint64) * np.uint64(_LARGEST) + np.uint64(size)
    return all_mixed(places * np.uint64(_STEP)).reshape(2, size * size)


def _sums(values: Keys, first: NDArray[np.int64]) -> Keys:
    """The sums of stretches of the values, modulo 2⁶⁴."""
    totals = np.concatenate([np.zeros(1, np.uint64), np.cumsum(values, dtype=np.uint64)])
    sums: Keys = totals[first[1:]] - totals[first[:-1]]
    return sums


def _filed(position: GoPosition) -> tuple[Keys, Flags]:
    return filed_positions(position.stones[None], np.array([position.to_move == Color.WHITE]), position.size)


def _cornered(point: int, size: int) -> tuple[int, int]:
    """How far a point lies to the upper right, and of two that lie so equally far how far to the right."""
    row, column = divmod(point, size)
    return column - row, column
