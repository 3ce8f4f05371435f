"""The parts of noughts and crosses, joined."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kibitz.games.kit import Kit, LineOfPlay
from kibitz.games.noughts.library import NoughtsLibrary
from kibitz.games.options import Options

if TYPE_CHECKING:
    from kibitz.arena.match_game import MatchGame
    from kibitz.players.player import Player
    from kibitz.protocols.conversation import LineProtocol
    from kibitz.protocols.thinker import Thinker
    from kibitz.records.convert import ConvertResult
    from kibitz.records.reports import OnSkip, OnWarning
    from kibitz.rules.noughts.position import NoughtsPosition
    from kibitz.terminal.game import Table

_PLAYER: Final = "perfect"
_PIECE_DEPTH: Final = 7  # plies that are counted in much less than a second


class NoughtsPositions:
    """Positions on the 3×3 board."""

    options: Options = ()

    def parse(self, text: str, **options: Any) -> LineOfPlay:
        from kibitz.terminal.noughts.line import parse_noughts_line

        return parse_noughts_line(text, **options)

    def describe(self, position: "NoughtsPosition") -> dict[str, Any]:
        from kibitz.terminal.noughts.line import describe

        return describe(position)

    def draw(self, position: "NoughtsPosition", last_move: int | None) -> None:
        from kibitz.terminal.console import plain_console
        from kibitz.terminal.noughts.line import picture, sentence

        plain_console().print(f"{picture(position, last_move)}\n{sentence(position)}")

    def leaves(self, position: "NoughtsPosition", depth: int) -> Iterator[tuple[int, float]]:
        from kibitz.rules.perft import count_pieces, slow_perft

        return count_pieces(slow_perft, lambda _, left: left <= _PIECE_DEPTH, position, depth)


class NoughtsMatches:
    """Matches from the empty board."""

    options: Options = ()
    default_openings: str = "start"

    def match(self, **options: Any) -> "MatchGame":
        from kibitz.arena.noughts.match import NoughtsMatch

        return NoughtsMatch(**options)


class NoughtsAtTheTable:
    """Games in the terminal against perfect play."""

    options: Options = ()

    def line(self, text: str, **options: Any) -> LineOfPlay:
        from kibitz.terminal.noughts.line import parse_noughts_line

        return parse_noughts_line(text, **options)

    def table(self, line: LineOfPlay) -> "Table":  # noqa: ARG002 - there is one board
        from kibitz.terminal.console import plain_console
        from kibitz.terminal.noughts.table import NoughtsTable

        return NoughtsTable(plain_console())

    def opponent(self) -> str:
        return _PLAYER

    def adviser(self) -> str:
        return _PLAYER


class NoughtsEngine:
    """GTP; perfect play chooses the moves."""

    options: Options = ()
    protocols: tuple[str, ...] = ("gtp",)

    def protocol(self, name: str, player: str | None, **options: Any) -> "LineProtocol[Any]":  # noqa: ARG002 - there is one
        from kibitz.protocols.noughts.gtp import noughts_gtp

        return noughts_gtp(f"Kibitz {player}" if player else "Kibitz")

    def player(self, named: str | None, **options: Any) -> str | None:  # noqa: ARG002 - there are none
        return named or _PLAYER

    def thinker(self, player: "Player | None", **options: Any) -> "Thinker":  # noqa: ARG002
        from kibitz.protocols.thinker import Thinker

        return Thinker(player=player)


class NoughtsRecords:
    """Games as transcripts."""

    suffix: str = ".txt"

    def convert(self, source: Path, target: Path, on_skip: "OnSkip", on_warning: "OnWarning") -> "ConvertResult":  # noqa: ARG002
        from kibitz.records.noughts.files import convert

        return convert(source, target, on_skip)


NOUGHTS_KIT: Final = Kit(
    "noughts",
    "Noughts and crosses",
    NoughtsPositions(),
    NoughtsMatches(),
    NoughtsAtTheTable(),
    NoughtsEngine(),
    NoughtsRecords(),
    library=NoughtsLibrary(),
)
