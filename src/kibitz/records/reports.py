"""What readers of records report: games they had to skip, and games they read with a doubt."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class SkippedGame:
    """A game that could not be used, in a file that otherwise could."""

    source: str
    number: int  # counted from 1
    problem: str

    def __str__(self) -> str:
        return f"{self.source}, game {self.number}: {self.problem}"


@dataclass(frozen=True, slots=True)
class GameWarning:
    """Something that is wrong with a game that was used all the same."""

    source: str
    number: int  # counted from 1
    problem: str

    def __str__(self) -> str:
        return f"{self.source}, game {self.number}: {self.problem}"


OnSkip: TypeAlias = Callable[[SkippedGame], None]
OnWarning: TypeAlias = Callable[[GameWarning], None]
