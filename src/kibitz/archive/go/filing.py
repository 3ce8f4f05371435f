"""How an archive holds games of Go: the columns, which records, the keys of positions.

Moves are SGF's two letters each, and `sgf` has a game that the columns cannot hold wholly. index.py tells which positions are
filed.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kibitz.archive.filing import Filing, Listener, MoveFamily

if TYPE_CHECKING:
    from kibitz.archive.go.rows import GoRows
    from kibitz.records.go.record import GoRecord
    from kibitz.records.reports import OnSkip
    from kibitz.rules.go.position import GoPosition

_COLUMNS: Final = """
    black_score DOUBLE,
    winner TINYINT,
    ending VARCHAR NOT NULL,
    black_rank VARCHAR NOT NULL,
    white_rank VARCHAR NOT NULL,
    size TINYINT NOT NULL,
    komi DOUBLE,
    handicap SMALLINT NOT NULL,
    rules VARCHAR NOT NULL,
    start VARCHAR,
    moves VARCHAR NOT NULL,
    tags VARCHAR,
    sgf VARCHAR"""


class GoFiling:
    """Games of Go on boards of any size. Only even games are rated."""

    game: str = "go"
    title: str = "Go"
    import_command: str = "kibitz archive import --game go FILE"
    schema: str = "go"
    square_type: str = "SMALLINT"
    columns: str = _COLUMNS
    rated: str = "handicap = 0 AND start IS NULL"

    def key(self, position: "GoPosition") -> int:
        from kibitz.archive.go.keys import position_key

        return position_key(position)

    def family(self, position: "GoPosition", filed: int) -> MoveFamily:
        from kibitz.archive.go.keys import family_of_filed

        return family_of_filed(position, filed)

    def name(self, position: "GoPosition", move: int) -> str:
        from kibitz.rules.go.points import format_go_move

        return format_go_move(move, position.size)

    def is_program(self, player: str) -> bool:  # noqa: ARG002 - records do not say who is a program
        return False

    def is_game_file(self, file: Path) -> bool:
        from kibitz.records.go.files import is_go_file

        return is_go_file(file.name)

    def read(self, path: Path, on_skip: "OnSkip", say: Listener) -> "Iterable[GoRecord]":
        from kibitz.records.go.files import read_go_games

        return read_go_games(path, on_skip, lambda warning: say(str(warning)))

    def problem_with(self, record: "GoRecord") -> str | None:
        from kibitz.archive.go.rows import problem_with

        return problem_with(record)

    def rows(self, records: "Sequence[GoRecord]") -> "GoRows":
        from kibitz.archive.go.rows import GoRows

        return GoRows(records)


FILING: Final[Filing] = GoFiling()
