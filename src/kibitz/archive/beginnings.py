"""How the games of an archive begin."""

from typing import Final

from kibitz.archive.database import Archive

CHARACTERS_A_MOVE: Final = 2  # a pass is stored as -- and counts as a move

_BEGINNINGS: Final = """
SELECT left(moves, {length}) AS beginning, count(*)::INTEGER AS games
FROM games WHERE start IS NULL AND length(moves) >= {length} AND ({condition})
GROUP BY beginning ORDER BY games DESC, beginning
"""


def common_beginnings(archive: Archive, plies: int, condition: str = "true") -> dict[str, int]:
    """How many games begin with each line of so many moves, the commonest first; passes are written `--`.

    Games from set-up positions and shorter ones are left out, and those for which a condition in SQL does not hold. Lines that a
    symmetry of the board makes the same count apart.
    """
    return dict(archive.rows(_BEGINNINGS.format(length=CHARACTERS_A_MOVE * plies, condition=condition)))
