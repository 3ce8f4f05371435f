"""Othello as matches see it: games from the start or from openings, kept as GGF."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from kibitz.arena.match_game import MatchRecord, refuse_skipped
from kibitz.arena.opening import Opening
from kibitz.arena.othello.openings import choose_openings, read_openings
from kibitz.players.othello.played import record_of
from kibitz.players.referee import PlayedGame
from kibitz.records.othello import ggf
from kibitz.records.othello.files import parse_games
from kibitz.records.othello.record import GameRecord
from kibitz.rules.game import Game, GamePosition, Outcome
from kibitz.rules.othello.position import OTHELLO
from kibitz.rules.squares import format_transcript


@dataclass(frozen=True, slots=True)
class OthelloMatch:
    """Othello on the 8×8 board; games are saved as GGF."""

    @property
    def rules(self) -> Game[Any]:
        return OTHELLO

    @property
    def games_file(self) -> str:
        return "games.ggf"

    @property
    def counts_points(self) -> bool:
        return True

    def to_json(self) -> dict[str, Any]:
        return {"name": OTHELLO.name}

    def of_json(self, described: dict[str, Any] | None) -> "OthelloMatch":
        if described not in (None, self.to_json()):  # folders of old say nothing of their game
            raise ValueError(f"{described} is not a match of Othello")
        return self

    def count(self, position: GamePosition) -> Outcome | None:
        return position.outcome()

    def choose_openings(self, source: str, count: int, seed: int, kept: Iterable[Opening]) -> list[Opening]:
        return choose_openings(source, count, seed, kept)

    def read_openings(self, path: Path) -> list[Opening]:
        return read_openings(path)

    def format_opening(self, opening: Opening) -> str:
        return format_transcript(opening)

    def record(self, played: PlayedGame, **details: Any) -> MatchRecord:
        return replace(record_of(played), **details)

    def format_record(self, record: MatchRecord) -> str:
        assert isinstance(record, GameRecord)
        return ggf.format_game(record)

    def parse_records(self, data: bytes, source: str) -> Iterator[MatchRecord]:
        return parse_games(data, source, on_skip=refuse_skipped)

    def moves(self, record: MatchRecord) -> tuple[int, ...]:
        assert isinstance(record, GameRecord)
        return record.moves

    def black_score(self, record: MatchRecord) -> float | None:
        assert isinstance(record, GameRecord)
        return record.black_score

    def __str__(self) -> str:
        return OTHELLO.name


OTHELLO_MATCH: Final = OthelloMatch()
