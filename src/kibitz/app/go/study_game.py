"""Go in the study app."""

from typing import ClassVar, Final

from fastapi import APIRouter

from kibitz.app.go import routes
from kibitz.app.go.lines import GoLine, is_go_start, parse_go_line, vertices
from kibitz.app.go.predictions import find_expert, predict
from kibitz.app.go.records import GoRecords
from kibitz.app.go.shapes import GoAnalysisShape, GoMoveValue
from kibitz.app.played_line import PlayedLine
from kibitz.app.shapes.predictions import Predictions
from kibitz.app.shapes.status import ExpertShape
from kibitz.app.study_game import AnyStudy, RecordsPart, StudyGame
from kibitz.errors import KibitzError, SetupError
from kibitz.models.go.default import USUAL_GO_MODEL
from kibitz.players.go.default import usual_go_player
from kibitz.rules.go.points import format_go_move
from kibitz.rules.go.position import GoPosition
from kibitz.voices.go.study import GoAnalysis, GoStudy
from kibitz.voices.go.voices import ask_human, human_model
from kibitz.voices.voice import HumanVoice


class GoStudyGame(StudyGame):
    """Boards of 5×5 to 25×25 points, counted after both sides have passed."""

    name: ClassVar[str] = GoLine.game_name
    position: ClassVar[type] = GoPosition
    study: ClassVar[type[AnyStudy]] = GoStudy
    records: ClassVar[RecordsPart | None] = GoRecords()

    def routers(self) -> tuple[APIRouter, ...]:
        return (routes.router,)

    def owns_start(self, text: str) -> bool:
        return is_go_start(text)

    def parse_line(self, start: str, moves: str) -> GoLine:
        return parse_go_line(start, moves)

    def describe_analysis(self, found: GoAnalysis) -> GoAnalysisShape:
        return _describe(found)

    def adviser(self) -> str:
        return usual_go_player(seconds=1)

    def expert(self) -> ExpertShape:
        try:
            return ExpertShape(model=find_expert(USUAL_GO_MODEL), message="")
        except KibitzError as error:
            return ExpertShape(model=None, message=str(error))

    def predict(self, line: PlayedLine, rating: float | None, model: str) -> Predictions:
        _refuse_rating(rating)
        return predict(line, model or USUAL_GO_MODEL)

    def human_voice(self, line: PlayedLine, rating: float | None = None) -> HumanVoice:
        _refuse_rating(rating)
        return ask_human(line.position, human_model())


def _refuse_rating(rating: float | None) -> None:
    if rating is not None:
        raise SetupError("models of Go know nothing of ratings")


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
        seconds=round(found.seconds, 3),
        done=found.done,
        why=found.why,
    )


STUDY_GAME: Final = GoStudyGame()
