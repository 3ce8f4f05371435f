"""What human, engine and archive say of each move."""

from typing import Literal, TypeAlias

from kibitz.app.shapes.archive import TallyShape, TopPlayer
from kibitz.app.shapes.base import Move, Shape

VoiceName: TypeAlias = Literal["human", "engine", "archive"]


class OpinionShape(Shape):
    score: float | None
    win_chance: float
    depth: int | None
    exact: bool
    visits: int | None
    line: list[Move]


class PlayedShape(TallyShape):
    share: float
    last_year: int | None
    top_players: list[TopPlayer]


class VoiceRow(Shape):
    move: Move
    human: float | None
    engine: OpinionShape | None
    archive: PlayedShape | None


class VoiceSources(Shape):
    human: str | None
    engine: str | None
    archive: str | None
    notes: list[str]


class VoicesShape(Shape):
    rows: list[VoiceRow]
    sources: VoiceSources
    archive_games: int | None
