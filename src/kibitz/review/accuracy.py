"""How well a side played, in one figure for each phase of the game.

A move counts 1 if it loses nothing, a half if it loses the game's halving loss, a quarter if it loses twice that, and so on.
Accuracy is the mean over the moves that left a choice, times 100.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

PHASES: Final = ("opening", "middle", "end")

PhaseLoss: TypeAlias = tuple[str, float]
"""A move that left a choice: the phase it belongs to, and what it lost."""


@dataclass(frozen=True, slots=True)
class Share:
    """Some moves of one side; the figures are None where there were none."""

    moves: int
    accuracy: float | None
    mean_loss: float | None


def accuracy_by_phase(moves: Iterable[PhaseLoss], halving_loss: float) -> dict[str, Share]:
    """The figures of all moves of a side and of each phase."""
    known = list(moves)
    phases = {name: [loss for phase, loss in known if phase == name] for name in PHASES}
    everything = share_of([loss for _, loss in known], halving_loss)
    return {"all": everything, **{name: share_of(losses, halving_loss) for name, losses in phases.items()}}


def share_of(losses: Sequence[float], halving_loss: float) -> Share:
    """The figures of some moves by what each lost."""
    if not losses:
        return Share(0, None, None)
    credit = sum(0.5 ** (loss / halving_loss) for loss in losses) / len(losses)
    return Share(len(losses), round(100 * credit, 1), round(sum(losses) / len(losses), 2))
