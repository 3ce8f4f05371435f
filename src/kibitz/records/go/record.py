"""GoRecord, a recorded game of Go: what was played, by whom, and what was said about it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from kibitz.rules.game import Color
from kibitz.rules.go.position import CHINESE, RULE_SETS, GoGame, GoPosition

_YEAR: Final = re.compile(r"[0-9]{4}")
_RANK: Final = re.compile(r"\s*([0-9]{1,2})\s*(k|d|p|kyu|dan|pro)", re.IGNORECASE)


class GoMove(NamedTuple):
    """A stone on a point, or PASS; records say whose it is, and need not alternate."""

    color: Color
    point: int


@dataclass(frozen=True, slots=True)
class GoLine:
    """Moves in a row, what is said after so many of them (0: before the first), and the lines that leave after so many."""

    moves: tuple[GoMove, ...] = ()
    comments: Mapping[int, str] = field(default_factory=dict)
    branches: Mapping[int, tuple["GoLine", ...]] = field(default_factory=dict)

    def line_count(self) -> int:
        """The line itself and all that leave it, theirs too."""
        return 1 + sum(line.line_count() for lines in self.branches.values() for line in lines)


@dataclass(frozen=True, slots=True)
class GoRecord:
    """A game of Go as a file tells it.

    The moves of `main` are legal by the simple ko rule without suicide; those of its branches are not checked. `black_score` and
    `winner` are the result as it is stated, with komi; None where the file does not say.
    """

    size: int
    main: GoLine
    black_stones: tuple[int, ...] = ()
    white_stones: tuple[int, ...] = ()
    first_to_move: Color = Color.BLACK
    black: str = ""
    white: str = ""
    black_rank: str = ""
    white_rank: str = ""
    event: str = ""
    place: str = ""
    round: str = ""
    date: str = ""  # as much as is known of YYYY-MM-DD
    rules: str = ""
    komi: float | None = None
    handicap: int = 0
    black_score: float | None = None
    winner: Color | None = None
    ending: str = ""  # "resignation", "time", "forfeit" or how a program failed; nothing for a counted game
    tags: Mapping[str, str] = field(default_factory=dict)  # what the file has and Kibitz has no field for

    @property
    def moves(self) -> tuple[GoMove, ...]:
        """The moves of the main line."""
        return self.main.moves

    @property
    def year(self) -> int | None:
        found = _YEAR.match(self.date)
        return int(found[0]) if found else None

    @property
    def is_counted(self) -> bool:
        """Whether it was played to its end and counted."""
        return self.black_score is not None

    def game(self) -> GoGame:
        """The game's size and rules; Chinese rules and no komi where the file names none that are known."""
        rules = RULE_SETS.get(self.rules.lower(), CHINESE)
        return GoGame(self.size, rules, self.komi or 0.0, self.handicap, self.black_stones if self.handicap else ())

    def start(self) -> GoPosition:
        """The position before the first move."""
        return self.game().set_up(self.black_stones, self.white_stones, self.first_to_move)

    def positions(self) -> Iterator[GoPosition]:
        """The positions before each move, its side to move, and the last one; raises IllegalMoveError if the rules forbid one."""
        position = self.start()
        for move in self.moves:
            position = position.with_turn_of(move.color)
            yield position
            position = position.play(move.point)
        yield position


def parse_dan(rank: str) -> int | None:
    """How many dan a rank such as `6d`, `9p` or `3 dan` says, professional or not; None for kyu and anything else."""
    found = _RANK.match(rank)
    return int(found[1]) if found and found[2][0].lower() in "dp" else None
