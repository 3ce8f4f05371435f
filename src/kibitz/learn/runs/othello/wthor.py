"""The games of WTHOR that kinds of learning for Othello begin with."""

from pathlib import Path

from kibitz.archive.othello.fetch import default_folder
from kibitz.errors import SetupError


def wthor_folder(given: Path | None, asked_by: Path) -> Path:  # noqa: ARG001 - who needs games looks for them itself
    """The folder that was named, or the one that `kibitz archive fetch wthor` fills; not checked for being there."""
    return default_folder() if given is None else given


def wthor_games(given: Path | None, asked_by: Path) -> Path:
    """As wthor_folder(), but raises SetupError if it is not there or holds no WTHOR file."""
    folder = wthor_folder(given, asked_by)
    require_wthor(folder, asked_by)
    return folder


def require_wthor(folder: Path, asked_by: Path) -> None:
    """Raise SetupError if a folder is not there or holds no WTHOR file."""
    if not folder.is_dir():
        raise SetupError(f"{asked_by}: there is no folder {folder}; --data names the one with WTH_1977.wtb and so on")
    if not any(folder.glob("WTH_*.wtb")):
        raise SetupError(f"{asked_by}: {folder} holds no WTHOR file; their names are like WTH_2014.wtb")
