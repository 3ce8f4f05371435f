"""A line of play of any game, between what requests say and what answers show. Each game has its own in `<game>/lines.py`."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from kibitz.app.shapes.base import Shape
from kibitz.errors import SetupError
from kibitz.rules.game import Game, Outcome


@dataclass(frozen=True, slots=True)
class PlayedLine(ABC):
    """A start and legal moves from it, forced passes written out.

    A path is the text of the moves: the name of the position in a game's tree, of which one begins with another exactly if its
    line does.
    """

    start: Any
    moves: tuple[int, ...] = ()

    game_name: ClassVar[str]
    passes_are_choices: ClassVar[bool] = False  # else a pass is forced, never chosen
    is_counted: ClassVar[bool] = False  # whether dead stones are taken off before a finished game is counted

    @property
    @abstractmethod
    def game(self) -> Game[Any]:
        """The rules."""

    @property
    @abstractmethod
    def position(self) -> Any:
        """The position after the moves."""

    @property
    @abstractmethod
    def path(self) -> str: ...

    @property
    @abstractmethod
    def start_text(self) -> str:
        """The start as requests name it."""

    @property
    @abstractmethod
    def played_share(self) -> float:
        """How far the game has come, 1 where most end."""

    @property
    def size(self) -> int:
        """How many squares the board has along an edge."""
        return int(self.start.size)

    @property
    def points(self) -> int:
        """What a game that is given up counts."""
        return self.size**2

    @property
    def must_pass(self) -> bool:
        """Whether a pass is forced."""
        return False

    def with_moves(self, moves: tuple[int, ...]) -> Self:
        """The line from the same start with other moves, which are not checked."""
        return replace(self, moves=moves)

    @abstractmethod
    def with_path(self, path: str) -> Self:
        """The line from the same start along a path; raises NotationError or IllegalMoveError."""

    @abstractmethod
    def parse_move(self, text: str) -> int: ...

    @abstractmethod
    def format_move(self, move: int) -> str: ...

    def format_moves(self, moves: Iterable[int]) -> list[str]:
        """The names of some moves, a pass written as `pass`."""
        return [self.format_move(move) for move in moves]

    @abstractmethod
    def outcome(self, dead: Sequence[int] = ()) -> Outcome | None:
        """How the game ended by its moves, the `dead` stones taken off; None while it goes on."""

    @abstractmethod
    def describe(self, dead: Sequence[int] = ()) -> Shape:
        """The last position; `dead` stones matter only to the outcome."""

    def likely_dead(self) -> tuple[int, ...]:
        """The stones that count as dead at the end unless somebody says otherwise."""
        return ()

    def parse_dead(self, _names: Iterable[str]) -> tuple[int, ...]:
        """The stones that some names say are dead; raises NotationError, and SetupError if no stone ever is."""
        raise SetupError("in this game no stone is dead")
