"""What a match must know of the game that is played: where it begins, how it is counted and in which form it is kept."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

from kibitz.arena.openings import Opening, choose_openings, read_openings
from kibitz.errors import NotationError
from kibitz.players.referee import PlayedGame
from kibitz.records import ggf
from kibitz.records.files import parse_games
from kibitz.records.go_record import GoRecord
from kibitz.records.record import GameRecord, SkippedGame
from kibitz.rules.game import Game, GamePosition, Outcome
from kibitz.rules.othello import OTHELLO
from kibitz.rules.squares import format_transcript

MatchRecord: TypeAlias = GameRecord | GoRecord


class MatchGame(Protocol):
    """A game as matches see it; it is handed to worker processes."""

    @property
    def rules(self) -> Game[Any]: ...

    @property
    def games_file(self) -> str:
        """The name of the file with the games of a match."""
        ...

    @property
    def counts_points(self) -> bool:
        """Whether the mean of the points means something; not where games are mostly given up."""
        ...

    def to_json(self) -> dict[str, Any]:
        """What was agreed, as game_of_json() reads it."""
        ...

    def count(self, position: GamePosition) -> Outcome | None:
        """Who won in a position, or None while the game goes on."""
        ...

    def choose_openings(self, source: str, count: int, seed: int, kept: Iterable[Opening]) -> list[Opening]:
        """So many openings of a source, `kept` ones first; raises SetupError if there are too few."""
        ...

    def read_openings(self, path: Path) -> list[Opening]:
        """The openings that format_opening() wrote, one a line."""
        ...

    def format_opening(self, opening: Opening) -> str: ...

    def record(self, played: PlayedGame) -> MatchRecord: ...

    def format_record(self, record: MatchRecord) -> str:
        """The record in one line, its end included."""
        ...

    def parse_records(self, data: bytes, source: str) -> Iterator[MatchRecord]:
        """The records that format_record() wrote; raises NotationError for anything else."""
        ...

    def moves(self, record: MatchRecord) -> tuple[int, ...]: ...

    def black_score(self, record: MatchRecord) -> float | None:
        """Black's points minus White's, all of the board for a game lost otherwise; None if the record does not say."""
        ...


@dataclass(frozen=True, slots=True)
class OthelloMatch:
    """Othello on the usual board, its games kept as GGF."""

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

    def count(self, position: GamePosition) -> Outcome | None:
        return position.outcome()

    def choose_openings(self, source: str, count: int, seed: int, kept: Iterable[Opening]) -> list[Opening]:
        return choose_openings(source, count, seed, kept)

    def read_openings(self, path: Path) -> list[Opening]:
        return read_openings(path)

    def format_opening(self, opening: Opening) -> str:
        return format_transcript(opening)

    def record(self, played: PlayedGame) -> MatchRecord:
        return played.record()

    def format_record(self, record: MatchRecord) -> str:
        assert isinstance(record, GameRecord)
        return ggf.format_game(record)

    def parse_records(self, data: bytes, source: str) -> Iterator[MatchRecord]:
        return parse_games(data, source, on_skip=refuse_skipped)

    def moves(self, record: MatchRecord) -> tuple[int, ...]:
        assert isinstance(record, GameRecord)
        return record.moves

    def black_score(self, record: MatchRecord) -> float | None:
        return record.black_score

    def __str__(self) -> str:
        return OTHELLO.name


OTHELLO_MATCH: Final = OthelloMatch()


def game_of_json(described: dict[str, Any]) -> MatchGame:
    """The game that to_json() described; raises KeyError, TypeError or ValueError for anything else."""
    rest = dict(described)
    name = rest.pop("name")
    if name == OTHELLO.name and not rest:
        return OTHELLO_MATCH
    if name != "go":
        raise ValueError(f"{name!r} is no game that matches know")
    from kibitz.arena.go_match import GoMatch  # only matches of Go need it

    return replace(GoMatch(), **rest)


def refuse_skipped(skipped: SkippedGame) -> None:
    """Raise NotationError about a game that cannot be used."""
    raise NotationError(str(skipped))
