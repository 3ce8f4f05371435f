"""GoRecord, a recorded game of Go: what this game adds to the record of any game."""

import re
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from typing import Final, NamedTuple

from kibitz.records.go.likely_rules import likely_rules
from kibitz.records.record import GameRecord
from kibitz.rules.game import Color
from kibitz.rules.go.position import GoGame, GoPosition

_RANK: Final = re.compile(r"\s*([0-9]{1,2})\s*(k|d|p|kyu|dan|pro)", re.IGNORECASE)


class GoMove(NamedTuple):
    """A stone on a point, or PASS; records say whose it is, and need not alternate."""

    color: Color
    point: int


@dataclass(frozen=True, slots=True)
class GoRecord(GameRecord[GoMove, GoPosition]):
    """A game of Go as a file tells it.

    The moves of the main line are legal by the simple ko rule without suicide. `black_score` is with komi, and `winner` is stated
    beside it.
    """

    size: int
    _: KW_ONLY
    black_stones: tuple[int, ...] = ()
    white_stones: tuple[int, ...] = ()
    first_to_move: Color = Color.BLACK
    black_rank: str = ""
    white_rank: str = ""
    rules: str = ""
    komi: float | None = None
    handicap: int = 0

    @property
    def is_counted(self) -> bool:
        """Whether it was played to its end and counted."""
        return self.black_score is not None

    def game(self) -> GoGame:
        """The game's size and rules; the likeliest where the file names none that are known, and no komi where it names none."""
        return GoGame(self.size, likely_rules(self), self.komi or 0.0, self.handicap, self.black_stones if self.handicap else ())

    @property
    def start(self) -> GoPosition:
        """The position before the first move; raises SetupError if the stones cannot be there."""
        return self.game().set_up(self.black_stones, self.white_stones, self.first_to_move)

    def positions(self) -> Iterator[GoPosition]:
        """The positions before each move, its side to move, and the last one; raises IllegalMoveError if the rules forbid one."""
        position = self.start
        for move in self.moves:
            position = position.with_turn_of(move.color)
            yield position
            position = position.play(move.point)
        yield position


def parse_dan(rank: str) -> int | None:
    """How many dan a rank such as `6d`, `9p` or `3 dan` says, professional or not; None for kyu and anything else."""
    found = _RANK.match(rank)
    return int(found[1]) if found and found[2][0].lower() in "dp" else None
