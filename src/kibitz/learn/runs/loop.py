"""The loop of every run that can be stopped at any instant: resume, step, row of metrics, checkpoint, word of progress.

What is learned, and how, is a Learner's business. Rows are written before the checkpoint: those behind the last checkpoint are
dropped when a run goes on, but a lost one would stay lost.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from kibitz.learn.runs.run_folder import Checkpoint, RunFolder

T = TypeVar("T")  # what is reported on the way

Row: TypeAlias = Mapping[str, float | int | str]


@dataclass(frozen=True, slots=True)
class Milestone(Generic[T]):
    """What is to be kept and told after a step; mostly nothing."""

    row: Row | None = None
    needs_checkpoint: bool = False
    told: T | None = None


class Learner(ABC, Generic[T]):
    """A run in memory. `step` counts what has been learned, `seconds` how long it took, interruptions not counted."""

    step: int = 0
    seconds: float = 0.0

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether no step is left."""

    @abstractmethod
    def advance(self) -> None:
        """Take the next step."""

    @abstractmethod
    def milestone(self) -> Milestone[T]:
        """What is due after the step just taken; called once for each, when `seconds` are up to date."""

    @abstractmethod
    def checkpoint(self) -> Checkpoint:
        """All that is needed to go on exactly from here."""

    @abstractmethod
    def restore(self, checkpoint: Checkpoint) -> None:
        """Return to where a checkpoint stood."""


def resume(learner: Learner[T], folder: RunFolder) -> bool:
    """Return to where the folder's last checkpoint stood, and say whether there was one; later metrics are dropped."""
    was_begun = folder.has_checkpoint()
    if was_begun:
        learner.restore(folder.load_checkpoint())
    folder.forget_metrics_after(learner.step if was_begun else -1)
    return was_begun


def finish(learner: Learner[T], folder: RunFolder, tell: Callable[[T], None], goes_on: Callable[[], bool] = lambda: True) -> bool:
    """Take the steps that are left, and say whether the run came to its end: it waits where `goes_on` says no before a step."""
    began = time.perf_counter() - learner.seconds
    while not learner.is_over:
        if not goes_on():
            return False
        learner.advance()
        learner.seconds = time.perf_counter() - began
        keep(learner, folder, tell, learner.milestone())
    return True


def keep(learner: Learner[T], folder: RunFolder, tell: Callable[[T], None], milestone: Milestone[T]) -> None:
    """Write and tell what a milestone says."""
    if milestone.row is not None:
        folder.add_metrics(milestone.row)
    if milestone.needs_checkpoint:
        folder.save_checkpoint(learner.checkpoint())
    if milestone.told is not None:
        tell(milestone.told)
