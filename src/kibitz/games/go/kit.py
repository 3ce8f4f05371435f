"""The parts of Go, joined."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kibitz.errors import SetupError
from kibitz.games.go.library import GoLibrary
from kibitz.games.kit import Collection, Kit, LineOfPlay
from kibitz.games.options import Options, OptionSpec

if TYPE_CHECKING:
    from kibitz.archive.database import Archive
    from kibitz.archive.filters import GameFilter
    from kibitz.arena.match_game import MatchGame
    from kibitz.players.player import Player
    from kibitz.protocols.conversation import LineProtocol
    from kibitz.protocols.thinker import Thinker
    from kibitz.records.convert import ConvertResult
    from kibitz.records.reports import OnSkip, OnWarning
    from kibitz.rules.go.position import GoPosition
    from kibitz.terminal.game import Table
    from kibitz.terminal.go.line import GoLineOfPlay

_SIZE: Final = OptionSpec("size", int, "points along an edge; 19 unless given")
_KOMI: Final = OptionSpec("komi", float, "what White gets for moving second; 7.5 unless given")
_HANDICAP: Final = OptionSpec("handicap", int, "stones that Black is given", low=0, high=9)
_PRIOR: Final = OptionSpec(
    "prior", str, "the model of moves that guides the search, its name or file, or `none`; go-network unless given"
)
_THREADS: Final = OptionSpec("threads", int, "threads that search for moves; 1 unless given", low=1, high=256)
_NO_PRIOR: Final = "none"
_PIECE_DEPTH: Final = 2  # plies that are counted in about a second on the largest board


class GoPositions:
    """Positions on boards of any size."""

    options: Options = (_SIZE,)

    def parse(self, text: str, **options: Any) -> "GoLineOfPlay":
        from kibitz.terminal.go.line import parse_go_line

        return parse_go_line(text, **options)

    def describe(self, position: "GoPosition") -> dict[str, Any]:
        from kibitz.terminal.go.words import describe

        return describe(position)

    def draw(self, position: "GoPosition", last_move: int | None) -> None:
        from kibitz.terminal.go.board import GoBoardDrawer
        from kibitz.terminal.go.words import sentence

        drawer = GoBoardDrawer.for_standard_output()
        drawer.draw(position, last_move)
        drawer.console.print(sentence(position))

    def leaves(self, position: "GoPosition", depth: int) -> Iterator[tuple[int, float]]:
        from kibitz.rules.perft import count_pieces, slow_perft

        return count_pieces(slow_perft, lambda _, left: left <= _PIECE_DEPTH, position, depth)


class GoMatches:
    """Matches by Chinese rules."""

    options: Options = (_SIZE, _KOMI)
    default_openings: str = "start"

    def match(self, **options: Any) -> "MatchGame":
        from kibitz.arena.go.match import GoMatch

        return GoMatch(**options)


class GoAtTheTable:
    """Games in the terminal, with handicap if somebody wants it."""

    options: Options = (_SIZE, _KOMI, _HANDICAP)

    def line(self, text: str, **options: Any) -> "GoLineOfPlay":
        from kibitz.terminal.go.line import parse_go_line

        return parse_go_line(text, **options)

    def table(self, line: LineOfPlay) -> "Table":
        from kibitz.rules.go.position import GoGame
        from kibitz.terminal.go.board import GoBoardDrawer
        from kibitz.terminal.go.table import GoTable

        assert isinstance(line.game, GoGame)
        return GoTable(GoBoardDrawer.for_standard_output(), line.game)

    def opponent(self) -> str:
        from kibitz.players.go.default import default_go_player

        return default_go_player()

    def adviser(self) -> str:
        from kibitz.models.go.default import is_default_go_model_there

        return "goexpert" if is_default_go_model_there() else "uct"


class GoEngine:
    """GTP; the tree search plays, guided by the prior of a model."""

    options: Options = (_PRIOR, _THREADS)
    protocols: tuple[str, ...] = ("gtp",)

    def protocol(self, name: str, player: str | None, **options: Any) -> "LineProtocol[Any]":  # noqa: ARG002 - there is one
        from kibitz.protocols.go.gtp import go_gtp

        return go_gtp(f"Kibitz {player}" if player else "Kibitz")

    def player(self, named: str | None, **options: Any) -> str | None:
        from kibitz.players.go.default import default_go_player
        from kibitz.players.registry import PlayerText

        prior, threads = options.get("prior"), options.get("threads", 1)
        if named is not None:
            _refuse_prior(prior)
            return named
        if prior is None:
            return default_go_player(threads=threads)
        guided = () if prior == _NO_PRIOR else (("prior", prior),)
        return str(PlayerText("uct", (("threads", str(threads)), *guided)))

    def thinker(self, player: "Player | None", **options: Any) -> "Thinker":  # noqa: ARG002 - players have their own
        from kibitz.protocols.thinker import Thinker

        return Thinker(player=player)


def _refuse_prior(prior: str | None) -> None:
    if prior is not None:
        raise SetupError("--prior is for the search of Go; a named player has its own options")


class GoRecords:
    """Games as SGF."""

    suffix: str = ".sgf"

    def convert(self, source: Path, target: Path, on_skip: "OnSkip", on_warning: "OnWarning") -> "ConvertResult":
        from kibitz.records.go.convert import convert_go

        return convert_go(source, target, on_skip, on_warning)


class GoArchive:
    """The archive, which files the first moves of games on large boards."""

    options: Options = (_SIZE,)
    knows_programs: bool = False
    collections: Mapping[str, Collection] = {}

    def remark(self, position: "GoPosition") -> str | None:
        from kibitz.archive.go.index import indexed_moves

        filed = indexed_moves(position.size)
        if filed is None or max(position.move_count, int((position.stones > 0).sum())) < filed:
            return None
        return f"of games on {position.size}×{position.size} the archive files the first {filed} moves, and this is later"

    def export(
        self,
        archive: "Archive",
        target: Path,
        games: "GameFilter",
        position: "GoPosition | None",
        on_skip: "OnSkip",  # noqa: ARG002 - SGF can hold all of them
    ) -> int:
        from kibitz.archive.go.catalogue import go_game_records
        from kibitz.records.go.files import write_go_games

        return write_go_games(target, go_game_records(archive, games, position))


GO_KIT: Final = Kit("go", "Go", GoPositions(), GoMatches(), GoAtTheTable(), GoEngine(), GoRecords(), GoArchive(), GoLibrary())
