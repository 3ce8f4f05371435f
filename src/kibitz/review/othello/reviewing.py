"""Othello as `kibitz review` asks for it: the shipped engine at a level and the shipped expert; see Reviewing."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from kibitz.models.othello.engine import VALUES_NAME
from kibitz.models.othello.loading import load_model
from kibitz.openings.othello.shipped import informed_analyst
from kibitz.records.othello.files import read_games
from kibitz.records.othello.record import GameRecord
from kibitz.records.reports import OnSkip
from kibitz.review.external import ExternalReviewer
from kibitz.review.game_review import GameReview, Progress
from kibitz.review.othello.game_review import DEFAULT_LEVEL, Reviewer
from kibitz.review.othello.report import title_of, write_report


@dataclass(frozen=True, slots=True)
class OthelloReviewing:
    """Games in any record format, reviewed at a level."""

    level: int = DEFAULT_LEVEL
    engine: ExternalReviewer | None = None  # of the list, instead of the shipped one

    def read(self, path: Path, on_skip: OnSkip) -> Iterator[GameRecord]:
        return read_games(path, on_skip=on_skip)

    def review(self, record: GameRecord, progress: Progress | None = None) -> GameReview:
        reviewer = shipped_reviewer(self.level)
        return (replace(reviewer, external=self.engine.search()) if self.engine else reviewer).review(record, progress)

    def describe(self, record: GameRecord) -> dict[str, Any]:
        return {"black": record.black, "white": record.white, "date": record.date, "black_score": record.black_score}

    def title(self, record: GameRecord) -> str:
        return title_of(record)

    def report(self, record: GameRecord, review: GameReview) -> str:
        return write_report(record, review)


@lru_cache(maxsize=1)
def shipped_reviewer(level: int) -> Reviewer:
    """The engine and the expert as they are shipped, kept for the next game.

    Raises SetupError if their files are missing or damaged.
    """
    return Reviewer(informed_analyst(), VALUES_NAME, load_model("expert"), level)
