"""Othello in the study app."""

import random
from contextlib import suppress
from typing import ClassVar, Final

from fastapi import APIRouter

from kibitz.app.guesses import GuessPart
from kibitz.app.lessons import LessonPart
from kibitz.app.othello import drill_routes, moment_routes, portrait_routes, repertoire_routes, routes
from kibitz.app.othello.guesses import OthelloGuesses
from kibitz.app.othello.lessons import OthelloLessons
from kibitz.app.othello.lines import Line, move_names, parse_line, path_of
from kibitz.app.othello.records import OthelloRecords
from kibitz.app.othello.reviews import OthelloReviews
from kibitz.app.othello.shapes import AnalysisShape, MoveValueShape
from kibitz.app.played_line import PlayedLine
from kibitz.app.shapes.status import ExpertShape
from kibitz.app.shapes.voices import LikelyShape
from kibitz.app.study_game import AnyStudy, RecordsPart, ReviewPart, StudyGame
from kibitz.app.thinkers import model_by_name
from kibitz.arena.othello.openings import shipped_openings
from kibitz.errors import KibitzError
from kibitz.models.othello.engine import VALUES_NAME
from kibitz.models.othello.loading import load_model
from kibitz.players.kind import PlayerKind
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import format_move, parse_transcript
from kibitz.rules.symmetry import SYMMETRIES, transform_square
from kibitz.search.othello.judgement import JudgedMove
from kibitz.voices.othello.study import Analysis, OthelloStudy
from kibitz.voices.othello.voices import EXPERT, INSIGHT, human_voice, with_outlook
from kibitz.voices.voice import HumanVoice, InsightIn


class OthelloStudyGame(StudyGame):
    """The board of 8×8 squares, with drills, a repertoire and reviews."""

    name: ClassVar[str] = Line.game_name
    position: ClassVar[type] = Position
    study: ClassVar[type[AnyStudy]] = OthelloStudy
    records: ClassVar[RecordsPart | None] = OthelloRecords()
    reviews: ClassVar[ReviewPart | None] = OthelloReviews()
    lessons: ClassVar[LessonPart | None] = OthelloLessons()
    guesses: ClassVar[GuessPart | None] = OthelloGuesses()
    insight: ClassVar[InsightIn | None] = INSIGHT

    def routers(self) -> tuple[APIRouter, ...]:
        others = drill_routes.router, moment_routes.router, portrait_routes.router
        return routes.router, repertoire_routes.router, *others

    def get_ready(self) -> None:
        """Ask the expert once, so that whatever it loads at the first question is there before anybody asks."""
        with suppress(KibitzError):  # a request for it gets the error
            self.human_voice(Line())

    def owns_start(self, _text: str) -> bool:
        """A board with its side to move, or nothing; another text is refused when it is read."""
        return True

    def parse_line(self, start: str, moves: str) -> Line:
        return parse_line(start, moves)

    def describe_analysis(self, found: Analysis) -> AnalysisShape:
        return _describe(found)

    def engine(self) -> str:
        return VALUES_NAME

    def adviser(self) -> str:
        return "engine:level=8"

    def plays(self, kind: PlayerKind) -> bool:
        return kind.only_game in ("", self.name)

    def expert(self) -> ExpertShape:
        return ExpertShape(model=EXPERT, message="")

    def human_voice(self, line: PlayedLine, rating: float | None = None, model: str = "") -> HumanVoice:
        asked = load_model(model_by_name(model or EXPERT))
        return with_outlook(human_voice(asked, line.position, line.moves, rating), asked, line.position, line.moves)

    def even_opening(self) -> str:
        return path_of(random.choice(shipped_openings()))

    def beginnings(self, text: str) -> set[str]:
        """A transcript however it is turned."""
        try:
            moves = parse_transcript(text)
        except KibitzError:
            return set()
        return {path_of([transform_square(move, turn) for move in moves]) for turn in SYMMETRIES} if moves else set()


def _describe(found: Analysis) -> AnalysisShape:
    return AnalysisShape(
        position=str(found.position),
        revision=found.revision,
        moves=[_describe_move(row) for row in found.moves],
        depth=found.depth,
        exact=found.exact,
        nodes=found.nodes,
        seconds=round(found.seconds, 3),
        done=found.done,
        why=found.why,
    )


def _describe_move(row: JudgedMove) -> MoveValueShape:
    return MoveValueShape(
        move=format_move(row.move),
        score=row.score,
        win_chance=row.win_chance,
        depth=row.depth,
        exact=row.exact,
        source=row.source,
        bounds=row.bounds,
        likely=None if row.likely is None else LikelyShape(low=row.likely.low, high=row.likely.high, depth=row.likely.depth),
        line=move_names(row.line),
    )


STUDY_GAME: Final = OthelloStudyGame()
