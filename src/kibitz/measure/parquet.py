"""Tables as Parquet files, which any program can read and write; DuckDB does the work."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import NotationError, SetupError
from kibitz.files import whole_path

Columns = dict[str, NDArray[Any]]


def write_parquet(path: Path, columns: Mapping[str, NDArray[Any]]) -> None:
    """Write a table, one array for each column, whole or not at all; masked entries become NULL."""
    import duckdb

    with whole_path(path) as part, duckdb.connect(config={"threads": 1}) as connection:
        connection.register("written", dict(columns))
        connection.execute(f"COPY (SELECT * FROM written) TO {_quoted(part)} (FORMAT parquet, COMPRESSION zstd)")


def read_parquet(paths: Sequence[Path], columns: Sequence[str]) -> Columns:
    """Some columns of the rows of several files, one below the other; NULL is masked.

    Raises SetupError if a file is not there, NotationError if one is not Parquet or has no such column.
    """
    import duckdb

    missing = [path for path in paths if not path.is_file()]
    if missing:
        raise SetupError(f"there is no file {missing[0]}")
    files = ", ".join(map(_quoted, paths))
    try:
        with duckdb.connect(config={"threads": 1}) as connection:
            _require_columns(connection, files, columns, paths[0])
            return dict(connection.execute(f"SELECT {', '.join(columns)} FROM read_parquet([{files}])").fetchnumpy())
    except duckdb.Error as error:
        raise NotationError(f"{paths[0]} cannot be read as Parquet: {str(error).splitlines()[0]}") from None


def _require_columns(connection: Any, files: str, columns: Sequence[str], path: Path) -> None:
    found = [row[0] for row in connection.execute(f"DESCRIBE SELECT * FROM read_parquet([{files}])").fetchall()]
    missing = [name for name in columns if name not in found]
    if missing:
        raise NotationError(f"{path} has no column {missing[0]!r}; it needs {', '.join(columns)} and has {', '.join(found)}")


def filled(column: NDArray[Any], value: Any) -> NDArray[Any]:
    """A column with a value in place of each NULL."""
    found: NDArray[Any] = np.ma.filled(column, value)
    return found


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
