"""The JSON shapes of the API as types; docs/api.md tells what they mean. FastAPI makes the OpenAPI document from them."""

from datetime import datetime
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

Side: TypeAlias = Literal["black", "white"]
GameName: TypeAlias = Literal["othello", "go"]
Move: TypeAlias = Annotated[str, Field(description="a square such as f5, or pass", max_length=8)]
# The longest are those of Go: 25×25 points set up, and as many moves as its longest game has.
LONGEST_START: Final = 1_500
LONGEST_PATH: Final = 6_000

StartText: TypeAlias = Annotated[str, Field(max_length=LONGEST_START)]
Transcript: TypeAlias = Annotated[str, Field(max_length=LONGEST_PATH)]
ShortText: TypeAlias = Annotated[str, Field(max_length=200)]
PlayerName: TypeAlias = Annotated[str, Field(max_length=200)]
ReviewState: TypeAlias = Literal["waiting", "running", "done", "failed"]


class Shape(BaseModel):
    """What all shapes share: nothing that is not named and no 0 for false, so that a mistake is an error and not silence."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Error(Shape):
    error: str


class LegalMove(Shape):
    move: Move
    flips: list[str]


class Discs(Shape):
    black: int
    white: int
    empty: int


class OutcomeShape(Shape):
    winner: Side | None
    black_score: float
    reason: str


class Opening(Shape):
    name: str
    moves: str


class Openings(Shape):
    openings: list[Opening]


class EvenOpening(Shape):
    start: str
    moves: list[Move]
    path: str


class BySide(Shape):
    black: list[str]
    white: list[str]


class Overlays(Shape):
    stable: BySide
    frontier: BySide
    mobility: BySide


class PositionShape(Shape):
    board: str
    start: str
    to_move: Side
    moves: list[Move]
    path: str
    legal_moves: list[LegalMove]
    must_pass: bool
    last_move: Move | None
    discs: Discs
    outcome: OutcomeShape | None
    opening: Opening | None
    overlays: Overlays


class GoSides(Shape):
    black: int
    white: int


class GoPositionShape(Shape):
    game: Literal["go"]
    size: int
    board: str
    start: str
    to_move: Side
    moves: list[Move]
    path: str
    legal_moves: list[Move]
    forbidden: list[Move]
    last_move: Move | None
    stones: GoSides
    prisoners: GoSides
    komi: float
    rules: str
    handicap: int
    outcome: OutcomeShape | None


AnyPosition: TypeAlias = PositionShape | GoPositionShape


class CountedSide(Shape):
    owned: int
    prisoners: int
    dead: int


class CountShape(Shape):
    dead: list[Move]
    owners: list[int]
    black: CountedSide
    white: CountedSide
    scoring: str
    komi: float
    black_score: float


class LineShape(Shape):
    start: str
    path: str
    moves: list[Move]
    positions: list[PositionShape]


class PastedText(Shape):
    text: Annotated[str, Field(max_length=1_000_000)]


class RecordShape(Shape):
    game: GameName
    start: str
    path: str
    moves: list[Move]
    black: str
    white: str
    event: str
    place: str
    round: str
    date: str
    black_score: float | None
    winner: Side | None
    ending: str
    black_rating: float | None
    white_rating: float | None
    comments: dict[str, str]
    variations: list[str]


class ParsedGames(Shape):
    format: str
    games: list[RecordShape]
    skipped: list[str]
    more: bool


class MoveProbability(Shape):
    move: Move
    probability: float


class Predictions(Shape):
    model: str
    rating: float | None
    moves: list[MoveProbability]
    win_chance: float | None
    ownership: list[float] | None


class RatingProbability(Shape):
    rating: float
    probability: float


class WhoWouldPlay(Shape):
    model: str
    move: Move
    ratings: list[RatingProbability]


class Attention(Shape):
    model: str
    squares: list[float]


class MoveValueShape(Shape):
    move: Move
    score: float
    win_chance: float
    depth: int
    exact: bool
    line: list[Move]


class AnalysisShape(Shape):
    position: str
    revision: int
    moves: list[MoveValueShape]
    depth: int
    exact: bool
    nodes: int
    seconds: float
    done: bool
    why: str


class GoMoveValue(Shape):
    move: Move
    visits: int
    win_chance: float
    line: list[Move]


class GoAnalysisShape(Shape):
    position: str
    revision: int
    moves: list[GoMoveValue]
    playouts: int
    win_chance: float
    black_score: float
    ownership: list[float]
    seconds: float
    done: bool
    why: str


AnyAnalysis: TypeAlias = AnalysisShape | GoAnalysisShape


class ModelShape(Shape):
    name: str
    kind: str
    licence: str


class ArchiveInfo(Shape):
    imported: bool
    path: str
    message: str
    games: int
    players: int
    tournaments: int
    first_year: int | None
    last_year: int | None


class LimitsShape(Shape):
    body_bytes: int
    upload_bytes: int
    frame_bytes: int


class EngineShape(Shape):
    workers: int
    watched_positions: int


class GoExpertShape(Shape):
    model: str | None
    message: str


class Status(Shape):
    version: str
    models: list[ModelShape]
    go_expert: GoExpertShape
    archive: ArchiveInfo
    go_archive: ArchiveInfo
    limits: LimitsShape
    engine: EngineShape


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


class GameList(Shape):
    total: int
    games: list[GameLine]


class ImportedGames(Shape):
    games: list[GameLine]
    skipped: list[str]


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


class DeadStones(Shape):
    dead: Annotated[list[Move], Field(max_length=625)]


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


class Deleted(Shape):
    deleted: str


class PlayerOption(Shape):
    name: str
    meaning: str
    description: str
    default: str | None
    required: bool


class PlayerShape(Shape):
    name: str
    description: str
    options: list[PlayerOption]


class PlayerList(Shape):
    players: list[PlayerShape]


class TopPlayer(Shape):
    name: str
    games: int


class TallyShape(Shape):
    games: int
    black_wins: int
    white_wins: int
    draws: int
    mean_score: float | None


class ExploredMove(TallyShape):
    move: Move
    twins: list[Move]
    share: float
    last_year: int | None
    top_players: list[TopPlayer]


class Explored(TallyShape):
    ended_here: int
    moves: list[ExploredMove]


class ArchivedGame(Shape):
    number: int
    black: str
    white: str
    tournament: str
    date: str
    round: str
    black_score: int | None
    winner: Side | None
    move: Move | None
    moves: str


class ArchivedGames(Shape):
    total: int
    games: list[ArchivedGame]


class ArchivedPlayer(Shape):
    name: str
    is_program: bool
    games: int
    first_year: int | None
    last_year: int | None
    rating: float | None


class ArchivedPlayers(Shape):
    players: list[ArchivedPlayer]


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


class EndgameDrill(Shape):
    position: PositionShape
    empties: int
    source: str


class EndgameTry(Shape):
    start: StartText
    move: Move


class EndgameAnswer(Shape):
    right: bool
    best: Move
    score: float
    best_score: float
    loss: float
    moves: list[MoveValueShape]


class OwnMistake(Shape):
    review: str
    ply: int
    side: Side
    position: PositionShape
    played: Move
    loss: float
    black: str
    white: str
    tries: int
    solved: bool


class OwnMistakes(Shape):
    mistakes: list[OwnMistake]


class MistakeTry(Shape):
    review: str
    ply: int
    move: Move


class MistakeAnswer(Shape):
    right: bool
    best: Move
    loss: float
    reasons: list[str]
    tries: int
    solved: bool


class GuessDrill(Shape):
    token: str
    position: PositionShape
    source: str
    black: str
    white: str
    year: int | None


class GuessTry(Shape):
    token: Annotated[str, Field(max_length=2_000)]
    move: Move


class GuessAnswer(Shape):
    points: int
    right: bool
    played: Move
    probability: float
    moves: list[MoveProbability]


class Card(Shape):
    id: str
    name: str
    side: Side
    position: PositionShape
    due: datetime
    reviews: int
    lapses: int


class Cards(Shape):
    cards: list[Card]
    due: int


class NewRepertoire(Shape):
    start: StartText = ""
    moves: Transcript
    side: Side
    name: ShortText = ""


class DueCard(Shape):
    card: Card | None
    due: int
    next: datetime | None


class CardTry(Shape):
    move: Move
    seconds: Annotated[float, Field(ge=0, le=86_400)] | None = None


class CardAnswer(Shape):
    right: bool
    move: Move
    card: Card
