"""The data folder, and files that are written whole or not at all.

A file is written beside its place and takes its name only when its bytes are on the disk. Whatever fails or is killed before that
leaves the older file as it was. A kill may leave a hidden `.NAME.….part` behind, which nothing reads and clear_parts() deletes.
"""

import errno
import json
import os
import re
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

from kibitz.errors import SetupError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

HOME_VARIABLE: Final = "KIBITZ_HOME"
_LONGEST_NAME: Final = 50  # characters, of up to four bytes, that a part takes over; file systems allow 255 bytes in all
_CANNOT_SYNC: Final = (errno.EINVAL, errno.ENOTSUP)  # what file systems say that have nothing to wait for
_PART: Final = re.compile(r"\..*\.[0-9a-f]{32}\.part(\.wal)?")  # a database has a log beside it
_SECONDS_TO_WRITE: Final = 600.0  # a part that was not touched for so long is nobody's any more


def data_folder() -> Path:
    """The folder for all that Kibitz keeps: the one KIBITZ_HOME names, else the platform's; it may not exist yet.

    Raises SetupError if the user has no home folder to put it in.
    """
    named = os.environ.get(HOME_VARIABLE)
    try:
        return Path(named).expanduser().absolute() if named else _platform_folder()
    except RuntimeError:
        raise SetupError(f"your home folder is not known; set {HOME_VARIABLE} to a folder for Kibitz's files") from None


def data_path(name: str, variable: str) -> Path:
    """The path that an environment variable names, else this name in the data folder; nothing is checked or made."""
    named = os.environ.get(variable)
    return Path(named).expanduser() if named else data_folder() / name


def write_whole(path: Path, data: bytes | str) -> None:
    """Write a file, text as UTF-8, whole or not at all; raises SetupError as whole_paths() does."""
    with whole_file(path) as file:
        file.write(data.encode() if isinstance(data, str) else data)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write that takes its place when it is complete; see whole_paths()."""
    with whole_files(path) as (file,):
        yield file


@contextmanager
def whole_files(*paths: Path) -> Iterator[list[BinaryIO]]:
    """Files to write, one for each path, that take their places when all of them are complete; see whole_paths()."""
    with whole_paths(*paths) as parts, ExitStack() as opened:
        yield [opened.enter_context(part.open("wb")) for part in parts]


@contextmanager
def whole_path(path: Path) -> Iterator[Path]:
    """A path for a writer that opens files itself; what it writes takes its place when it is complete; see whole_paths()."""
    with whole_paths(path) as (part,):
        yield part


@contextmanager
def whole_paths(*paths: Path) -> Iterator[list[Path]]:
    """Where to write, one for each path; what is there takes its place, in this order, when all is complete and on the disk.

    If anything fails before, whatever had the names stays as it was. A link stays a link: what it points to is replaced. A path
    that is no ordinary file (a pipe, a device) is written to as it comes. Raises SetupError if a path is a folder, if the disk is
    full, the folder is missing or may not be written to.
    """
    with _refusals_named(paths[0]):
        targets = [path if _is_special(path) else path.resolve() for path in paths]
        parts = [_part_beside(target) for target in targets]
        moves = [(part, target) for part, target in zip(parts, targets, strict=True) if part != target]
        try:
            yield parts
            _place(moves)
        finally:
            for part, _ in moves:
                part.unlink(missing_ok=True)


def place_whole(part: Path, path: Path) -> None:
    """Give a complete file, which lies in the same folder, the name of another; raises OSError if that is not possible."""
    _place([(part, path)])


def append_whole(descriptor: int, data: bytes, size: int) -> int:
    """Write behind the first `size` bytes of an open file and wait until it is on the disk; returns the file's new length.

    What was behind them is cut off. If that fails, so is what was written; raises OSError.
    """
    try:
        os.ftruncate(descriptor, size)
        write_all(descriptor, data, size)
        _sync(descriptor)
    except OSError:
        with suppress(OSError):
            os.ftruncate(descriptor, size)
        raise
    return size + len(data)


def write_all(descriptor: int, data: bytes, place: int = 0) -> None:
    """Write to an open file from a place on, without waiting for the disk; raises OSError."""
    os.lseek(descriptor, place, os.SEEK_SET)
    while data:
        data = data[os.write(descriptor, data) :]


@contextmanager
def locked(descriptor: int) -> Iterator[None]:
    """Keep others who lock an open file waiting meanwhile. Windows cannot be asked to."""
    if sys.platform != "win32":
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if sys.platform != "win32":
            fcntl.flock(descriptor, fcntl.LOCK_UN)


def lock_alone(descriptor: int) -> bool:
    """Lock an open file until it is closed; False if another process has locked it."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Create a folder, and those above it that are missing; all are on the disk when this returns. Raises SetupError."""
    if folder.is_dir():
        return
    if folder.parent != folder:
        make_folder(folder.parent)
    try:
        folder.mkdir(mode, exist_ok=True)
        sync_folder(folder.parent)
    except OSError as error:
        raise SetupError(f"{folder} cannot be made: {reason(error)}") from None


def remove_file(path: Path) -> None:
    """Delete a file if it is there, and its name from the disk; raises SetupError."""
    try:
        path.unlink()
        sync_folder(path.parent)
    except FileNotFoundError:
        return
    except OSError as error:
        raise SetupError(f"{path} cannot be deleted: {reason(error)}") from None


def clear_parts(folder: Path, older_than: float = _SECONDS_TO_WRITE) -> None:
    """Delete the parts that kills have left in a folder; one younger than so many seconds may be somebody's still."""
    with suppress(OSError):
        for path in folder.iterdir():
            if _PART.fullmatch(path.name) and time.time() - path.stat().st_mtime >= older_than:
                path.unlink(missing_ok=True)


def sync(file: BinaryIO) -> None:
    """Wait until all that was written to an open file is on the disk; raises OSError if it cannot get there."""
    file.flush()
    _sync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk; raises OSError. Windows cannot be asked to.

    Nor can a folder that may not be read.
    """
    if sys.platform == "win32":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
    try:
        _sync(descriptor)
    finally:
        os.close(descriptor)


def part_of(path: Path) -> Path:
    """A new name beside a path for what is not complete; see clear_parts()."""
    return path.with_name(f".{path.name[:_LONGEST_NAME]}.{uuid.uuid4().hex}.part")


def parse_json(text: str | bytes) -> Any:
    """What a JSON text says; raises ValueError for anything else, brackets nested without end included."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("its brackets are nested too deep") from None


def reason(error: OSError) -> str:
    """Why the system refused, to stand inside a sentence."""
    return (error.strerror or str(error)).lower()


def _sync(descriptor: int) -> None:
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise


def _place(moves: list[tuple[Path, Path]]) -> None:
    """Give complete files their names, with their content on the disk first."""
    for part, _ in moves:
        with part.open("r+b") as file:
            sync(file)
    for part, target in moves:
        part.replace(target)
    for folder in {target.parent for _, target in moves}:
        sync_folder(folder)


def _part_beside(target: Path) -> Path:
    if target.is_dir():
        raise SetupError(f"{target} is a folder; name a file to write")
    if _is_special(target):
        return target
    return part_of(target)


def _is_special(path: Path) -> bool:
    """Whether this is a pipe or a device: replacing it by a file would destroy it."""
    return path.exists() and not path.is_file() and not path.is_dir()


@contextmanager
def _refusals_named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SetupError(f"{path} cannot be written: {reason(error)}") from None


def _platform_folder() -> Path:
    """The folder for Kibitz's own files by the custom of the platform."""
    if sys.platform == "win32":
        return _folder_from("LOCALAPPDATA", "AppData/Local") / "kibitz"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kibitz"
    return _folder_from("XDG_DATA_HOME", ".local/share") / "kibitz"


def _folder_from(variable: str, in_home: str) -> Path:
    """The folder a variable names, else one in the home folder; a relative one counts as unset, as the XDG rules say."""
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else Path.home() / in_home
