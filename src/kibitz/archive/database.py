"""An open archive: one DuckDB file, read by many processes or written by one.

DuckDB keeps other processes out while one writes, so whoever writes opens the file for as short as possible. All of DuckDB's
complaints leave here as SetupError. It is imported when a file is opened: who has no archive does not wait for it, and can use
everything else on processors that are too old for it.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias

from kibitz.archive.filing import Filing, find_filing
from kibitz.archive.location import archive_path
from kibitz.archive.schema import check_schema, create_archive, create_tables, has_tables
from kibitz.errors import SetupError
from kibitz.files import clear_parts, make_folder, part_of, place_whole, reason

if TYPE_CHECKING:
    import duckdb
    from numpy.typing import NDArray

_Settings: TypeAlias = dict[str, str | bool | int | float | list[str]]

# Sorting all positions of 130,000 games needs about a third of this memory; DuckDB takes 80 % of the machine if nothing is said.
_TO_WRITE: _Settings = {"memory_limit": "1GB"}
# Look-ups are so short that a second thread costs more than it brings, most of all on a busy machine.
_TO_READ: _Settings = {"memory_limit": "1GB", "threads": 1}
_OTHERWISE_OPEN = "different configuration"


class Archive:
    """An open archive; a context manager that closes it. Its tables are those of one game, which `filing` describes."""

    def __init__(self, path: Path, connection: "duckdb.DuckDBPyConnection", filing: Filing) -> None:
        self.path = path
        self.filing = filing
        self._connection = connection

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        with _reported(self.path):
            self._connection.close()

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        with _reported(self.path):
            return self._connection.execute(sql, parameters).fetchall()

    def row(self, sql: str, parameters: Sequence[object] = ()) -> tuple[Any, ...]:
        """The only row of a query that has exactly one."""
        (found,) = self.rows(sql, parameters)
        return found

    def stream(self, sql: str, parameters: Sequence[object] = (), size: int = 2048) -> Iterator[tuple[Any, ...]]:
        """The rows of a query without holding all of them; the archive may be used otherwise meanwhile."""
        with _reported(self.path):
            cursor = self._connection.cursor()
            cursor.execute(f"USE {self.filing.schema}")
            cursor.execute(sql, parameters)
            while some := cursor.fetchmany(size):
                yield from some

    def columns(self, sql: str, parameters: Sequence[object] = ()) -> dict[str, "NDArray[Any]"]:
        """The columns of a query as arrays."""
        with _reported(self.path):
            return self._connection.execute(sql, parameters).fetchnumpy()

    def run(self, sql: str, parameters: Sequence[object] = ()) -> None:
        """Execute something that has no answer."""
        with _reported(self.path):
            self._connection.execute(sql, parameters)

    def insert(self, table: str, columns: Mapping[str, "NDArray[Any]"]) -> None:
        """Append rows given as arrays, one for each column of the table and in its order."""
        with self.lent("appended", columns):
            self.run(f"INSERT INTO {table} SELECT * FROM appended")

    @contextmanager
    def lent(self, name: str, columns: Mapping[str, "NDArray[Any]"]) -> Iterator[None]:
        """Let queries see some arrays as a table of this name."""
        with _reported(self.path):
            self._connection.register(name, dict(columns))
        yield  # after an error nothing is undone: the next table of this name replaces it
        with _reported(self.path):
            self._connection.unregister(name)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make everything inside happen wholly or not at all, whatever stops it."""
        self.run("BEGIN")
        try:
            yield
        except BaseException:
            self._roll_back()
            raise
        self.run("COMMIT")

    def _roll_back(self) -> None:
        import duckdb

        try:
            self._connection.rollback()
        except duckdb.Error:
            # A failed write has already rolled back or closed the database; the reason for being here is what counts.
            return


def open_archive(given: str | Path | None = None, *, game: str) -> Archive:
    """The archive at a path (see archive_path), open for reading the games of one game, which is named as people type it.

    Raises SetupError if there is none, if it holds no games of this game, if the file is something else, or while another
    process writes to it.
    """
    path, filing = archive_path(given), find_filing(game)
    if not path.exists():
        raise _no_archive(path, filing)
    return _opened(path, filing, read_only=True)


def open_for_writing(given: str | Path | None = None, *, game: str, create: bool = True) -> Archive:
    """The archive at a path, open for writing; if there is none, a new one with its folder, unless `create` forbids that.

    Raises SetupError if it cannot be made or written, if the file is something else, or while another process uses it.
    """
    path, filing = archive_path(given), find_filing(game)
    clear_parts(path.parent)
    if not path.exists():
        if not create:
            raise _no_archive(path, filing)
        _create(path, filing)
    elif not os.access(path, os.W_OK):
        raise SetupError(f"the archive {path} may not be written; change its permissions or choose another with --archive")
    return _opened(path, filing, read_only=False, create=create)


def _no_archive(path: Path, filing: Filing) -> SetupError:
    return SetupError(f"there is no archive at {path}; make one with: {filing.import_command}")


def _opened(path: Path, filing: Filing, read_only: bool, create: bool = False) -> Archive:
    if path.is_dir():
        raise SetupError(f"{path} is a folder; an archive is a file")
    if path.stat().st_size == 0:
        raise SetupError(f"{path} is empty and not an archive; remove it or choose another path with --archive")
    archive = _connected(path, filing, read_only)
    try:
        check_schema(archive)
        _use_tables(archive, create)
    except SetupError:
        archive.close()
        raise
    return archive


def _use_tables(archive: Archive, create: bool) -> None:
    """Let all names of tables mean those of the archive's game; they are made if need be and if `create` allows it."""
    filing = archive.filing
    if has_tables(archive, filing):
        archive.run(f"USE {filing.schema}")
    elif create:
        with archive.transaction():
            create_tables(archive, filing)
    else:
        raise SetupError(f"{archive.path} holds no games of {filing.title}; add some with: {filing.import_command}")


def _connected(path: Path, filing: Filing, read_only: bool) -> Archive:
    import duckdb

    with _reported(path):
        if read_only:
            return Archive(path, _connected_to_read(path), filing)
        return Archive(path, duckdb.connect(path, read_only=False, config=_TO_WRITE), filing)


def _connected_to_read(path: Path) -> "duckdb.DuckDBPyConnection":
    """A connection that reads. Where this process writes already, it shares that one's view of the file: what was committed."""
    import duckdb

    try:
        return duckdb.connect(path, read_only=True, config=_TO_READ)
    except duckdb.ConnectionException as error:
        if _OTHERWISE_OPEN not in str(error):
            raise
        return duckdb.connect(path, read_only=False, config=_TO_WRITE)


def _create(path: Path, filing: Filing) -> None:
    """Make an empty archive. It gets its name only when it is complete: DuckDB cannot open what a kill leaves of a new file."""
    unfinished = part_of(path)
    log = unfinished.with_name(f"{unfinished.name}.wal")
    try:
        _make_folder_of(path)
        with _connected(unfinished, filing, read_only=False) as archive, archive.transaction():
            create_archive(archive)
            create_tables(archive, filing)
        if log.exists():
            raise SetupError(f"the archive {path} cannot be made: the disk did not take all of it")
        if not path.exists():  # else another process was faster
            place_whole(unfinished, path)
    except OSError as error:
        raise SetupError(f"the archive {path} cannot be made: {reason(error)}") from error
    except SetupError as error:
        raise SetupError(str(error).replace(str(unfinished), str(path))) from error
    finally:
        for left in (unfinished, log):
            with suppress(OSError):
                left.unlink(missing_ok=True)


def _make_folder_of(path: Path) -> None:
    try:
        make_folder(path.parent)
    except SetupError as error:
        raise SetupError(f"the archive {path} cannot be made: {error}") from None


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Turn DuckDB's errors into one sentence about the archive."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        raise SetupError(_sentence(path, str(error))) from error


def _sentence(path: Path, complaint: str) -> str:
    if "Could not set lock" in complaint:
        return f"the archive {path} is in use by another process, perhaps an import; try again when it is done"
    if _OTHERWISE_OPEN in complaint:
        return f"the archive {path} is already open in this process, for reading or for writing; close it there first"
    if "not a valid DuckDB" in complaint:
        return f"{path} is not a Kibitz archive; choose another path with --archive"
    if "No space left" in complaint:
        return f"the disk is full: the archive {path} stays as it was before this change"
    return f"the archive {path} cannot be used: {complaint.splitlines()[0]}"
