"""What joins the parts of a game: one object that the command line asks, whatever is played.

A part that a game does not have is None; commands that need it then do not offer the game. Parts import what they need when they
are asked, so that a list of games costs nothing. `check_kit()` in kibitz.games.conformance is the test of all of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kibitz.games.options import Options

if TYPE_CHECKING:
    from kibitz.archive.database import Archive
    from kibitz.archive.download import FetchReport
    from kibitz.archive.filters import GameFilter
    from kibitz.arena.match_game import MatchGame
    from kibitz.players.player import Player
    from kibitz.protocols.conversation import LineProtocol
    from kibitz.protocols.thinker import Thinker
    from kibitz.records.convert import ConvertResult
    from kibitz.records.othello.record import OnSkip, OnWarning
    from kibitz.records.record import GameRecord
    from kibitz.review.game_review import GameReview
    from kibitz.rules.game import Color, Game
    from kibitz.svg import Layout
    from kibitz.terminal.game import Table
    from kibitz.voices.rows import Heard
    from kibitz.voices.voice import HumanVoice


class LineOfPlay(Protocol):
    """A game, a position of it and legal moves from there."""

    @property
    def game(self) -> "Game[Any]": ...

    @property
    def start(self) -> Any: ...

    @property
    def moves(self) -> tuple[int, ...]: ...

    @property
    def position(self) -> Any:
        """The position after the moves."""
        ...


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """A line of play of any game that remembers the position it led to."""

    game: "Game[Any]"
    start: Any
    moves: tuple[int, ...]
    position: Any

    @classmethod
    def of(cls, line: LineOfPlay) -> "PlayedLine":
        return cls(line.game, line.start, line.moves, line.position)

    def play(self, move: int) -> "PlayedLine":
        """The line with one more move; raises IllegalMoveError."""
        return PlayedLine(self.game, self.start, (*self.moves, move), self.position.play(move))

    def up_to(self, count: int) -> "PlayedLine":
        """The first moves of the line."""
        position = self.start
        for move in self.moves[:count]:
            position = position.play(move)
        return PlayedLine(self.game, self.start, self.moves[:count], position)


class PositionsPart(Protocol):
    """Positions as they are typed, drawn, described and counted."""

    options: Options

    def parse(self, text: str, **options: Any) -> LineOfPlay:
        """The line that a text means, the start if it is empty; raises NotationError or IllegalMoveError."""
        ...

    def describe(self, position: Any) -> dict[str, Any]:
        """A position as one JSON document, with at least `board`, `to_move` and `legal_moves`."""
        ...

    def draw(self, position: Any, last_move: int | None) -> None:
        """Draw a position on standard output, and say in a line below it how it stands."""
        ...

    def leaves(self, position: Any, depth: int) -> Iterator[tuple[int, float]]:
        """The leaves of one part of the game tree after the other, each with the share of the tree it is taken for."""
        ...


class MatchesPart(Protocol):
    """Matches and ladders."""

    options: Options
    default_openings: str

    def match(self, **options: Any) -> "MatchGame":
        """The game on the board that was asked for; raises NotationError for a board that is not known."""
        ...


class TablePart(Protocol):
    """Games in the terminal."""

    options: Options

    def line(self, text: str, **options: Any) -> LineOfPlay:
        """Where a game begins; raises NotationError or IllegalMoveError."""
        ...

    def table(self, line: LineOfPlay) -> "Table": ...

    def opponent(self) -> str:
        """The text of the player who plays White unless another is named."""
        ...

    def adviser(self) -> str:
        """The text of the player who is asked for hints unless another is named."""
        ...


class EnginePart(Protocol):
    """An engine for other programs."""

    options: Options
    protocols: tuple[str, ...]

    def protocol(self, name: str, player: str | None, **options: Any) -> "LineProtocol[Any]":
        """One of the protocols; `player` is the text of who was named to choose the moves."""
        ...

    def player(self, named: str | None, **options: Any) -> str | None:
        """The text of who chooses the moves: who was named, else the game's own player; None if it is the engine itself.

        Raises SetupError for an option that means nothing to who was named.
        """
        ...

    def thinker(self, player: "Player | None", **options: Any) -> "Thinker":
        """Who thinks for the protocol: the player, or the engine if there is none."""
        ...


class RecordsPart(Protocol):
    """Games in files."""

    suffix: str  # of a file that convert() reads and writes

    def convert(self, source: Path, target: Path, on_skip: "OnSkip", on_warning: "OnWarning") -> "ConvertResult":
        """Write the games of a file to another; raises NotationError or SetupError, and then leaves the target as it was."""
        ...


class Collection(Protocol):
    """A public collection of games that can be downloaded."""

    def __call__(self, folder: Path | None, years: str | None, base_url: str | None, say: Callable[[str], None]) -> "FetchReport":
        """Bring the files of some years up to date, of all if none are named; what is None has a default.

        Raises NotationError for years or an address that cannot be understood, PeerError and SetupError if the download fails.
        """
        ...


class ArchivePart(Protocol):
    """Many games in one file. The options are those of positions that are looked up.

    How the games are filed is said by FILING in `kibitz.archive.NAME.filing`.
    """

    options: Options
    knows_programs: bool  # whether records say who is a program
    collections: Mapping[str, Collection]  # by name

    def remark(self, position: Any) -> str | None:
        """Why the archive cannot know a position, if so."""
        ...

    def export(self, archive: "Archive", target: Path, games: "GameFilter", position: Any | None, on_skip: "OnSkip") -> int:
        """Write the games that reached a position, or all, and return their number."""
        ...


@dataclass(frozen=True, slots=True)
class Solved:
    """What a position is worth to the side to move, and perfect play to the end; `nodes` is how many positions were visited."""

    score: float
    line: tuple[int, ...]
    exact: bool
    nodes: int


class LibraryPart(Protocol):
    """What `import kibitz` asks of a game.

    Records are those of the game, and the keywords of a question are its own. A question that it cannot answer raises
    SetupError.
    """

    def stone(self, position: Any, square: int) -> "Color | None":
        """Whose stone is on a square."""
        ...

    def layout(self, position: Any) -> "Layout":
        """How a position is laid out in pictures."""
        ...

    def read(self, path: Path, on_skip: "OnSkip", on_warning: "OnWarning") -> "Iterator[GameRecord[Any, Any]]":
        """The games of a file; raises NotationError or SetupError if it cannot be read as a whole."""
        ...

    def write(self, path: Path, records: "Iterable[Any]") -> int:
        """Write the games to a file and return their number; raises NotationError or SetupError, and then leaves it as it was."""
        ...

    def record(self, line: LineOfPlay) -> "GameRecord[Any, Any]":
        """The game that a line is, by players without a name."""
        ...

    def line(self, record: Any) -> LineOfPlay:
        """The main line of a record; raises NotationError if its sides do not move in turn."""
        ...

    def predict(self, line: LineOfPlay, *_: Any, **options: Any) -> "HumanVoice":
        """How likely people are to play each move."""
        ...

    def analyse(self, line: LineOfPlay, *_: Any, **options: Any) -> "Heard":
        """What all voices say of each move."""
        ...

    def solve(self, line: LineOfPlay, *_: Any, **options: Any) -> Solved:
        """The exact value of a position."""
        ...

    def review(self, record: Any, *_: Any, **options: Any) -> "GameReview":
        """What each move of a game lost."""
        ...


@dataclass(frozen=True, slots=True)
class Kit:
    """A game with all its parts. `name` is what people type, `title` what they read."""

    name: str
    title: str
    positions: PositionsPart
    matches: MatchesPart | None = None
    terminal: TablePart | None = None
    engine: EnginePart | None = None
    records: RecordsPart | None = None
    archive: ArchivePart | None = None
    library: LibraryPart | None = None

    def options(self, part: str) -> Options:
        """The options of a part, by its name; none if the part has none or the game lacks it."""
        options: Options = getattr(getattr(self, part), "options", ())
        return options

    def option_names(self, part: str) -> tuple[str, ...]:
        return tuple(option.name for option in self.options(part))
