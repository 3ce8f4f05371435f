"""What can be measured on a board and said in words: who can move where, what is safe, what is exposed, who has the last word.

All measures are masks or counts for one side; nothing here is a judgement.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kibitz import _native
from kibitz.features.othello.planes import stable_discs
from kibitz.rules.game import Color
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import Position, squares_of
from kibitz.rules.squares import parse_square

CORNERS: Final = frozenset(map(parse_square, ("a1", "h1", "a8", "h8")))
EDGES: Final = frozenset(square for square in range(64) if square // 8 in (0, 7) or square % 8 in (0, 7))
X_SQUARES: Final = frozenset(map(parse_square, ("b2", "g2", "b7", "g7")))
C_SQUARES: Final = frozenset(map(parse_square, ("b1", "g1", "a2", "h2", "a7", "h7", "b8", "g8")))

_NOT_A: Final = 0xFEFEFEFEFEFEFEFE
_NOT_H: Final = 0x7F7F7F7F7F7F7F7F
_ALL: Final = 0xFFFFFFFFFFFFFFFF


@dataclass(frozen=True, slots=True)
class SideMeasures:
    """What one side has: where it could move if it were its turn, its discs next to empty squares, and those nobody can turn."""

    mobility: int
    frontier: int
    stable: int


def measure(position: Position, side: Color) -> SideMeasures:
    """The measures of one side of a position on the usual board."""
    return measure_all([position])[0][side]


def measure_all(positions: Sequence[Position]) -> list[tuple[SideMeasures, SideMeasures]]:
    """The measures of Black and of White in many positions on the usual board."""
    sides = [pair for position in positions for pair in ((position.black, position.white), (position.white, position.black))]
    # In one go: setting up the search for stable discs takes longer than finding those of a hundred positions.
    stable = stable_discs(Boards.of([Position(own, opp) for own, opp in sides])).tolist()
    found = [_side(own, opp, safe) for (own, opp), safe in zip(sides, stable, strict=True)]
    return list(zip(found[::2], found[1::2], strict=True))


def corner_of(square: int) -> int:
    """The corner nearest to a square."""
    return (56 if square // 8 > 3 else 0) + (7 if square % 8 > 3 else 0)


def empty_regions(position: Position) -> list[int]:
    """The connected regions of empty squares as masks; squares that touch at a corner are connected."""
    left = ~(position.own | position.opp) & _ALL
    regions = []
    while left:
        region, grown = 0, left & -left
        while grown != region:
            region, grown = grown, (grown | _beside(grown)) & left
        regions.append(region)
        left &= ~region
    return regions


def odd_regions(position: Position) -> int:
    """How many regions of empty squares are odd: where the side that enters first also has the last move."""
    return sum(region.bit_count() % 2 for region in empty_regions(position))


def squares_in(mask: int) -> tuple[int, ...]:
    """The squares of a mask in reading order."""
    return tuple(squares_of(mask))


def _side(own: int, opp: int, stable: int) -> SideMeasures:
    return SideMeasures(_native.othello.legal_mask(own, opp), own & _beside(~(own | opp) & _ALL), stable)


def _beside(mask: int) -> int:
    """All squares that touch one of a mask, in any of the eight directions."""
    row = (mask << 1 & _NOT_A) | (mask >> 1 & _NOT_H)
    wide = mask | row
    return (row | wide << 8 | wide >> 8) & _ALL
