"""GameRecord, the one form in which all record formats meet.

A reader makes GameRecords from a file, a writer makes a file from them; nothing else in Kibitz knows a format.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kibitz.records.reports import GameWarning as GameWarning
from kibitz.records.reports import OnSkip as OnSkip
from kibitz.records.reports import OnWarning as OnWarning
from kibitz.records.reports import SkippedGame as SkippedGame
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START, Position

_YEAR = re.compile(r"[0-9]{4}")


@dataclass(frozen=True, slots=True)
class MoveNote:
    """What a file says about one move beyond the move itself, all of it optional."""

    evaluation: float | None = None  # discs, seen by the side that moves
    seconds: float | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game, or the part of it that was recorded.

    `moves` are legal from `start`, with every forced pass written out as PASS, so that they can be played one by one. A game may
    stop early. `black_score` is the result as the file states it, Black's discs minus White's with empties to the winner; it may
    differ from what the moves give (a resignation, a mistake), or be None where the file does not say.
    """

    moves: tuple[int, ...]
    start: Position = START
    black: str = ""
    white: str = ""
    event: str = ""
    place: str = ""
    round: str = ""
    date: str = ""  # as much as is known of YYYY-MM-DD
    black_score: int | None = None
    ending: str = ""  # how it ended where that was no ordinary end: "resignation", "time", "mutual"
    black_rating: float | None = None
    white_rating: float | None = None
    perfect_score: int | None = None  # Black's score with perfect play from `perfect_from` empties (WTHOR's theoretical score)
    perfect_from: int | None = None
    notes: Mapping[int, MoveNote] = field(default_factory=dict)  # by index in moves
    tags: Mapping[str, str] = field(default_factory=dict)  # what the format has and Kibitz has no field for
    winner: Color | None = None  # only where the file says who won but not by how much

    @property
    def year(self) -> int | None:
        found = _YEAR.match(self.date)
        return int(found[0]) if found else None

    def positions(self) -> Iterator[Position]:
        """The positions before each move, and the last one."""
        position = self.start
        yield position
        for move in self.moves:
            position = position.play(move)
            yield position

    def final_position(self) -> Position:
        """The position after the last move."""
        *_, last = self.positions()
        return last

    def played_score(self) -> int | None:
        """Black's score as the moves give it, or None if the game was not played to its end."""
        last = self.final_position()
        return last.black_score() if last.is_over else None
