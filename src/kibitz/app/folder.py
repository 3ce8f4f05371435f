"""The folder with everything the study app keeps for its user: games, reviews, tries, repertoire.

Ids of games are random tokens of one strict pattern, and file names are made of nothing else, so that no request can name a file
elsewhere.
"""

import json
import os
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from kibitz.errors import KibitzError, SetupError
from kibitz.files import data_path, make_folder, parse_json, reason, remove_file, sync_folder, write_whole

STUDY_VARIABLE: Final = "KIBITZ_STUDY"
ID_PATTERN: Final = "^[0-9a-f]{16}$"
DAYS_KEPT: Final = 30  # of what was deleted, so that it can be undone
_ASIDE: Final = ".deleted"
Result = TypeVar("Result")

_ID: Final = re.compile(ID_PATTERN.strip("^$"))


def study_folder() -> Path:
    """The folder that the environment names, else study/ in the user's data folder; it may not exist yet."""
    return data_path("study", STUDY_VARIABLE)


def new_id() -> str:
    """A new name that nobody can guess."""
    return secrets.token_hex(8)


class MissingError(SetupError):
    """Something asked for by its id is not there."""


@dataclass(frozen=True, slots=True)
class Drawer:
    """One kind of file in the folder: games/ID.jsonl, reviews/ID.json."""

    folder: Path
    suffix: str
    noun: str

    def path(self, key: str) -> Path:
        """The file of an id, whether or not it exists; raises MissingError if the text is not an id."""
        if not _ID.fullmatch(key):
            raise MissingError(f"{key[:40]!r} is not the id of a {self.noun}")
        return self.folder / f"{key}{self.suffix}"

    def ids(self) -> Iterator[str]:
        """The ids of all files; anything else in the folder is ignored."""
        if self.folder.is_dir():
            for path in self.folder.iterdir():
                if path.suffix == self.suffix and _ID.fullmatch(path.stem):
                    yield path.stem

    def found(self) -> Iterator[tuple[str, os.stat_result]]:
        """The ids of all files, each with what the disk says of it; quick where there are thousands."""
        with suppress(FileNotFoundError, NotADirectoryError), os.scandir(self.folder) as entries:
            for entry in entries:
                key, dot, suffix = entry.name.partition(".")
                if dot + suffix == self.suffix and _ID.fullmatch(key):
                    with suppress(FileNotFoundError):  # deleted meanwhile
                        yield key, entry.stat()

    def changed(self) -> float:
        """When a name in the folder changed last, in seconds; 0 while there is no folder."""
        with suppress(OSError):
            return self.folder.stat().st_mtime
        return 0.0

    def read_json(self, key: str) -> Any:
        """What a file holds; raises MissingError if it is not there, SetupError if it is damaged."""
        return read_json(self.path(key), f"there is no {self.noun} {key}")

    def write_json(self, key: str, content: Any) -> None:
        """Write a file, whole or not at all."""
        write_json(self.path(key), content)

    def delete(self, key: str) -> None:
        """Delete a file if it is there; raises SetupError if that is not possible."""
        remove_file(self.path(key))

    def put_aside(self, key: str) -> None:
        """Take a file away; bring_back() finds it for DAYS_KEPT days. Raises MissingError if there is none, or SetupError."""
        path = self.path(key)
        self._rename(path, path.with_suffix(_ASIDE), f"there is no {self.noun} {key}")

    def bring_back(self, key: str) -> None:
        """Undo put_aside(); raises MissingError if the file is no longer kept, SetupError if there is another one by now."""
        path = self.path(key)
        if path.exists():
            raise SetupError(f"the {self.noun} {key} is there")
        self._rename(path.with_suffix(_ASIDE), path, f"the deleted {self.noun} {key} is no longer kept")

    def clear_aside(self) -> None:
        """Delete for good what was put aside long ago."""
        with suppress(OSError):
            for path in self.folder.iterdir():
                if path.suffix == _ASIDE and time.time() - path.stat().st_mtime >= 86_400 * DAYS_KEPT:
                    path.unlink(missing_ok=True)

    def _rename(self, path: Path, target: Path, missing: str) -> None:
        try:
            os.utime(path)
            path.replace(target)
            sync_folder(self.folder)
        except FileNotFoundError:
            raise MissingError(missing) from None
        except OSError as error:
            raise SetupError(f"{path} cannot be moved: {reason(error)}") from None


def read_json(path: Path, missing: str) -> Any:
    """The content of a JSON file; raises MissingError with the sentence given if there is none, SetupError if it is damaged."""
    try:
        return parse_json(path.read_bytes())
    except FileNotFoundError:
        raise MissingError(missing) from None
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise SetupError(f"{path} is damaged: it is no longer JSON") from None


def parsed_json(path: Path, nothing: Result, parse: Callable[[Any], Result]) -> Result:
    """What is made of a JSON file; nothing if it is not there. Raises SetupError if it is damaged."""
    try:
        return parse(read_json(path, ""))
    except MissingError:
        return nothing
    except (KibitzError, ValueError, KeyError, TypeError, AttributeError):
        raise SetupError(f"{path} is damaged; move it away to start afresh") from None


def write_json(path: Path, content: Any) -> None:
    """Write a JSON file, whole or not at all, and its folder if that is missing; raises SetupError if that is not possible."""
    make_private_folder(path.parent)
    write_whole(path, json.dumps(content, allow_nan=False, ensure_ascii=False))


def make_private_folder(folder: Path) -> None:
    """Create a folder that only its user can read; raises SetupError if that is not possible."""
    make_folder(folder, 0o700)
