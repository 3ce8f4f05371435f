"""How games of Go in an archive begin."""

from kibitz.archive.beginnings import CHARACTERS_A_MOVE, common_beginnings
from kibitz.archive.database import Archive


def common_go_beginnings(archive: Archive, plies: int, size: int) -> dict[str, int]:
    """How many games on a board of a size begin with each line of so many moves, the commonest first; moves are SGF's letters.

    Lines with a pass are left out, and otherwise the same as for common_beginnings().
    """
    without_pass = f"NOT contains(left(moves, {CHARACTERS_A_MOVE * plies:d}), '-')"
    return common_beginnings(archive, plies, f"size = {size:d} AND {without_pass}")
