"""Reviews of saved games of Othello."""

from collections.abc import Callable
from typing import Any, Final

from kibitz.app.othello.records import record_of
from kibitz.app.saved_game import SavedGame
from kibitz.app.study_game import Progress, Review
from kibitz.models.othello.engine import VALUES_NAME
from kibitz.models.othello.loading import load_model
from kibitz.openings.othello.shipped import informed_analyst
from kibitz.review.othello.game_review import SCALE, GameReview, Reviewer
from kibitz.review.othello.picture import draw_review
from kibitz.review.othello.report import write_report
from kibitz.voices.othello.voices import EXPERT

_REVIEW_MB: Final = 32


class OthelloReviews:
    """See ReviewPart."""

    @property
    def unit(self) -> str:
        return SCALE.unit

    def make_reviewer(self) -> Callable[[SavedGame, Progress], GameReview]:
        reviewer = _reviewer()
        return lambda game, progress: reviewer.review(record_of(game), progress)

    def read(self, content: dict[str, Any]) -> GameReview:
        return GameReview.from_dict(content)

    def report(self, game: SavedGame, review: Review) -> str:
        return write_report(record_of(game), own_review(review))

    def picture(self, game: SavedGame, review: Review) -> str:
        return draw_review(record_of(game), own_review(review))


def own_review(review: Review) -> GameReview:
    """A review of a game of Othello as such."""
    assert isinstance(review, GameReview)  # read() made it
    return review


def _reviewer() -> Reviewer:
    return Reviewer(informed_analyst(_REVIEW_MB), VALUES_NAME, load_model(EXPERT))
