"""Under which key the archive files a position, and which moves of a position count as one.

Positions that are images of one another under the 8 symmetries share a key; the same discs with the other side to move have
another. Moves are filed in the coordinates of the canonical position; where that has symmetries of its own, moves that they take
into one another are filed under the smallest square of the family. The numbers here are part of the file format.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.errors import NotationError
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import NO_MOVE, PASS, format_move, parse_square
from kibitz.rules.symmetry import inverse, transform_square

WHITE_TO_MOVE = 0x9E3779B97F4A7C15
OPPONENT = 0xD1B54A32D192ED03
SHIFTS = (30, 27, 31)
FACTORS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)  # with the shifts, the finaliser of the SplitMix64 generator
_64_BITS = (1 << 64) - 1

STORED_PASS = "--"  # in the transcripts of the table of games

# Archives turn every game so that it begins with f5: of several equal moves people expect to see this one.
_FAVOURITE = parse_square("f5")


def position_key(position: Position) -> int:
    """The key of a position, 64 bits. index.position_keys() gives the same for many. Raises NotationError for other boards."""
    if position.size != 8:
        raise NotationError(f"the board is {position.size}×{position.size}; an archive holds games on 8×8")
    canonical = position.canonical()
    side = WHITE_TO_MOVE if position.to_move == Color.WHITE else 0
    return _mixed(canonical.own ^ _mixed(canonical.opp ^ OPPONENT) ^ side)


def _mixed(bits: int) -> int:
    first, second, third = SHIFTS
    bits = (bits ^ bits >> first) * FACTORS[0] & _64_BITS
    bits = (bits ^ bits >> second) * FACTORS[1] & _64_BITS
    return bits ^ bits >> third


@dataclass(frozen=True, slots=True)
class MoveFamily:
    """Moves that a position's own symmetries make one, in the orientation of that position."""

    move: int  # the one that stands for all
    twins: tuple[int, ...]  # all of them in ascending order


def family_of_filed(position: Position, filed: int) -> MoveFamily:
    """The moves of a position that the archive files under a canonical square; PASS and NO_MOVE stand for themselves."""
    if filed in (PASS, NO_MOVE):
        return MoveFamily(filed, (filed,))
    back = inverse(position.canonical_symmetry())
    played = transform_square(filed, back)
    twins = tuple(sorted({transform_square(played, symmetry) for symmetry in position.self_symmetries()}))
    return MoveFamily(_FAVOURITE if _FAVOURITE in twins else twins[0], twins)


class Filing(NamedTuple):
    """How an archive files the positions of a game: the key of one, the moves filed under a number in it, the name of a move."""

    key: Callable[[Any], int]
    family: Callable[[Any, int], MoveFamily]
    name: Callable[[Any, int], str]


def _name(position: Position, move: int) -> str:
    return format_move(move, position.size)


OTHELLO_FILING = Filing(position_key, family_of_filed, _name)
