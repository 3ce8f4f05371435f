"""What a match must know about its game: where games begin, how they are counted and in which form they are saved."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from kibitz.arena.opening import Opening
from kibitz.errors import NotationError
from kibitz.players.referee import PlayedGame
from kibitz.records.reports import SkippedGame
from kibitz.rules.game import Game, GamePosition, Outcome


class MatchRecord(Protocol):
    """What a match reads in a record of any game."""

    @property
    def round(self) -> str: ...

    @property
    def ending(self) -> str:
        """How the game was lost if not on the board, empty otherwise."""
        ...

    @property
    def tags(self) -> Mapping[str, str]: ...


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
        """What was agreed, as of_json() reads it; `name` is the name of the game."""
        ...

    def of_json(self, described: dict[str, Any] | None) -> "MatchGame":
        """The match of the same game that to_json() described; None stands for an old folder, which says nothing.

        Raises KeyError, TypeError or ValueError for anything else.
        """
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

    def record(self, played: PlayedGame, **details: Any) -> MatchRecord:
        """The record of a game, with what else is to be kept of it: `black`, `white`, `event`, `round`, `date`, `tags`."""
        ...

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


def refuse_skipped(skipped: SkippedGame) -> None:
    """Raise NotationError about a game that cannot be used."""
    raise NotationError(str(skipped))
