"""What the commands ask of a game that can be reviewed, and many games reviewed by workers: one job for each game."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from kibitz.records.reports import OnSkip
from kibitz.review.game_review import GameReview, Progress
from kibitz.workers import Workers

Record = TypeVar("Record")


class Reviewing(Protocol[Record]):
    """How games of one kind are read, reviewed and told. It is small and picklable: workers load what they need themselves."""

    def read(self, path: Path, on_skip: OnSkip) -> Iterator[Record]:
        """The games of a file; those that cannot be used go to `on_skip`."""
        ...

    def review(self, record: Record, progress: Progress | None = None) -> GameReview:
        """The review of a game; raises SetupError if it cannot be reviewed."""
        ...

    def describe(self, record: Record) -> dict[str, Any]:
        """Who played, when, and how it ended, as part of a JSON document."""
        ...

    def title(self, record: Record) -> str:
        """Who played whom, and the result as far as it is known."""
        ...

    def report(self, record: Record, review: GameReview) -> str:
        """A review as a text to share."""
        ...


@dataclass(frozen=True, slots=True)
class ReviewJob(Generic[Record]):
    """A game to be reviewed; `number` is its place among the others."""

    number: int
    record: Record
    reviewing: Reviewing[Record]

    def __str__(self) -> str:
        return f"the review of game {self.number}"


def review_games(
    records: Iterable[Record], reviewing: Reviewing[Record], workers: Workers
) -> Iterator[tuple[ReviewJob[Record], GameReview]]:
    """Each game with its review, in the order in which they are done; games are numbered from 1 on."""
    return workers.run(review_job, (ReviewJob(number, record, reviewing) for number, record in enumerate(records, 1)))


def review_job(job: ReviewJob[Any]) -> GameReview:
    """The review of one game."""
    return job.reviewing.review(job.record)
