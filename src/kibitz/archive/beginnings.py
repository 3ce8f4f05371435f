"""How the games of an archive begin."""

from kibitz.archive.database import Archive

_CHARACTERS_A_MOVE = 2  # a pass is stored as -- and counts as a move

_BEGINNINGS = """
SELECT left(moves, {length}) AS beginning, count(*)::INTEGER AS games
FROM games WHERE start IS NULL AND length(moves) >= {length} GROUP BY beginning ORDER BY games DESC, beginning
"""
_GO_BEGINNINGS = """
SELECT left(moves, {length}) AS beginning, count(*)::INTEGER AS games
FROM games WHERE start IS NULL AND size = {size} AND length(moves) >= {length} AND NOT contains(left(moves, {length}), '-')
GROUP BY beginning ORDER BY games DESC, beginning
"""


def common_beginnings(archive: Archive, plies: int) -> dict[str, int]:
    """How many games begin with each line of so many moves, the commonest first; passes are written `--`.

    Games from set-up positions and shorter ones are left out. Lines that a symmetry of the board makes the same count apart.
    """
    return dict(archive.rows(_BEGINNINGS.format(length=_CHARACTERS_A_MOVE * plies)))


def common_go_beginnings(archive: Archive, plies: int, size: int) -> dict[str, int]:
    """How many games of Go on a board begin with each line of so many moves, the commonest first; moves are SGF's letters.

    Lines with a pass are left out, and otherwise the same as for common_beginnings().
    """
    return dict(archive.rows(_GO_BEGINNINGS.format(length=_CHARACTERS_A_MOVE * plies, size=size)))
