"""Many games judged, shared out among workers: one job for each game."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from kibitz.models.othello.engine import EVALUATION_NAME, shipped_engine
from kibitz.models.othello.loading import load_model
from kibitz.records.othello.record import GameRecord
from kibitz.review.othello.game_review import DEFAULT_LEVEL, GameReview, Reviewer
from kibitz.search.othello.analysis import Analyst
from kibitz.workers import Workers


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """A game to be judged; `number` is its place among the others."""

    number: int
    record: GameRecord
    level: int = DEFAULT_LEVEL

    def __str__(self) -> str:
        return f"the review of game {self.number}"


def review_games(records: Iterable[GameRecord], level: int, workers: Workers) -> Iterator[tuple[ReviewJob, GameReview]]:
    """Each game with its review, in the order in which they are done; games are numbered from 1 on."""
    return workers.run(review_job, (ReviewJob(number, record, level) for number, record in enumerate(records, 1)))


def review_job(job: ReviewJob) -> GameReview:
    """The review of one game, by a reviewer that this process keeps for the next."""
    return shipped_reviewer(job.level).review(job.record)


@lru_cache(maxsize=1)
def shipped_reviewer(level: int) -> Reviewer:
    """The engine and the expert as they are shipped; raises SetupError if their files are missing or damaged."""
    return Reviewer(Analyst(shipped_engine()), EVALUATION_NAME, load_model("expert"), level)
