"""Games that are played and kept here."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from kibitz.app.shapes.any_game import AnyPosition
from kibitz.app.shapes.base import GameName, Move, PlayerName, Shape, ShortText, Side, StartText, Transcript
from kibitz.app.shapes.positions import OutcomeShape


class Seat(Shape):
    player: PlayerName = "human"
    name: ShortText = ""


class Seats(Shape):
    black: Seat
    white: Seat


class ClockSetting(Shape):
    seconds: Annotated[float, Field(gt=0, le=86_400)]
    increment: Annotated[float, Field(ge=0, le=3_600)] = 0.0


class ClockShape(ClockSetting):
    black_left: float
    white_left: float
    running: Side | None


class NewGame(Shape):
    black: Seat = Seat()
    white: Seat = Seat()
    start: StartText = ""
    moves: Transcript = ""
    even: bool = False
    clock: ClockSetting | None = None
    human_time: bool = False
    event: ShortText = ""


class GameShape(Shape):
    id: str
    game: GameName
    version: int
    players: Seats
    start: str
    path: str
    moves: list[Move]
    fixed: int
    position: AnyPosition
    state: Literal["playing", "over"]
    outcome: OutcomeShape | None
    dead: list[Move]
    thinking: bool
    problem: str
    clock: ClockShape | None
    human_time: bool
    can_take_back: bool
    seconds: list[float | None]
    comments: dict[str, str]
    variations: list[str]
    event: str
    date: str
    created: datetime
    changed: datetime
    reviewed: bool


class GameLine(Shape):
    id: str
    game: GameName
    size: int
    black: str
    white: str
    event: str
    date: str
    state: Literal["playing", "over"]
    moves: int
    black_score: float | None
    winner: Side | None
    reason: str
    created: datetime
    changed: datetime
    reviewed: bool


class UnreadableGame(Shape):
    id: str
    problem: str  # a sentence that names the file


class GameList(Shape):
    total: int
    games: list[GameLine]
    unreadable: list[UnreadableGame]


class ImportedGames(Shape):
    games: list[GameLine]
    skipped: list[str]
    left_out: int  # games of the file beyond those that are taken at once


class PlayedMove(Shape):
    move: Move
    version: int | None = None


class HintRequest(Shape):
    by: PlayerName = ""


class Hint(Shape):
    move: Move
    by: str
    probability: float | None
    score: float | None
    win_chance: float | None


class Resignation(Shape):
    side: Side | None = None


class GameFacts(Shape):
    black: ShortText | None = None
    white: ShortText | None = None
    event: ShortText | None = None
    date: ShortText | None = None


class Comment(Shape):
    path: Transcript = ""
    comment: Annotated[str, Field(max_length=20_000)]


class Variation(Shape):
    path: Transcript
