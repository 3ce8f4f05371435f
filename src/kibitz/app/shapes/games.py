"""Games that are played and kept here."""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from kibitz.app.folder import ID_PATTERN
from kibitz.app.shapes.any_game import EXPORT_FORMATS, AnyPosition, ExportFormat
from kibitz.app.shapes.base import GameName, Move, PlayerName, Shape, ShortText, Side, StartText, Transcript
from kibitz.app.shapes.positions import OutcomeShape

GameState: TypeAlias = Literal["playing", "over"]
Tags: TypeAlias = Annotated[list[ShortText], Field(max_length=20)]


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
    state: GameState
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
    folder: str
    tags: list[str]
    mine: Side | None
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
    folder: str
    tags: list[str]
    mine: Side | None  # the user's own side
    state: GameState
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


class Shelved(Shape):
    name: str
    games: int


class GameList(Shape):
    total: int
    games: list[GameLine]
    unreadable: list[UnreadableGame]
    folders: list[Shelved]  # of all games, whatever is asked for, and so are the tags
    tags: list[Shelved]


GameKey: TypeAlias = Annotated[str, Field(pattern=ID_PATTERN)]


class ChosenGames(Shape):
    games: Annotated[list[GameKey], Field(max_length=50_000)]


class Wanted(Shape):
    """Which games are meant: those named, else all that a list with these filters would have."""

    games: Annotated[list[GameKey], Field(max_length=50_000)] | None = None
    search: ShortText = ""
    state: GameState | None = None
    folder: ShortText | None = None
    tag: ShortText | None = None


class Filing(Wanted):
    """Where games go: `to_folder` replaces the folder ("" is none), tags are added and removed."""

    to_folder: ShortText | None = None
    add_tags: Tags = Field(default_factory=list)
    remove_tags: Tags = Field(default_factory=list)


class ExportedGames(Wanted):
    format: ExportFormat = EXPORT_FORMATS[0]


class Changed(Shape):
    games: list[str]
    problems: list[str]  # a sentence for each game with which it was not possible


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
