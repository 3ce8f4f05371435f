"""What a loss costs in Othello, and which phase a move belongs to: discs 1 to 20, 21 to 40 and 41 to 60."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from kibitz.review import accuracy
from kibitz.review.accuracy import PHASES, Share

HALVING_LOSS: Final = 4.0  # discs
_DISCS_OF_A_PHASE: Final = 20

Weighed: TypeAlias = tuple[int, float]
"""A move that left a choice: how many discs were placed before it, and what it lost."""


def accuracy_by_phase(moves: Iterable[Weighed]) -> dict[str, Share]:
    """The figures of all moves of a side and of each phase."""
    return accuracy.accuracy_by_phase([(phase_of(placed), loss) for placed, loss in moves], HALVING_LOSS)


def phase_of(discs_placed: int) -> str:
    """The phase of a move before which so many discs were placed."""
    return PHASES[min(discs_placed // _DISCS_OF_A_PHASE, len(PHASES) - 1)]


def share_of(losses: Sequence[float]) -> Share:
    """The figures of some moves by what each lost."""
    return accuracy.share_of(losses, HALVING_LOSS)
