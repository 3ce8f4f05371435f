"""Where a user's archive lives when nothing else is said."""

from pathlib import Path
from typing import Final

from kibitz.files import data_path

ARCHIVE_VARIABLE: Final = "KIBITZ_ARCHIVE"


def archive_path(given: str | Path | None = None) -> Path:
    """The archive to use: the one given, else the one the environment names, else archive.duckdb in the user's data folder.

    Nothing is checked or created.
    """
    return Path(given).expanduser() if given else data_path("archive.duckdb", ARCHIVE_VARIABLE)
