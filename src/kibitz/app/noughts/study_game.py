"""Noughts and crosses in the study app."""

from typing import ClassVar, Final

from kibitz.app.noughts.lines import NoughtsLine, is_noughts_start, parse_noughts_line
from kibitz.app.noughts.records import NoughtsRecords
from kibitz.app.noughts.shapes import NoughtsAnalysisShape, NoughtsMoveValue
from kibitz.app.study_game import AnyStudy, RecordsPart, StudyGame
from kibitz.rules.noughts.position import SHAPE, NoughtsPosition
from kibitz.search.contract import Opinion
from kibitz.search.noughts.searching import SOURCE
from kibitz.voices.noughts.study import NoughtsAnalysis, NoughtsStudy


class NoughtsStudyGame(StudyGame):
    """The board of 3×3 squares, on which the engine knows everything."""

    name: ClassVar[str] = NoughtsLine.game_name
    position: ClassVar[type] = NoughtsPosition
    study: ClassVar[type[AnyStudy]] = NoughtsStudy
    records: ClassVar[RecordsPart | None] = NoughtsRecords()

    def owns_start(self, text: str) -> bool:
        return is_noughts_start(text)

    def parse_line(self, start: str, moves: str) -> NoughtsLine:
        return parse_noughts_line(start, moves)

    def describe_analysis(self, found: NoughtsAnalysis) -> NoughtsAnalysisShape:
        return NoughtsAnalysisShape(
            game="noughts",
            position=str(found.position),
            revision=found.revision,
            moves=[_describe_move(opinion) for opinion in found.ranking.moves],
            exact=True,
            seconds=round(found.seconds, 3),
            done=found.done,
            why=found.why,
        )

    def engine(self) -> str:
        return SOURCE

    def adviser(self) -> str:
        return "perfect"


def _describe_move(opinion: Opinion) -> NoughtsMoveValue:
    return NoughtsMoveValue(
        move=SHAPE.names[opinion.move],
        score=float(opinion.score or 0),
        win_chance=opinion.known_chance,
        depth=len(opinion.line),
        exact=opinion.exact,
        line=[SHAPE.names[move] for move in opinion.line],
    )


STUDY_GAME: Final = NoughtsStudyGame()
