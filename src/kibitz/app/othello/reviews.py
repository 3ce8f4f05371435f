"""Reviews of saved games of Othello."""

from collections.abc import Callable
from typing import Final

from kibitz.app.lessons import Look
from kibitz.app.othello.moments import weight_of
from kibitz.app.othello.records import record_of
from kibitz.app.played_line import PlayedLine
from kibitz.app.saved_game import SavedGame
from kibitz.app.study_game import Preview, Progress
from kibitz.models.othello.engine import VALUES_NAME
from kibitz.models.othello.loading import load_model
from kibitz.openings.othello.shipped import informed_analyst
from kibitz.review.game_review import GameReview, Mistake
from kibitz.review.othello.game_review import SCALE, Reviewer
from kibitz.review.othello.picture import draw_review
from kibitz.review.othello.report import write_report
from kibitz.rules.squares import format_square, parse_square
from kibitz.voices.othello.voices import EXPERT

_REVIEW_MB: Final = 32
_SECONDS_FOR_A_TRY: Final = 1.5


class OthelloReviews:
    """See ReviewPart."""

    @property
    def unit(self) -> str:
        return SCALE.unit

    @property
    def small_loss(self) -> float:
        return 1.0

    def make_reviewer(self) -> Callable[[SavedGame, Progress, Preview], GameReview]:
        reviewer = _reviewer()
        return lambda game, progress, _preview: reviewer.review(record_of(game), progress)

    def weight(self, line: PlayedLine, mistake: Mistake, rating: float | None) -> float:
        return weight_of(line, mistake, rating)

    def loss_of_try(self, look: Look, line: PlayedLine, move: int, mistake: Mistake) -> float:
        """Nothing if it is the review's best, else what the engine finds now."""
        if move in line.position.twins(parse_square(mistake.best)):
            return 0.0
        if format_square(move) == mistake.move:
            return mistake.loss
        found = look(line.position, _SECONDS_FOR_A_TRY)
        best, tried = found.moves[0], found.of(move)
        assert tried is not None  # the engine ranks every legal move
        return round((best.score or 0.0) - (tried.score or 0.0), 2)

    def report(self, game: SavedGame, review: GameReview) -> str:
        return write_report(record_of(game), review)

    def picture(self, game: SavedGame, review: GameReview) -> str:
        return draw_review(record_of(game), review)


def _reviewer() -> Reviewer:
    return Reviewer(informed_analyst(_REVIEW_MB), VALUES_NAME, load_model(EXPERT))
