"""How well a side played, in one figure for each phase of the game.

A move counts 1 if it loses nothing, a half if it loses 4 discs, a quarter if it loses 8, and so on; accuracy is the mean over the
moves that left a choice, times 100. Phases are thirds of the game: discs 1 to 20, 21 to 40 and 41 to 60.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

HALVING_LOSS: Final = 4.0  # discs
PHASES: Final = ("opening", "middle", "end")
_DISCS_OF_A_PHASE: Final = 20

Weighed: TypeAlias = tuple[int, float]
"""A move that left a choice: how many discs were placed before it, and what it lost."""


@dataclass(frozen=True, slots=True)
class Share:
    """Some moves of one side; the figures are None where there were none."""

    moves: int
    accuracy: float | None
    mean_loss: float | None


def accuracy_by_phase(moves: Iterable[Weighed]) -> dict[str, Share]:
    """The figures of all moves of a side and of each phase."""
    known = list(moves)
    phases = {name: [loss for placed, loss in known if phase_of(placed) == name] for name in PHASES}
    return {"all": share_of([loss for _, loss in known]), **{name: share_of(losses) for name, losses in phases.items()}}


def phase_of(discs_placed: int) -> str:
    """The phase of a move before which so many discs were placed."""
    return PHASES[min(discs_placed // _DISCS_OF_A_PHASE, len(PHASES) - 1)]


def share_of(losses: Sequence[float]) -> Share:
    """The figures of some moves by what each lost."""
    if not losses:
        return Share(0, None, None)
    credit = sum(0.5 ** (loss / HALVING_LOSS) for loss in losses) / len(losses)
    return Share(len(losses), round(100 * credit, 1), round(sum(losses) / len(losses), 2))
