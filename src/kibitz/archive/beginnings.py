"""How the games of an archive begin."""

from kibitz.archive.database import Archive

_CHARACTERS_A_MOVE = 2  # a pass is stored as -- and counts as a move

_BEGINNINGS = """
SELECT left(moves, {length}) AS beginning, count(*)::INTEGER AS games
FROM games WHERE start IS NULL AND length(moves) >= {length} GROUP BY beginning ORDER BY games DESC, beginning
"""


def common_beginnings(archive: Archive, plies: int) -> dict[str, int]:
    """How many games begin with each line of so many moves, the commonest first; passes are written `--`.

    Games from set-up positions and shorter ones are left out. Lines that a symmetry of the board makes the same count apart.
    """
    return dict(archive.rows(_BEGINNINGS.format(length=_CHARACTERS_A_MOVE * plies)))
