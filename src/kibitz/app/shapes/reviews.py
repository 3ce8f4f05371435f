"""Games reviewed move by move."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from kibitz.app.shapes.base import Move, Shape, ShortText, Side
from kibitz.app.shapes.games import GameLine

ReviewState: TypeAlias = Literal["waiting", "running", "done", "failed"]


class ReviewedMoveShape(Shape):
    ply: int
    side: Side
    move: Move
    path: str
    best: Move
    loss: float
    score: float
    best_score: float
    black_score: float
    win_chance: float
    depth: int
    exact: bool
    expert_probability: float
    best_probability: float
    forced: bool
    source: str
    best_source: str


class MistakeShape(Shape):
    ply: int
    side: Side
    move: Move
    best: Move
    loss: float
    path: str
    reasons: list[str]
    expert_probability: float
    best_probability: float
    line: list[Move]
    best_line: list[Move]


class ShareShape(Shape):
    moves: int
    accuracy: float | None
    mean_loss: float | None


class AccuracyShape(Shape):
    all: ShareShape
    opening: ShareShape
    middle: ShareShape
    end: ShareShape


class AccuracyBySide(Shape):
    black: AccuracyShape
    white: AccuracyShape


class JudgedGame(Shape):
    moves: list[ReviewedMoveShape]
    mistakes: list[MistakeShape]
    accuracy: AccuracyBySide
    level: int
    engine: str
    expert: str
    seconds: float


class ReviewShape(Shape):
    id: str
    state: ReviewState
    done: int
    total: int
    error: str | None
    game: GameLine
    review: JudgedGame | None


class AccuracyFigures(Shape):
    black: float | None
    white: float | None


class ReviewLine(Shape):
    id: str
    state: ReviewState
    done: int
    total: int
    error: str | None
    game: GameLine
    worst_loss: float | None
    accuracy: AccuracyFigures | None


class ReviewList(Shape):
    reviews: list[ReviewLine]


class ReviewRequest(Shape):
    game: str | None = None
    text: Annotated[str, Field(max_length=1_000_000)] | None = None
    name: ShortText = "pasted text"


class ReviewsBegun(Shape):
    reviews: list[ReviewLine]
    skipped: list[str]
    left_out: int  # games of the file beyond those that are taken at once
