"""OthelloRecord, a recorded game of Othello: what a record of this game has besides what all have."""

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from typing import Final

from kibitz.records.record import GameRecord as _GameRecord
from kibitz.records.record import MoveNote as MoveNote
from kibitz.records.reports import GameWarning as GameWarning
from kibitz.records.reports import OnSkip as OnSkip
from kibitz.records.reports import OnWarning as OnWarning
from kibitz.records.reports import SkippedGame as SkippedGame
from kibitz.rules.othello.position import START, Position

COMMENT_TAG: Final = "C"


@dataclass(frozen=True, slots=True)
class OthelloRecord(_GameRecord[int, Position]):
    """A game of Othello as a file tells it.

    `moves` are legal from `start`, with every forced pass written out as PASS, so that they can be played one by one. A game may
    stop early. `black_score` is the result as the file states it, Black's discs minus White's with empties to the winner;
    `winner` is set only where the file says who won but not by how much.
    """

    start: Position = START
    _: KW_ONLY
    black_score: int | None = None
    black_rating: float | None = None
    white_rating: float | None = None
    perfect_score: int | None = None  # Black's score with perfect play from `perfect_from` empties (WTHOR's theoretical score)
    perfect_from: int | None = None

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


def tags_and_comment(record: OthelloRecord) -> dict[str, str]:
    """The tags, among them the comment on the game, for formats that have no other place for it."""
    return {**record.tags, COMMENT_TAG: record.comment} if record.comment else dict(record.tags)


GameRecord = OthelloRecord  # the name under which other rooms know it
