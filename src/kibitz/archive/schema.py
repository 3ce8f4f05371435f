"""The tables of an archive, and the test whether a file is one.

`games` holds one row a game, its moves as text with `--` for passes, so that the file can be read with any DuckDB. `positions` is
the index: one row for every move that is filed, under the key of the position it was played in, and one with NO_MOVE for the
position a record ends in. `about` says what the file is.

`black_score` and `winner` (1 Black, 0 a draw, -1 White) are what counts: what the file states, else what the moves give if the
game can tell. Player 0 and tournament 0 are the unknown ones.

Each game has tables of these names in a schema of its own, made when the first of its games is imported; one of them has DuckDB's
main schema. Its other columns are those that its filing names. The table `about` of the main schema is that of the whole file.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from kibitz.archive.filing import MAIN_SCHEMA, Filing
from kibitz.errors import SetupError

APPLICATION = "kibitz archive"
SCHEMA_VERSION = 1
_LONGEST_NUMBER = 18  # digits

_ABOUT = "CREATE TABLE IF NOT EXISTS about (name VARCHAR NOT NULL, value VARCHAR NOT NULL);"
_GAME_TABLES = """
CREATE TABLE players (id INTEGER NOT NULL, name VARCHAR NOT NULL, is_program BOOLEAN NOT NULL);
CREATE TABLE tournaments (id INTEGER NOT NULL, name VARCHAR NOT NULL);
CREATE TABLE imports (
    id INTEGER NOT NULL, file VARCHAR NOT NULL, imported_at TIMESTAMP NOT NULL,
    games INTEGER NOT NULL, duplicates INTEGER NOT NULL, skipped INTEGER NOT NULL
);
CREATE TABLE ratings (
    player INTEGER NOT NULL, year SMALLINT NOT NULL, rating DOUBLE NOT NULL, deviation DOUBLE NOT NULL, games INTEGER NOT NULL
);
CREATE TABLE games (
    id INTEGER NOT NULL,
    identity UBIGINT NOT NULL,
    black INTEGER NOT NULL,
    white INTEGER NOT NULL,
    tournament INTEGER NOT NULL,
    year SMALLINT,
    date VARCHAR NOT NULL,
    place VARCHAR NOT NULL,
    round VARCHAR NOT NULL,
    {columns},
    import INTEGER NOT NULL
);
"""
_POSITIONS = "CREATE TABLE {table} (key UBIGINT NOT NULL, game INTEGER NOT NULL, square {square_type} NOT NULL);"


class Tables(Protocol):
    """An open file of tables, as kibitz.archive.database opens it."""

    @property
    def path(self) -> Path: ...
    def run(self, sql: str, values: Sequence[Any] = ...) -> None: ...
    def rows(self, sql: str, values: Sequence[Any] = ...) -> list[tuple[Any, ...]]: ...


def create_archive(archive: Tables) -> None:
    """Make a new file an archive, without tables of any game."""
    archive.run(_ABOUT)
    set_note(archive, "application", APPLICATION)
    set_note(archive, "schema", str(SCHEMA_VERSION))


def create_tables(archive: Tables, filing: Filing) -> None:
    """Make room for the games of a game, and let all names of tables mean its own from now on."""
    if filing.schema != MAIN_SCHEMA:
        archive.run(f"CREATE SCHEMA {filing.schema}")
    archive.run(f"USE {filing.schema}")
    archive.run(_ABOUT + _GAME_TABLES.format(columns=filing.columns))
    create_index(archive, filing, "positions")
    set_note(archive, "schema", str(SCHEMA_VERSION))


def create_index(archive: Tables, filing: Filing, table: str) -> None:
    """Make an empty table of positions."""
    archive.run(_POSITIONS.format(table=table, square_type=filing.square_type))


def has_tables(archive: Tables, filing: Filing) -> bool:
    """Whether games of a game were ever imported."""
    return _rows_if_there(archive, f"SELECT id FROM {filing.schema}.games LIMIT 0") is not None


def check_schema(archive: Tables) -> None:
    """Raise SetupError unless the file is an archive this version can use."""
    notes = dict(_rows_if_there(archive, "SELECT name, value FROM about") or ())
    if notes.get("application") != APPLICATION:
        raise SetupError(f"{archive.path} is a DuckDB file but not a Kibitz archive; choose another path with --archive")
    version = _number(notes.get("schema"))
    if version is None:
        raise SetupError(f"{archive.path} is damaged: it does not say its schema; restore a copy, or import the games again")
    if version > SCHEMA_VERSION:
        raise SetupError(
            f"{archive.path} was written by a newer Kibitz (schema {version}, this one knows {SCHEMA_VERSION}); update Kibitz"
        )
    if version < SCHEMA_VERSION:
        raise SetupError(
            f"{archive.path} has schema {version} and this Kibitz needs {SCHEMA_VERSION}; import the games into a new archive"
        )


def _rows_if_there(archive: Tables, sql: str) -> list[tuple[Any, ...]] | None:
    """All rows of a query, None if there is no such table."""
    import duckdb

    try:  # asking for the list of tables first would take ten times as long
        return archive.rows(sql)
    except SetupError as error:
        if isinstance(error.__cause__, duckdb.ProgrammingError):
            return None
        raise


def note(archive: Tables, name: str) -> str | None:
    """What the archive says about itself under a name, or None."""
    found = archive.rows("SELECT value FROM about WHERE name = ?", [name])
    return str(found[0][0]) if found else None


def noted_number(archive: Tables, name: str) -> int:
    """The number that the archive has under a name; 0 if there is none, or something else."""
    return _number(note(archive, name)) or 0


def _number(text: Any) -> int | None:
    return int(text) if isinstance(text, str) and text.isdecimal() and len(text) <= _LONGEST_NUMBER else None


def set_note(archive: Tables, name: str, value: str) -> None:
    """Write down something about the archive itself."""
    archive.run("DELETE FROM about WHERE name = ?", [name])
    archive.run("INSERT INTO about VALUES (?, ?)", [name, value])
