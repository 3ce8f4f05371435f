"""Go in the study app."""

from typing import ClassVar, Final

from fastapi import APIRouter

from kibitz.app.go import routes
from kibitz.app.go.guesses import GoGuesses
from kibitz.app.go.lessons import GoLessons
from kibitz.app.go.lines import GoLine, is_go_start, parse_go_line, vertices
from kibitz.app.go.records import GoRecords
from kibitz.app.go.reviews import GoReviews
from kibitz.app.go.shapes import GoAnalysisShape, GoMoveValue
from kibitz.app.guesses import GuessPart
from kibitz.app.lessons import LessonPart
from kibitz.app.played_line import PlayedLine
from kibitz.app.shapes.status import ExpertShape
from kibitz.app.study_game import AnyStudy, RecordsPart, ReviewPart, StudyGame
from kibitz.app.thinkers import model_by_name
from kibitz.errors import KibitzError, SetupError
from kibitz.models.go.default import DEFAULT_GO_MODEL, is_default_go_model_there
from kibitz.models.go.loading import load_go_model
from kibitz.players.go.default import default_go_player
from kibitz.rules.go.points import format_go_move
from kibitz.rules.go.position import GoPosition
from kibitz.voices.described import chances_of_owners
from kibitz.voices.go.study import GoAnalysis, GoStudy
from kibitz.voices.go.voices import ask_human_fully
from kibitz.voices.voice import HumanVoice

_NO_EXPERT: Final = (
    "no model of Go moves is installed: `kibitz train go-network --data GAMES` makes one, `kibitz models import FILE` installs it"
)


class GoStudyGame(StudyGame):
    """Boards of 5×5 to 25×25 points, counted after both sides have passed."""

    name: ClassVar[str] = GoLine.game_name
    position: ClassVar[type] = GoPosition
    study: ClassVar[type[AnyStudy]] = GoStudy
    records: ClassVar[RecordsPart | None] = GoRecords()
    reviews: ClassVar[ReviewPart | None] = GoReviews()
    lessons: ClassVar[LessonPart | None] = GoLessons()
    guesses: ClassVar[GuessPart | None] = GoGuesses()

    def routers(self) -> tuple[APIRouter, ...]:
        return (routes.router,)

    def owns_start(self, text: str) -> bool:
        return is_go_start(text)

    def parse_line(self, start: str, moves: str) -> GoLine:
        return parse_go_line(start, moves)

    def describe_analysis(self, found: GoAnalysis) -> GoAnalysisShape:
        return _describe(found)

    def engine(self) -> str:
        return f"playouts guided by {DEFAULT_GO_MODEL}" if is_default_go_model_there() else "playouts"

    def adviser(self) -> str:
        return default_go_player(seconds=1)

    def expert(self) -> ExpertShape:
        try:
            return ExpertShape(model=_find_expert(), message="")
        except KibitzError as error:
            return ExpertShape(model=None, message=str(error))

    def human_voice(self, line: PlayedLine, rating: float | None = None, model: str = "") -> HumanVoice:
        if rating is not None:
            raise SetupError("models of Go do not take a rating")
        named = model_by_name(model) if model else _find_expert()
        return ask_human_fully(line.position, load_go_model(named))


def _find_expert() -> str:
    """The name of the default model of Go moves; raises SetupError that says how to get it if it is not there."""
    if not is_default_go_model_there():
        raise SetupError(_NO_EXPERT)
    return DEFAULT_GO_MODEL


def _describe(found: GoAnalysis) -> GoAnalysisShape:
    """Moves that were never tried say nothing and are left out."""
    size = found.position.size
    return GoAnalysisShape(
        position=str(found.position),
        revision=found.revision,
        moves=[
            GoMoveValue(
                move=format_go_move(row.move, size),
                visits=row.visits,
                win_chance=round(row.win_chance, 4),
                line=vertices(row.line, size),
            )
            for row in found.moves
            if row.visits
        ],
        playouts=found.playouts,
        win_chance=round(found.win_chance, 4),
        black_score=round(found.black_score, 1),
        ownership=[round(owner, 3) for owner in found.ownership.tolist()],
        black_ownership=chances_of_owners(found.ownership.tolist()),
        seconds=round(found.seconds, 3),
        done=found.done,
        why=found.why,
    )


STUDY_GAME: Final = GoStudyGame()
