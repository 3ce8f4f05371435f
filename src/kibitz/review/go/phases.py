"""To which phase of a game of Go a move belongs."""

from typing import Final

from kibitz.review.accuracy import PHASES

# A game on 19×19 leaves the opening after about 50 moves and the middle game after about 150.
_PHASE_ENDS: Final = (50 / 361, 150 / 361)  # moves for each point of the board


def phase_of(ply: int, size: int) -> str:
    """The phase by the moves made before, in proportion to the points of the board."""
    return PHASES[sum(ply >= end * size * size for end in _PHASE_ENDS)]
