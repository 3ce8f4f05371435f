"""Noughts and crosses as matches see it: games from the empty board or from openings, kept as transcripts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Final

from kibitz.arena.match_game import MatchRecord, refuse_skipped
from kibitz.arena.opening import Opening, distinct_openings, parse_plies, random_openings, take_openings
from kibitz.errors import NotationError, SetupError
from kibitz.players.noughts.games import noughts_record
from kibitz.players.referee import PlayedGame
from kibitz.records.noughts.record import NoughtsRecord, format_record, parse_records
from kibitz.rules.game import Game, GamePosition, Outcome
from kibitz.rules.noughts.position import NOUGHTS, format_moves, parse_moves, play_all

EMPTY_BOARD: Final = "start"


@dataclass(frozen=True, slots=True)
class NoughtsMatch:
    """Matches on the 3×3 board."""

    @property
    def rules(self) -> Game[Any]:
        return NOUGHTS

    @property
    def games_file(self) -> str:
        return "games.txt"

    @property
    def counts_points(self) -> bool:
        return False

    def to_json(self) -> dict[str, Any]:
        return {"name": NOUGHTS.name}

    def of_json(self, described: dict[str, Any] | None) -> "NoughtsMatch":
        if described != self.to_json():
            raise ValueError(f"{described} is not a match of noughts and crosses")
        return self

    def count(self, position: GamePosition) -> Outcome | None:
        return position.outcome()

    def choose_openings(self, source: str, count: int, seed: int, kept: Iterable[Opening]) -> list[Opening]:
        """A source is `start`, which is the empty board for every pair, `random:PLIES` or the name of a file."""
        if source == EMPTY_BOARD:
            return list(repeat((), count))
        kind, _, plies = source.partition(":")
        is_random = kind == "random" and not Path(source).exists()
        found = random_openings(parse_plies(source, plies), seed, NOUGHTS) if is_random else self.read_openings(Path(source))
        return take_openings(distinct_openings(chain(kept, found), NOUGHTS), count, source)

    def read_openings(self, path: Path) -> list[Opening]:
        if not path.is_file():
            raise SetupError(f"there is no opening set {str(path)!r}; write start, random:2 or the name of a file")
        lines = path.read_text(encoding="utf-8", errors="replace").split()
        return [_parse_opening(line, f"{path}, opening {number}") for number, line in enumerate(lines, 1)]

    def format_opening(self, opening: Opening) -> str:
        return format_moves(opening) or EMPTY_BOARD

    def record(self, played: PlayedGame, **details: Any) -> MatchRecord:
        return replace(noughts_record(played), **details)

    def format_record(self, record: MatchRecord) -> str:
        return format_record(_noughts(record))

    def parse_records(self, data: bytes, source: str) -> Iterator[MatchRecord]:
        return parse_records(data, source, refuse_skipped)

    def moves(self, record: MatchRecord) -> tuple[int, ...]:
        return _noughts(record).moves

    def black_score(self, record: MatchRecord) -> float | None:
        return _noughts(record).black_score

    def __str__(self) -> str:
        return NOUGHTS.name


def _parse_opening(line: str, where: str) -> Opening:
    opening = () if line == EMPTY_BOARD else parse_moves(line)
    try:
        is_over = play_all(opening).outcome() is not None
    except ValueError as error:
        raise NotationError(f"{where}: {error}") from None
    if is_over:
        raise NotationError(f"{where}: the game is over after it")
    return opening


def _noughts(record: MatchRecord) -> NoughtsRecord:
    assert isinstance(record, NoughtsRecord)
    return record
