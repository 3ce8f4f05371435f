"""What human, engine and archive say of each move."""

from typing import Literal, TypeAlias

from kibitz.app.shapes.archive import TallyShape, TopPlayer
from kibitz.app.shapes.base import Move, Shape
from kibitz.voices.insight import Mark

VoiceName: TypeAlias = Literal["human", "engine", "archive"]


class LikelyShape(Shape):
    low: float
    high: float
    depth: int


class OpinionShape(Shape):
    score: float | None
    win_chance: float | None
    depth: int | None
    exact: bool
    source: str
    bounds: list[int] | None
    likely: LikelyShape | None
    visits: int | None
    line: list[Move]


class PlayedShape(TallyShape):
    share: float
    last_year: int | None
    top_players: list[TopPlayer]


class RatedShare(Shape):
    rating: float
    probability: float


class VoiceRow(Shape):
    move: Move
    human: float | None  # the older name of the probability
    probability: float | None
    by_rating: list[RatedShare]
    loss: float | None
    mark: Mark | None
    engine: OpinionShape | None
    archive: PlayedShape | None


class VoiceSources(Shape):
    human: str | None
    engine: str | None
    archive: str | None
    notes: list[str]


class InsightShape(Shape):
    rating: float | None
    error_chance: float
    error_size: float | None
    expected_loss: float
    sentence: str


class VoicesShape(Shape):
    rows: list[VoiceRow]
    insight: InsightShape | None
    sources: VoiceSources
    archive_games: int | None
