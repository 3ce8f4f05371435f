"""What the study app needs from a game. A game joins it with `STUDY_GAME` in `<game>/study_game.py`; no other module names it.

`<game>/shapes.py` beside it has the shapes of the game's POSITION and ANALYSIS, and the FORMATS of its files.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from fastapi import APIRouter

from kibitz.app.exported_files import ExportedFile
from kibitz.app.guesses import GuessPart
from kibitz.app.lessons import LessonPart, Look
from kibitz.app.played_line import PlayedLine
from kibitz.app.saved_game import SavedGame
from kibitz.app.shapes.base import Shape
from kibitz.app.shapes.records import RecordShape
from kibitz.app.shapes.status import ExpertShape
from kibitz.archive.database import Archive
from kibitz.errors import KibitzError, NotationError, SetupError
from kibitz.games.catalogue import find_kit
from kibitz.players.kind import PlayerKind
from kibitz.records.record import GameRecord
from kibitz.records.reports import SkippedGame
from kibitz.review.game_review import GameReview, Mistake
from kibitz.voices.study import Study
from kibitz.voices.voice import HumanVoice, InsightIn

Record = TypeVar("Record", bound=GameRecord[Any, Any])
Made = TypeVar("Made")

AnyStudy: TypeAlias = Study[Any, Any]
Progress: TypeAlias = Callable[[int, int], None]
Preview: TypeAlias = Callable[[GameReview], None]

# More than any file of 32 MiB holds that people send; one of nothing but `(;)` would hold millions.
MOST_GAMES_READ: Final = 50_000
MOST_VARIATIONS_READ: Final = 50_000


class ReadGames(NamedTuple, Generic[Made]):
    """The games of a file: those that were taken, a sentence for each that cannot be used, and how many more it holds."""

    games: list[Made]
    skipped: list[str]
    left_out: int


class SkippedGames(list[SkippedGame]):
    """The games that a reader could not use; when there are too many, the reading ends."""

    def append(self, game: SkippedGame) -> None:
        if len(self) >= MOST_GAMES_READ:
            raise _EnoughError("games", MOST_GAMES_READ)
        super().append(game)


class _EnoughError(Exception):
    """A file holds more games or variations than are read for anybody who sends one."""

    def __init__(self, what: str, most: int) -> None:
        super().__init__(f"holds more {what} than are read at once; what follows the first {most:,} is not counted")


def read_at_most(
    most: int, records: Iterator[Record], make: Callable[[Record], Made], source: str, skipped: SkippedGames
) -> ReadGames[Made]:
    """What can be made of the first records, at most so many; the rest is only counted, up to the limits above.

    `skipped` are the games that the reader of the records could not use so far. Whether the file was read to its end is said
    with them. Raises NotationError if no game is left.
    """
    games: list[Made] = []
    left_out = 0
    further: list[str] = []
    try:
        bounded = _with_bounded_trees(records)
        _take(games, islice(bounded, most), make, source, skipped)
        for _ in bounded:
            if left_out == MOST_GAMES_READ:
                raise _EnoughError("games", MOST_GAMES_READ)
            left_out += 1
    except _EnoughError as enough:
        further = [f"{source} {enough}"]
    if not games:
        raise NotationError(str(skipped[0]) if skipped else f"{source} holds no game")
    return ReadGames(games, [*_sentences(skipped, most), *further], left_out)


def _with_bounded_trees(records: Iterator[Record]) -> Iterator[Record]:
    """The records; raises _EnoughError behind the one that makes their variations too many."""
    variations = 0
    for record in records:
        if variations >= MOST_VARIATIONS_READ:
            raise _EnoughError("variations", MOST_VARIATIONS_READ)
        variations += len(record.variations)
        yield record


def _take(
    games: list[Made], records: Iterable[Record], make: Callable[[Record], Made], source: str, skipped: SkippedGames
) -> None:
    for record in records:
        try:
            games.append(make(record))
        except KibitzError as error:
            skipped.append(SkippedGame(source, len(games) + len(skipped) + 1, str(error)))


def _sentences(skipped: list[SkippedGame], most: int) -> list[str]:
    further = len(skipped) - most
    lines = [str(game) for game in skipped[:most]]
    return [*lines, f"{further} more games could not be used"] if further > 0 else lines


class RecordsPart(Protocol):
    """Games in files: what is read comes with a sentence for each game that was left out."""

    def reads(self, data: bytes) -> bool:
        """Whether a file is one of this game; the default game is asked last and takes the rest."""
        ...

    def format_of(self, data: bytes) -> str:
        """The name of a file's format; raises NotationError if it has none."""
        ...

    def shapes(self, data: bytes, source: str, most: int) -> ReadGames[RecordShape]:
        """The games of a file, at most so many; raises NotationError if there is none."""
        ...

    def events(self, data: bytes, source: str, most: int) -> ReadGames[dict[str, Any]]:
        """The games of a file as the first events of saved games; raises NotationError if there is none."""
        ...

    def event(self, record: Any) -> dict[str, Any]:
        """A record as the first event of a saved game; raises NotationError if the app cannot show it."""
        ...

    def archived(self, archive: Archive, number: int, /) -> RecordShape | None:
        """A game of the archive of this game, None if it has none of that number; raises KibitzError if it cannot be shown."""
        ...

    def export(self, games: Sequence[SavedGame], suffix: str) -> ExportedFile:
        """Saved games as a file of a format; raises NotationError if the format cannot hold one of them."""
        ...


class ReviewPart(Protocol):
    """Reviews of saved games. The path of a move is that of the game's lines; see PlayedLine."""

    @property
    def unit(self) -> str:
        """What losses are counted in, such as discs."""
        ...

    @property
    def small_loss(self) -> float:
        """What another try at a mistake may lose and be right."""
        ...

    def make_reviewer(self) -> Callable[[SavedGame, Progress, Preview], GameReview]:
        """The reviewer of one game after the other, which reports progress; whatever the callbacks raise ends the work.

        A reviewer that first looks at the whole game quickly hands that to the preview.
        """
        ...

    def weight(self, line: PlayedLine, mistake: Mistake, rating: float | None) -> float:
        """How much a mistake after a line matters to a player of a rating; without a rating only what it lost counts."""
        ...

    def loss_of_try(self, look: Look, line: PlayedLine, move: int, mistake: Mistake) -> float:
        """What a legal move loses where a mistake was made; raises SetupError if there was no time to find out."""
        ...

    def report(self, game: SavedGame, review: GameReview) -> str:
        """The review as a text to share."""
        ...

    def picture(self, game: SavedGame, review: GameReview) -> str:
        """The review as an SVG picture."""
        ...


class StudyGame(ABC):
    """A game of the study app. What a game lacks is None, or raises SetupError that says so."""

    name: ClassVar[str]
    position: ClassVar[type]
    study: ClassVar[type[AnyStudy]]  # how the engine deepens a position
    records: ClassVar[RecordsPart | None] = None
    reviews: ClassVar[ReviewPart | None] = None
    lessons: ClassVar[LessonPart | None] = None
    guesses: ClassVar[GuessPart | None] = None
    insight: ClassVar[InsightIn | None] = None  # how human and engine are read together

    @property
    def title(self) -> str:
        return find_kit(self.name).title

    def routers(self) -> tuple[APIRouter, ...]:
        """Routes that only this game has."""
        return ()

    def get_ready(self) -> None:  # noqa: B027 - most games load nothing
        """Load what the first request will need."""

    @abstractmethod
    def owns_start(self, text: str) -> bool:
        """Whether a start text is one of this game; the default game is asked last and takes the rest."""

    @abstractmethod
    def parse_line(self, start: str, moves: str) -> PlayedLine:
        """The line of a start and a path; raises NotationError, IllegalMoveError or SetupError."""

    @abstractmethod
    def describe_analysis(self, found: Any) -> Shape:
        """An answer of the study as the API sends it."""

    @abstractmethod
    def engine(self) -> str:
        """What searches positions: the name of a model or of a method."""

    @abstractmethod
    def adviser(self) -> str:
        """The text of the default player for hints."""

    def plays(self, kind: PlayerKind) -> bool:
        """Whether players of a kind play this game and no other, or any."""
        return kind.only_game == self.name or kind.name in ("random", "external")

    def expert(self) -> ExpertShape:
        """The model of human moves, or why there is none."""
        return ExpertShape(model=None, message=f"there is no model of moves of {self.title}")

    def human_voice(self, _line: PlayedLine, _rating: float | None = None, _model: str = "") -> HumanVoice:
        """What people of a rating play, by the default model unless another is named; raises SetupError if there is none."""
        raise SetupError(self.expert().message)

    def even_opening(self) -> str:
        """The path of an opening after which neither side is better."""
        raise SetupError(f"there are no even openings of {self.title}")

    def beginnings(self, _text: str) -> set[str]:
        """The paths that a text may mean as the start of a game; none if it is not a line."""
        return set()


def records_of(game: StudyGame) -> RecordsPart:
    """The part of a game that knows its files; raises SetupError if it has none."""
    if game.records is None:
        raise SetupError(f"games of {game.title} cannot be read from files or written to them")
    return game.records


def reviews_of(game: StudyGame) -> ReviewPart:
    """The part of a game that reviews; raises SetupError if it has none."""
    if game.reviews is None:
        raise SetupError(f"games of {game.title} cannot be reviewed here")
    return game.reviews


def lessons_of(game: StudyGame) -> LessonPart:
    """The part of a game that teaches; raises SetupError if it has none."""
    if game.lessons is None:
        raise SetupError(f"there are no lessons in {game.title}")
    return game.lessons


def guesses_of(game: StudyGame) -> GuessPart:
    """The part of a game that asks what was played; raises SetupError if it has none."""
    if game.guesses is None:
        raise SetupError(f"there is no guessing in {game.title}")
    return game.guesses
