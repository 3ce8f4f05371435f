"""Tables of a dataset as files: Parquet, which any program can read, and npz, which numpy can."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.measure.parquet import write_parquet

Columns: TypeAlias = dict[str, NDArray[Any]]


def _write_parquet(path: Path, columns: Mapping[str, NDArray[Any]]) -> None:
    """Numbers that are not known become NULL."""
    write_parquet(path, {name: _with_nulls(column) for name, column in columns.items()})


def _with_nulls(column: NDArray[Any]) -> NDArray[Any]:
    if column.dtype.kind == "f":
        return np.ma.masked_invalid(column)
    return column.astype(object) if column.dtype.kind == "U" else column


def _write_npz(path: Path, columns: Mapping[str, NDArray[Any]]) -> None:
    """Numbers that are not known are NaN. Nothing in the file is an object, so reading it runs no code."""
    arrays: Any = dict(columns)
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)


WRITERS: Final[dict[str, Callable[[Path, Mapping[str, NDArray[Any]]], None]]] = {"parquet": _write_parquet, "npz": _write_npz}


def writer_of(form: str) -> Callable[[Path, Mapping[str, NDArray[Any]]], None]:
    """What writes a table in a format; raises SetupError for one that is not known."""
    if form not in WRITERS:
        raise SetupError(f"a dataset is written as {' or '.join(WRITERS)}, not as {form!r}")
    return WRITERS[form]
