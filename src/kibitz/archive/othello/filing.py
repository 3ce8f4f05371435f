"""How an archive holds games of Othello: the columns, which records, the keys of positions.

Moves are transcripts. `stated_score` and `stated_winner` are what the file says; `black_score` and `winner` are what counts: the
statement where there is one, else what the moves give.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kibitz.archive.filing import MAIN_SCHEMA, Filing, Listener, MoveFamily
from kibitz.archive.othello.keys import family_of_filed, position_key
from kibitz.rules.squares import format_move

if TYPE_CHECKING:
    from kibitz.archive.othello.rows import OthelloRows
    from kibitz.records.othello.record import GameRecord
    from kibitz.records.reports import OnSkip
    from kibitz.rules.othello.position import Position

_COLUMNS: Final = """
    black_score TINYINT,
    winner TINYINT,
    stated_score TINYINT,
    stated_winner TINYINT,
    ending VARCHAR NOT NULL,
    black_rating DOUBLE,
    white_rating DOUBLE,
    perfect_score TINYINT,
    perfect_from TINYINT,
    start VARCHAR,
    moves VARCHAR NOT NULL,
    extras VARCHAR"""
# Lists of names belong to the .wtb files beside them and are read with those.
_COMPANIONS: Final = {".jou", ".trn"}


class OthelloFiling:
    """Games of Othello on 8×8, in DuckDB's main schema: archives held no other game at first."""

    game: str = "othello"
    title: str = "Othello"
    import_command: str = "kibitz archive import FILE"
    schema: str = MAIN_SCHEMA
    square_type: str = "TINYINT"
    columns: str = _COLUMNS
    rated: str = "true"

    def key(self, position: "Position") -> int:
        return position_key(position)

    def family(self, position: "Position", filed: int) -> MoveFamily:
        return family_of_filed(position, filed)

    def name(self, position: "Position", move: int) -> str:
        return format_move(move, position.size)

    def is_program(self, player: str) -> bool:
        from kibitz.archive.othello.programs import is_program

        return is_program(player)

    def is_game_file(self, file: Path) -> bool:
        return file.suffix.lower() not in _COMPANIONS

    def read(self, path: Path, on_skip: "OnSkip", say: Listener) -> "Iterable[GameRecord]":
        from kibitz.records.othello.files import read_games

        return read_games(path, on_skip, lambda warning: say(str(warning)))

    def problem_with(self, record: "GameRecord") -> str | None:
        from kibitz.archive.othello.rows import problem_with

        return problem_with(record)

    def rows(self, records: "Sequence[GameRecord]") -> "OthelloRows":
        from kibitz.archive.othello.rows import OthelloRows

        return OthelloRows(records)


FILING: Final[Filing] = OthelloFiling()
