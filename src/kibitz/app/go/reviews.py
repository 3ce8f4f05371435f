"""Reviews of saved games of Go, in points."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from kibitz.app.go.lines import GoLine, format_go_path
from kibitz.app.go.records import go_record_of
from kibitz.app.lessons import Look
from kibitz.app.played_line import PlayedLine
from kibitz.app.saved_game import SavedGame
from kibitz.app.study_game import Preview, Progress
from kibitz.models.go.default import DEFAULT_GO_MODEL
from kibitz.models.go.loading import load_go_model
from kibitz.review.game_review import GameReview, Mistake
from kibitz.review.go.network_review import POINTS, GoNetworkReviewer, judge_of
from kibitz.review.go.picture import draw_review
from kibitz.review.go.reviewing import write_report


class GoReviews:
    """See ReviewPart."""

    @property
    def unit(self) -> str:
        return POINTS.unit

    @property
    def small_loss(self) -> float:
        return POINTS.mistake / 2

    def make_reviewer(self) -> Callable[[SavedGame, Progress, Preview], GameReview]:
        return _review

    def weight(self, _line: PlayedLine, mistake: Mistake, _rating: float | None) -> float:
        """What was lost: models of Go do not say what players of a rating find."""
        return mistake.loss

    def loss_of_try(self, _look: Look, line: PlayedLine, move: int, mistake: Mistake) -> float:
        """As the review says it of the best move and of the one that was played, else as the network finds it now."""
        if line.format_move(move) == mistake.best:
            return 0.0
        if line.format_move(move) == mistake.move:
            return mistake.loss
        return _reviewer().loss_of(line.position, move, line.parse_move(mistake.best))

    def report(self, game: SavedGame, review: GameReview) -> str:
        return write_report(go_record_of(game), review, POINTS)

    def picture(self, game: SavedGame, review: GameReview) -> str:
        return draw_review(go_record_of(game), review)


@lru_cache(maxsize=1)
def _reviewer() -> GoNetworkReviewer:
    return GoNetworkReviewer(judge_of(load_go_model(DEFAULT_GO_MODEL)))


def _review(game: SavedGame, progress: Progress, preview: Preview) -> GameReview:
    def show(found: GameReview) -> None:
        preview(_with_paths(game, found))

    return _with_paths(game, _reviewer().review(go_record_of(game), progress, show))


def _with_paths(game: SavedGame, review: GameReview) -> GameReview:
    """The review with paths as lines of the app write them, by which its pages find the moves."""
    line = game.line
    assert isinstance(line, GoLine)

    def path(ply: int) -> str:
        return format_go_path(line.moves[:ply], line.size)

    moves = [replace(row, path=path(row.ply)) for row in review.moves]
    return replace(review, moves=moves, mistakes=[replace(row, path=path(row.ply)) for row in review.mistakes])
