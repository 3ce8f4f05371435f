"""Go as matches see it: games from the empty board or from openings, counted without dead stones, kept as SGF."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from kibitz.arena.go.openings import choose_go_openings, format_go_opening, read_go_openings
from kibitz.arena.match_game import MatchRecord, refuse_skipped
from kibitz.arena.opening import Opening
from kibitz.players.go.games import count_go, go_record
from kibitz.players.referee import PlayedGame
from kibitz.records.go.files import parse_go_games
from kibitz.records.go.record import GoRecord
from kibitz.records.go.sgf_writer import format_go_game
from kibitz.rules.game import Color, GamePosition, Outcome
from kibitz.rules.go.position import GoGame


@dataclass(frozen=True, slots=True)
class GoMatch:
    """Go by Chinese rules on a board of one size with one komi. Raises NotationError for a size that is not known."""

    size: int = 19
    komi: float = 7.5

    def __post_init__(self) -> None:
        GoGame(self.size)

    @property
    def rules(self) -> GoGame:
        return GoGame(self.size, komi=self.komi)

    @property
    def games_file(self) -> str:
        return "games.sgf"

    @property
    def counts_points(self) -> bool:
        return False

    def to_json(self) -> dict[str, Any]:
        return {"name": "go", **asdict(self)}

    def of_json(self, described: dict[str, Any] | None) -> "GoMatch":
        rest = dict(described or {})
        if rest.pop("name") != "go":
            raise ValueError(f"{described} is not a match of Go")
        return replace(GoMatch(), **rest)

    def count(self, position: GamePosition) -> Outcome | None:
        return count_go(position)

    def choose_openings(self, source: str, count: int, seed: int, kept: Iterable[Opening]) -> list[Opening]:
        return choose_go_openings(self.rules, source, count, seed, kept)

    def read_openings(self, path: Path) -> list[Opening]:
        return read_go_openings(self.rules, path)

    def format_opening(self, opening: Opening) -> str:
        return format_go_opening(opening, self.size)

    def record(self, played: PlayedGame, **details: Any) -> MatchRecord:
        return replace(go_record(played, self.rules), **details)

    def format_record(self, record: MatchRecord) -> str:
        assert isinstance(record, GoRecord)
        return format_go_game(record, in_one_line=True)

    def parse_records(self, data: bytes, source: str) -> Iterator[MatchRecord]:
        return parse_go_games(data, source, on_skip=refuse_skipped)

    def moves(self, record: MatchRecord) -> tuple[int, ...]:
        assert isinstance(record, GoRecord)
        return tuple(move.point for move in record.moves)

    def black_score(self, record: MatchRecord) -> float | None:
        assert isinstance(record, GoRecord)
        if record.black_score is not None or record.winner is None:
            return record.black_score
        return self.size**2 if record.winner == Color.BLACK else -(self.size**2)

    def __str__(self) -> str:
        return f"Go on {self.size}×{self.size}, komi {self.komi:g}"
