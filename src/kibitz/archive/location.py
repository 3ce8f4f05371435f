"""Where a user's archive and downloaded game files live when nothing else is said."""

import os
import sys
from pathlib import Path

ARCHIVE_VARIABLE = "KIBITZ_ARCHIVE"


def archive_path(given: str | Path | None = None) -> Path:
    """The archive to use: the one given, else the one the environment names, else archive.duckdb in the user's data folder.

    Nothing is checked or created.
    """
    chosen = given or os.environ.get(ARCHIVE_VARIABLE) or data_folder() / "archive.duckdb"
    return Path(chosen).expanduser()


def data_folder() -> Path:
    """The folder for Kibitz's own files by the custom of the platform; it may not exist yet."""
    if sys.platform == "win32":
        return _folder_from("LOCALAPPDATA", Path.home() / "AppData" / "Local") / "kibitz"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kibitz"
    return _folder_from("XDG_DATA_HOME", Path.home() / ".local" / "share") / "kibitz"


def _folder_from(variable: str, otherwise: Path) -> Path:
    """The folder an environment variable names; a relative one counts as unset, as the XDG rules say."""
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else otherwise
