"""Positions told apart by the archive's 64-bit keys, the eight images of one alike: to ask whether one was met before."""

from kibitz.archive.othello import index
from kibitz.features.othello.planes import Situations
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Masks


def position_keys(situations: Situations) -> Masks:
    """A key for each position, [N]; the same for its images, another if the other colour is to move."""
    canonical, _ = bulk.canonical(situations.boards)
    return index.position_keys(canonical, situations.black_to_move)
