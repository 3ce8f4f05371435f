"""What the server is and has."""

from kibitz.app.shapes.archive import ArchiveInfo
from kibitz.app.shapes.base import GameName, Shape


class ModelShape(Shape):
    name: str
    kind: str
    licence: str


class LimitsShape(Shape):
    body_bytes: int
    upload_bytes: int
    frame_bytes: int


class EngineShape(Shape):
    workers: int
    watched_positions: int


class ExpertShape(Shape):
    model: str | None
    message: str


class GameStatus(Shape):
    expert: ExpertShape
    archive: ArchiveInfo


class Status(Shape):
    version: str
    models: list[ModelShape]
    games: dict[GameName, GameStatus]
    limits: LimitsShape
    engine: EngineShape
