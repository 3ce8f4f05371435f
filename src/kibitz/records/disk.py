"""Record files on disk: opened for reading, compressed or not and within bounds, and written whole or not at all."""

import errno
import gzip
import io
import os
import uuid
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from kibitz.errors import NotationError, SetupError

# A file may say it unpacks to anything: whatever is bigger than these is not read on.
LARGEST_FILE = 1 << 30
LARGEST_WHOLE_FILE = 1 << 27  # for the formats that cannot be read in pieces
LARGEST_GAME = 1 << 20
_LONGEST_PIECE = 1 << 20
_GZIP_SIGN = b"\x1f\x8b"


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The unpacked bytes of a file, as a stream that can be rewound; raises SetupError if it cannot be opened.

    What gzip packed is recognised by its first bytes, not by its name.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {_reason(error)}") from None
    with file:
        yield unpacked(file if file.seekable() else io.BytesIO(read_whole(file, str(path))))


def unpacked(stream: BinaryIO) -> BinaryIO:
    """The stream itself, or what it unpacks to if gzip packed it."""
    sign = stream.read(len(_GZIP_SIGN))
    stream.seek(0)
    return cast(BinaryIO, gzip.GzipFile(fileobj=stream)) if sign == _GZIP_SIGN else stream


def read_head(stream: BinaryIO, source: str, size: int = 1 << 16) -> bytes:
    """The first bytes of a stream, which is rewound afterwards."""
    head = _read(stream, size, source)
    stream.seek(0)
    return head


def read_whole(stream: BinaryIO, source: str) -> bytes:
    """All bytes of a stream; raises NotationError if there are more than LARGEST_WHOLE_FILE."""
    data = _read(stream, LARGEST_WHOLE_FILE + 1, source)
    if len(data) > LARGEST_WHOLE_FILE:
        raise NotationError(f"{source} is larger than {LARGEST_WHOLE_FILE >> 20} MiB unpacked; split it into smaller files")
    return data


def byte_lines(stream: BinaryIO, source: str) -> Iterator[bytes]:
    """The lines of a stream, with their ends; a line of more than a MiB comes in pieces.

    Raises NotationError once more than LARGEST_FILE bytes were read, or where packed data is damaged.
    """
    total = 0
    with _damage_named(source):
        for line in iter(partial(stream.readline, _LONGEST_PIECE), b""):
            total += len(line)
            if total > LARGEST_FILE:
                raise NotationError(f"{source} is larger than {LARGEST_FILE >> 30} GiB unpacked; split it into smaller files")
            yield line


@contextmanager
def replacing(*paths: Path) -> Iterator[list[BinaryIO]]:
    """Files to write, one for each path, that take their places only when all of them are complete.

    If anything fails before, whatever stood there stays as it was. A path that is no ordinary file (a pipe, a device) is written
    to as it comes. Raises SetupError if the disk is full, the folder is missing or may not be written to.
    """
    targets = [path if _is_special(path) else path.resolve() for path in paths]
    parts = [_part_beside(target) for target in targets]
    try:
        try:
            yield from _written_parts(parts)
            for part, target in zip(parts, targets, strict=True):
                if part != target:
                    part.replace(target)
        finally:
            for part, target in zip(parts, targets, strict=True):
                if part != target:
                    part.unlink(missing_ok=True)
    except OSError as error:
        raise SetupError(f"{paths[0]} cannot be written: {_reason(error)}") from None


@contextmanager
def packing(file: BinaryIO, path: Path) -> Iterator[BinaryIO]:
    """What to write to so that a file gets the bytes, packed if its name ends in `.gz`."""
    if path.suffix.lower() != ".gz":
        yield file
        return
    with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed:
        yield cast(BinaryIO, packed)


def _written_parts(parts: list[Path]) -> Iterator[list[BinaryIO]]:
    files: list[BinaryIO] = []
    try:
        files.extend(part.open("wb") for part in parts)
        yield files
        for file in files:
            file.flush()
            _store(file)
    finally:
        for file in files:
            file.close()


def _store(file: BinaryIO) -> None:
    """Wait until the bytes are on the disk; pipes and devices have nothing to wait for."""
    try:
        os.fsync(file.fileno())
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise


def _part_beside(target: Path) -> Path:
    if target.is_dir():
        raise SetupError(f"{target} is a folder; name a file to write")
    if _is_special(target):
        return target
    return target.with_name(f".{target.name[:100]}.{uuid.uuid4().hex}.part")


def _is_special(path: Path) -> bool:
    """Whether this is a pipe or a device: replacing it by a file would destroy it."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _read(stream: BinaryIO, size: int, source: str) -> bytes:
    with _damage_named(source):
        return stream.read(size)


@contextmanager
def _damage_named(source: str) -> Iterator[None]:
    try:
        yield
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise NotationError(f"{source} is damaged: {error}") from None
    except OSError as error:
        raise SetupError(f"{source} cannot be read: {_reason(error)}") from None


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
