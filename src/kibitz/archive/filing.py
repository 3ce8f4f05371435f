"""The contract of a game that an archive can hold, and where to find the one of a game.

A game says how its table of games looks, how records become rows of it, and under which key a position is filed. It does so by
FILING in the module `filing` of its folder here; a game without that module has no archive. Light on purpose: a look-up must not
pay for numpy.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from kibitz.errors import SetupError

if TYPE_CHECKING:
    from kibitz.archive.rows import RecordRows
    from kibitz.records.reports import OnSkip

Listener: TypeAlias = Callable[[str], None]

MAIN_SCHEMA: Final = "main"  # where DuckDB has the tables of a file unless something else is said
STORED_PASS: Final = "--"  # in the moves of the table of games


@dataclass(frozen=True, slots=True)
class MoveFamily:
    """Moves that a position's own symmetries make one, in the orientation of that position."""

    move: int  # the one that stands for all
    twins: tuple[int, ...]  # all of them in ascending order


class Filing(Protocol):
    """What an archive must know of a game. Names and types of columns and what key() returns are part of the file format."""

    game: str  # what people type
    title: str  # what they read
    import_command: str  # what adds games, for those who have none
    schema: str  # of the game's tables; no two games share one
    square_type: str  # SQL type of a move in the index
    columns: str  # SQL of the game's own columns in the table of games, `black_score`, `winner`, `start` and `moves` among them
    rated: str  # SQL condition of the games that tell something about the players' strength

    def key(self, position: Any) -> int:
        """The key of a position, 64 bits, the same for its images; raises NotationError for a board that is never filed."""
        ...

    def family(self, position: Any, filed: int) -> MoveFamily:
        """The moves of a position that are filed under a number; PASS and NO_MOVE stand for themselves."""
        ...

    def name(self, position: Any, move: int) -> str:
        """The name of a move of a position."""
        ...

    def is_program(self, player: str) -> bool:
        """Whether a player's name says that it is a program."""
        ...

    def is_game_file(self, file: Path) -> bool:
        """Whether a file that lies in a folder is worth reading, by its name."""
        ...

    def read(self, path: Path, on_skip: "OnSkip", say: Listener) -> Iterable[Any]:
        """The records of a file; raises NotationError or SetupError if it cannot be read as a whole."""
        ...

    def problem_with(self, record: Any) -> str | None:
        """Why an archive cannot hold a record, or None if it can."""
        ...

    def rows(self, records: Sequence[Any]) -> "RecordRows":
        """Records that problem_with() has passed, as rows; raises IllegalMoveError if the moves of one are not legal."""
        ...


def find_filing(game: str) -> Filing:
    """How the games of a game are filed; raises SetupError if it has no archive."""
    name = f"{__package__}.{game}.filing"
    try:
        filing: Filing = import_module(name).FILING
    except ModuleNotFoundError as error:
        if not name.startswith(str(error.name)):
            raise
        raise SetupError(f"there is no archive for {game}: nothing says how its games are filed") from None
    return filing
