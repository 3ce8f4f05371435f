"""The tables of an archive, and the test whether a file is one.

`games` holds one row a game, its moves as a transcript with `--` for passes, so that the file can be read with any DuckDB.
`positions` is the index: one row for every move of every game, under the key of the position it was played in (see keys.py), and
one with NO_MOVE for the position a record ends in. `about` says what the file is.

`stated_score` and `stated_winner` are what the file says; `black_score` and `winner` (1 Black, 0 a draw, -1 White) are what
counts: the statement where there is one, else what the moves give. Player 0 and tournament 0 are the unknown ones.

Games of Go have tables of the same names in a schema called `go`, made when the first of them is imported; go_index.py tells
which of their positions are filed. Their moves are SGF's two letters each, and `sgf` has a game that the columns cannot hold
wholly.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

import duckdb

from kibitz.errors import SetupError

APPLICATION = "kibitz archive"
SCHEMA_VERSION = 1

POSITIONS_COLUMNS = {
    "othello": "key UBIGINT NOT NULL, game INTEGER NOT NULL, square TINYINT NOT NULL",
    "go": "key UBIGINT NOT NULL, game INTEGER NOT NULL, square SMALLINT NOT NULL",
}

_COMMON_TABLES = """
CREATE TABLE about (name VARCHAR NOT NULL, value VARCHAR NOT NULL);
CREATE TABLE players (id INTEGER NOT NULL, name VARCHAR NOT NULL, is_program BOOLEAN NOT NULL);
CREATE TABLE tournaments (id INTEGER NOT NULL, name VARCHAR NOT NULL);
CREATE TABLE imports (
    id INTEGER NOT NULL, file VARCHAR NOT NULL, imported_at TIMESTAMP NOT NULL,
    games INTEGER NOT NULL, duplicates INTEGER NOT NULL, skipped INTEGER NOT NULL
);
CREATE TABLE ratings (
    player INTEGER NOT NULL, year SMALLINT NOT NULL, rating DOUBLE NOT NULL, deviation DOUBLE NOT NULL, games INTEGER NOT NULL
);
"""

# What is known of a game whatever was played.
_SHARED_COLUMNS = """
    id INTEGER NOT NULL,
    identity UBIGINT NOT NULL,
    black INTEGER NOT NULL,
    white INTEGER NOT NULL,
    tournament INTEGER NOT NULL,
    year SMALLINT,
    date VARCHAR NOT NULL,
    place VARCHAR NOT NULL,
    round VARCHAR NOT NULL,"""

_OTHELLO_TABLES = f"""
CREATE TABLE games ({_SHARED_COLUMNS}
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
    extras VARCHAR,
    import INTEGER NOT NULL
);
CREATE TABLE positions ({POSITIONS_COLUMNS["othello"]});
"""

_GO_TABLES = f"""
CREATE TABLE games ({_SHARED_COLUMNS}
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
    sgf VARCHAR,
    import INTEGER NOT NULL
);
CREATE TABLE positions ({POSITIONS_COLUMNS["go"]});
"""


class Tables(Protocol):
    """An open file of tables, as kibitz.archive.database opens it."""

    @property
    def path(self) -> Path: ...
    def run(self, sql: str, values: Sequence[Any] = ...) -> None: ...
    def rows(self, sql: str, values: Sequence[Any] = ...) -> list[tuple[Any, ...]]: ...
    def transaction(self) -> AbstractContextManager[None]: ...


def create_tables(archive: Tables) -> None:
    """Make a new file an empty archive."""
    archive.run(_COMMON_TABLES + _OTHELLO_TABLES)
    set_note(archive, "application", APPLICATION)
    set_note(archive, "schema", str(SCHEMA_VERSION))


def has_go_tables(archive: Tables) -> bool:
    """Whether games of Go were ever imported."""
    return bool(archive.rows("SELECT 1 FROM information_schema.schemata WHERE schema_name = 'go'"))


def create_go_tables(archive: Tables) -> None:
    """Make room for games of Go, in a transaction of its own."""
    with archive.transaction():
        archive.run("CREATE SCHEMA go")
        archive.run("USE go")
        archive.run(_COMMON_TABLES + _GO_TABLES)
        set_note(archive, "schema", str(SCHEMA_VERSION))


def check_schema(archive: Tables) -> None:
    """Raise SetupError unless the file is an archive this version can use."""
    notes = _all_notes(archive)
    if notes.get("application") != APPLICATION:
        raise SetupError(f"{archive.path} is a DuckDB file but no Kibitz archive; choose another path with --archive")
    version = int(notes["schema"])
    if version > SCHEMA_VERSION:
        raise SetupError(
            f"{archive.path} was written by a newer Kibitz (schema {version}, this one knows {SCHEMA_VERSION}); update Kibitz"
        )
    if version < SCHEMA_VERSION:
        raise SetupError(
            f"{archive.path} has schema {version} and this Kibitz needs {SCHEMA_VERSION}; import the games into a new archive"
        )


def _all_notes(archive: Tables) -> dict[str, str]:
    """What the file says about itself; empty if it is not one of ours."""
    try:  # asking for the list of tables first would take ten times as long
        return dict(archive.rows("SELECT name, value FROM about"))
    except SetupError as error:
        if isinstance(error.__cause__, duckdb.ProgrammingError):
            return {}
        raise


def note(archive: Tables, name: str) -> str | None:
    """What the archive says about itself under a name, or None."""
    found = archive.rows("SELECT value FROM about WHERE name = ?", [name])
    return str(found[0][0]) if found else None


def set_note(archive: Tables, name: str, value: str) -> None:
    """Write down something about the archive itself."""
    archive.run("DELETE FROM about WHERE name = ?", [name])
    archive.run("INSERT INTO about VALUES (?, ?)", [name, value])
