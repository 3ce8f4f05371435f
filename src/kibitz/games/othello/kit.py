"""The parts of Othello, joined."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kibitz.games.kit import Collection, Kit, LineOfPlay
from kibitz.games.options import Options, OptionSpec
from kibitz.games.othello.library import OthelloLibrary
from kibitz.players.kind import YES_OR_NO
from kibitz.rules.squares import BOARD_SIZES
from kibitz.search.othello.levels import DEFAULT_LEVEL, DEFAULT_TABLES_MB, HIGHEST_LEVEL, limits_of

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
    from kibitz.rules.othello.position import Position
    from kibitz.search.othello.analysis import Analyst
    from kibitz.terminal.game import Table
    from kibitz.terminal.othello.line import Line

_SIZE: Final = OptionSpec(
    "size", int, f"squares along an edge, {', '.join(map(str, BOARD_SIZES))}; 8 unless the board says otherwise"
)
_LEVEL: Final = OptionSpec("level", int, f"how far the engine looks, 1 to {HIGHEST_LEVEL}; {DEFAULT_LEVEL} unless given")
_HASH: Final = OptionSpec("hash", int, f"megabytes of hash tables; {DEFAULT_TABLES_MB} unless given", low=2, high=1 << 20)
_THREADS: Final = OptionSpec("threads", int, "threads that solve the end of a game; 1 unless given", low=1, high=256)
_BOOK: Final = OptionSpec("book", str, "on or off: whether the engine knows the book and what is proven; on unless given")
_PLAYER: Final = "greedy"
_PIECE_DEPTH: Final = 6  # plies that the core counts in about a second even where a side has thirty moves


class OthelloPositions:
    """Positions on boards of any size."""

    options: Options = (_SIZE,)

    def parse(self, text: str, **options: Any) -> "Line":
        from kibitz.terminal.othello.line import parse_line_of_play

        return parse_line_of_play(text, **options)

    def describe(self, position: "Position") -> dict[str, Any]:
        from kibitz.terminal.othello.words import describe

        return describe(position)

    def draw(self, position: "Position", last_move: int | None) -> None:
        from kibitz.terminal.othello.board import BoardDrawer
        from kibitz.terminal.othello.words import sentence

        drawer = BoardDrawer.for_standard_output()
        drawer.draw(position, last_move)
        drawer.console.print(sentence(position))

    def leaves(self, position: "Position", depth: int) -> Iterator[tuple[int, float]]:
        from kibitz.rules.othello import bulk
        from kibitz.rules.perft import count_pieces, slow_perft

        count = slow_perft if position.size > 8 else bulk.perft  # the core has boards of up to 64 squares
        return count_pieces(count, lambda after, left: min(left, after.empty_count) <= _PIECE_DEPTH, position, depth)


class OthelloMatches:
    """Matches, always on 8×8."""

    options: Options = ()
    default_openings: str = "xot"

    def match(self, **options: Any) -> "MatchGame":  # noqa: ARG002 - it has none
        from kibitz.arena.othello.match_game import OTHELLO_MATCH

        return OTHELLO_MATCH


class OthelloAtTheTable:
    """Games in the terminal on boards of any size."""

    options: Options = (_SIZE,)

    def line(self, text: str, **options: Any) -> "Line":
        from kibitz.terminal.othello.line import parse_line_of_play

        return parse_line_of_play(text, **options)

    def table(self, line: LineOfPlay) -> "Table":
        from kibitz.terminal.othello.board import BoardDrawer
        from kibitz.terminal.othello.table import OthelloTable

        return OthelloTable(BoardDrawer.for_standard_output(), line.game.size)

    def opponent(self) -> str:
        return _PLAYER

    def adviser(self) -> str:
        return _PLAYER


class OthelloEngine:
    """GTP and the protocol of NBoard; the engine itself plays."""

    options: Options = (_LEVEL, _HASH, _THREADS, _BOOK)
    protocols: tuple[str, ...] = ("gtp", "nboard")

    def protocol(self, name: str, player: str | None, **options: Any) -> "LineProtocol[Any]":
        from kibitz.protocols.othello.gtp import othello_gtp
        from kibitz.protocols.othello.nboard import NBoard

        limits = limits_of(options.get("level"))
        if name == "nboard":
            return NBoard(limits, player or "Kibitz", name_tells_depth=player is None)
        return othello_gtp(limits, f"Kibitz {player}" if player else "Kibitz")

    def player(self, named: str | None, **options: Any) -> str | None:  # noqa: ARG002 - they are the engine's
        return named

    def thinker(self, player: "Player | None", **options: Any) -> "Thinker":
        _check_book(options.get("book", "on"))
        from kibitz.protocols.othello.engine import AnalystEngine
        from kibitz.protocols.thinker import Thinker

        return Thinker(AnalystEngine(lambda: _analyst(**options)), player)


def _check_book(text: str) -> None:
    """Raise SetupError for what is neither on nor off, before anybody waits for the engine."""
    from kibitz.errors import SetupError

    try:
        YES_OR_NO.parse(text)
    except ValueError:
        raise SetupError(f"--book is {text!r}; write on or off") from None


def _analyst(hash: int = DEFAULT_TABLES_MB, threads: int = 1, book: str = "on", **_options: Any) -> "Analyst":
    from kibitz.openings.othello.shipped import analyst_of_tables

    return analyst_of_tables(hash, threads, YES_OR_NO.parse(book))


class OthelloRecords:
    """Games in any format."""

    suffix: str = ".pgn"

    def convert(self, source: Path, target: Path, on_skip: "OnSkip", on_warning: "OnWarning") -> "ConvertResult":
        from kibitz.records.othello.convert import convert

        return convert(source, target, on_skip, on_warning)


def _fetch_wthor(folder: Path | None, years: str | None, base_url: str | None, say: Callable[[str], None]) -> "FetchReport":
    from kibitz.archive.othello.fetch import WTHOR_URL, default_folder, fetch_wthor, parse_years

    return fetch_wthor(folder or default_folder(), parse_years(years) if years else None, base_url or WTHOR_URL, say)


class OthelloArchive:
    """The archive, whose games are on 8×8."""

    options: Options = (_SIZE,)
    knows_programs: bool = True
    collections: Mapping[str, Collection] = {"wthor": _fetch_wthor}

    def remark(self, position: "Position") -> str | None:  # noqa: ARG002 - all positions are filed
        return None

    def export(
        self, archive: "Archive", target: Path, games: "GameFilter", position: "Position | None", on_skip: "OnSkip"
    ) -> int:
        from kibitz.archive.othello.catalogue import game_records
        from kibitz.records.othello.files import write_games

        return write_games(target, game_records(archive, games, position), on_skip=on_skip)


OTHELLO_KIT: Final = Kit(
    "othello",
    "Othello",
    OthelloPositions(),
    OthelloMatches(),
    OthelloAtTheTable(),
    OthelloEngine(),
    OthelloRecords(),
    OthelloArchive(),
    OthelloLibrary(),
)
