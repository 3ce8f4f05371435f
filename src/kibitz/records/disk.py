"""Record files on disk: opened for reading within bounds, and compressed or not."""

import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, cast

from kibitz.errors import NotationError, SetupError
from kibitz.files import reason

# A file may say it unpacks to anything: whatever is bigger than these is not read on.
LARGEST_FILE = 1 << 30
LARGEST_WHOLE_FILE = 1 << 27  # for the formats that cannot be read in pieces
LARGEST_GAME = 1 << 20
_LONGEST_PIECE = 1 << 20
_ALWAYS_UNPACKED = 1 << 22
_MOST_UNPACKED_PER_BYTE = 100
_PIECE = 1 << 16
_GZIP_SIGN = b"\x1f\x8b"
_ZIP_SIGNS = (b"PK\x03\x04", b"PK\x05\x06")
_TAR_SIGN, _TAR_SIGN_AT = b"ustar", 257
_opening: ContextVar[Callable[[BinaryIO], None] | None] = ContextVar("opening", default=None)


@contextmanager
def told_what_is_opened(tell: Callable[[BinaryIO], None]) -> Iterator[None]:
    """Let `tell` have every file that opened() opens meanwhile in this thread; its place says how much has been read."""
    before = _opening.set(tell)
    try:
        yield
    finally:
        _opening.reset(before)


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The unpacked bytes of a file, as a stream that can be rewound; raises SetupError if it cannot be opened.

    What gzip packed is recognised by its first bytes, not by its name.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {reason(error)}") from None
    with file:
        if tell := _opening.get():
            tell(file)
        yield unpacked(file if file.seekable() else io.BytesIO(read_whole(file, str(path))))


def unpacked(stream: BinaryIO) -> BinaryIO:
    """The stream itself, or what it unpacks to if gzip packed it, up to what most_unpacked() allows."""
    sign = stream.read(len(_GZIP_SIGN))
    size = stream.seek(0, io.SEEK_END)
    stream.seek(0)
    if sign != _GZIP_SIGN:
        return stream
    return io.BufferedReader(_Bounded(gzip.GzipFile(fileobj=stream), most_unpacked(size)))


def most_unpacked(packed: int) -> int:
    """To how many bytes a file of a size may unpack; records shrink to a tenth, and what shrinks to nothing is a trap."""
    return max(_ALWAYS_UNPACKED, _MOST_UNPACKED_PER_BYTE * packed)


def require_unpackable(size: int, packed: int, source: str) -> None:
    """Raise NotationError if a file that unpacks to a size is larger than most_unpacked() allows."""
    if size > most_unpacked(packed):
        raise NotationError(_too_large(source, most_unpacked(packed)))


def _too_large(source: str, most: int) -> str:
    return f"{source} unpacks to more than {most >> 20} MiB, far more than games of its size do; unpack it and read the files"


class _Bounded(io.RawIOBase):
    """A packed stream that is read no further than a number of unpacked bytes; it can be rewound."""

    def __init__(self, packed: gzip.GzipFile, most: int) -> None:
        self._packed, self._most, self._total = packed, most, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, place: int, whence: int = io.SEEK_SET) -> int:
        self._total = self._packed.seek(place, whence)
        return self._total

    def tell(self) -> int:
        return self._total

    def readinto(self, buffer: Any) -> int:
        data = self._packed.read(min(len(buffer), _PIECE))
        self._total += len(data)
        if self._total > self._most:
            raise NotationError(_too_large("the packed file", self._most))
        buffer[: len(data)] = data
        return len(data)


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


def unpacked_bytes(data: bytes, source: str) -> bytes:
    """The bytes of a file, unpacked if gzip packed it; raises NotationError if it is damaged or unpacks to too much."""
    return read_whole(unpacked(io.BytesIO(data)), source) if data.startswith(_GZIP_SIGN) else data


def head_of_one_file(data: bytes, source: str) -> bytes:
    """The first bytes of a file, unpacked if gzip packed it.

    Raises NotationError for zip and tar archives: members that are not packed would be taken for the archive's own text.
    """
    head = read_head(unpacked(io.BytesIO(data)), source)
    if head.startswith(_ZIP_SIGNS) or head[_TAR_SIGN_AT:].startswith(_TAR_SIGN):
        raise NotationError(f"{source} is an archive of files; unpack it and take the files in it")
    return head


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
def packing(file: BinaryIO, path: Path) -> Iterator[BinaryIO]:
    """What to write to so that a file gets the bytes, packed if its name ends in `.gz`."""
    if path.suffix.lower() != ".gz":
        yield file
        return
    with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed:
        yield cast(BinaryIO, packed)


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
        if error.errno is None:  # bzip2's way to say it
            raise NotationError(f"{source} is damaged: {error}") from None
        raise SetupError(f"{source} cannot be read: {reason(error)}") from None
