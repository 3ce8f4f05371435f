"""Studies: chapters of moves with variations, comments, move symbols, marks and arrows."""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from kibitz.app.shapes.base import WHOLE, GameName, Move, Shape, ShortText, StartText

MoveSymbol: TypeAlias = Literal["", "!!", "!", "!?", "?!", "?", "??"]
MarkShape: TypeAlias = Literal["circle", "square", "triangle", "cross"]
Arrow: TypeAlias = Annotated[list[Move], Field(min_length=2, max_length=2, description="from a square, to a square")]


class PlaceShape(Shape):
    """A place in a chapter: the move that leads there from its parent, and what is said of it."""

    parent: Annotated[
        int, Field(ge=-1, le=100_000, description="the number of an earlier place; -1 for the first, the start"), WHOLE
    ]
    move: Annotated[str, Field(max_length=8, description="a square such as f5, or pass; empty for the first place")] = ""
    comment: Annotated[str, Field(max_length=20_000)] = ""
    symbol: MoveSymbol = ""
    marks: dict[Move, MarkShape] = Field(default_factory=dict, max_length=700)
    arrows: list[Arrow] = Field(default_factory=list, max_length=100)


class ChapterShape(Shape):
    title: ShortText
    start: StartText = ""
    places: Annotated[list[PlaceShape], Field(min_length=1, max_length=10_000)]


class StudyContent(Shape):
    title: ShortText
    chapters: Annotated[list[ChapterShape], Field(min_length=1, max_length=200)]


class ChangedStudy(StudyContent):
    version: Annotated[int, Field(ge=1, description="the version that was changed"), WHOLE]


class StudyDocument(StudyContent):
    id: str
    version: int
    changed: datetime


class StudyLine(Shape):
    id: str
    title: str
    chapters: int
    games: list[GameName]
    changed: datetime


class UnreadableStudy(Shape):
    id: str
    problem: str


class StudyList(Shape):
    studies: list[StudyLine]
    unreadable: list[UnreadableStudy]


class PageWords(Shape):
    """The words of a page that is shared, in the language of its maker."""

    language: Annotated[str, Field(pattern="^[A-Za-z-]{2,12}$")] = "en"
    chapters: ShortText = "Chapters"
    moves: ShortText = "Moves"
    first: ShortText = "To the start"
    back: ShortText = "One move back"
    forward: ShortText = "One move forward"
    last: ShortText = "To the end"
    start: ShortText = "Start"
    black: ShortText = "Black"
    white: ShortText = "White"
    passed: ShortText = "pass"
    made: ShortText = "Made with Kibitz. This page needs no program and no network."
