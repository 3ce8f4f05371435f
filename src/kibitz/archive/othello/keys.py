"""Under which key the archive files a position, and which moves of a position count as one.

Positions that are images of one another under the 8 symmetries share a key; the same discs with the other side to move have
another. Moves are filed in the coordinates of the canonical position; where that has symmetries of its own, moves that they take
into one another are filed under the smallest square of the family. The numbers here are part of the file format.
"""

from typing import Final

from kibitz.archive.filing import MoveFamily
from kibitz.archive.mixing import WHITE_TO_MOVE, mixed
from kibitz.errors import NotationError
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import NO_MOVE, PASS, parse_square
from kibitz.rules.symmetry import inverse, transform_square

OPPONENT: Final = 0xD1B54A32D192ED03

# Archives turn every game so that it begins with f5: of several equal moves people expect to see this one.
_FAVOURITE: Final = parse_square("f5")


def position_key(position: Position) -> int:
    """The key of a position, 64 bits. index.position_keys() gives the same for many. Raises NotationError for other boards."""
    if position.size != 8:
        raise NotationError(f"the board is {position.size}×{position.size}; an archive holds games on 8×8")
    canonical = position.canonical()
    side = WHITE_TO_MOVE if position.to_move == Color.WHITE else 0
    return mixed(canonical.own ^ mixed(canonical.opp ^ OPPONENT) ^ side)


def family_of_filed(position: Position, filed: int) -> MoveFamily:
    """The moves of a position that the archive files under a canonical square; PASS and NO_MOVE stand for themselves."""
    if filed in (PASS, NO_MOVE):
        return MoveFamily(filed, (filed,))
    back = inverse(position.canonical_symmetry())
    played = transform_square(filed, back)
    twins = tuple(sorted(position.twins(played)))
    return MoveFamily(_FAVOURITE if _FAVOURITE in twins else twins[0], twins)
