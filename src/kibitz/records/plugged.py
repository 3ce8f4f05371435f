"""Record formats that installed packages add, and the plain form in which their games come and go.

docs/plug-ins.md describes them. A package's reader gets the bytes of a file and gives games as people write them; what is not
legal is found by the game's own checks, as in any other file.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

from kibitz.errors import NotationError, SetupError
from kibitz.files import whole_file
from kibitz.plugins import named, plugged
from kibitz.records import disk
from kibitz.records.reports import OnSkip, SkippedGame

GROUP: Final = "kibitz.records"
_PACKED: Final = ".gz"
# What the code of a package may raise at a file that is none of its own.
_DAMAGE: Final = (ValueError, TypeError, LookupError, ArithmeticError, EOFError, AttributeError, RuntimeError)

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class FormatKind:
    """A record format that a package adds, for one game.

    `reader` is `module:callable`, called with the bytes of a file, already unpacked; it yields a WrittenGame for each game, or
    a text that says why that one cannot be used, and raises NotationError if the file is none. `writer` is called with a
    WrittenGame and returns its text; without it the format is only read. A file is taken for one of this format by its suffix;
    if there is a `sign`, by beginning with it, whatever its name.
    """

    name: str
    game: str
    suffixes: tuple[str, ...]
    reader: str
    writer: str = ""
    sign: bytes = b""


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """A game as people write it: moves by their names from the start of the game, forced passes written or left out.

    `size` and `komi` are None where the game has its usual ones. `black_score` is the result as it is stated.
    """

    moves: tuple[str, ...]
    _: KW_ONLY
    size: int | None = None
    komi: float | None = None
    black: str = ""
    white: str = ""
    event: str = ""
    place: str = ""
    round: str = ""
    date: str = ""  # as much as is known of YYYY-MM-DD
    black_score: float | None = None
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def facts(self) -> dict[str, Any]:
        """What it has in common with the record of any game, but for the moves and the score."""
        return {name: getattr(self, name) for name in _FACTS}

    @classmethod
    def of(cls, record: Any, moves: Iterable[str], **own: Any) -> "WrittenGame":
        """The facts of a record, with its moves by name."""
        return cls(tuple(moves), **{name: getattr(record, name) for name in _FACTS}, **own)


_FACTS: Final = ("black", "white", "event", "place", "round", "date", "tags")


@lru_cache(maxsize=1)
def all_formats() -> tuple[FormatKind, ...]:
    """What installed packages add."""
    return plugged(GROUP, FormatKind, ())


def formats_of(game: str) -> tuple[FormatKind, ...]:
    """The added formats of a game."""
    return tuple(kind for kind in all_formats() if kind.game == game)


def format_of_file(game: str, name: str, head: bytes) -> FormatKind | None:
    """The added format that a file has, by its first bytes and its name; None if it has none of them."""
    for kind in formats_of(game):
        if head.startswith(kind.sign) if kind.sign else _ends(name, kind):
            return kind
    return None


def format_of_target(game: str, name: str) -> FormatKind | None:
    """The added format that a file to be written has by its name; None if it has none of them."""
    return next((kind for kind in formats_of(game) if _ends(name, kind)), None)


def suffixes_of(game: str) -> tuple[str, ...]:
    """How files of the added formats of a game end."""
    return tuple(suffix for kind in formats_of(game) for suffix in kind.suffixes)


def read_written(kind: FormatKind, data: bytes, source: str) -> Iterator[tuple[int, WrittenGame] | SkippedGame]:
    """The games of a file with their numbers, and those that cannot be used; raises NotationError if it is no such file."""
    try:
        for number, found in enumerate(named(kind.reader)(data), 1):
            yield SkippedGame(source, number, found) if isinstance(found, str) else (number, _checked(found))
    except _DAMAGE as error:
        raise NotationError(f"{source} cannot be read as {kind.name}: {error}") from None


def records_of(
    kind: FormatKind, data: bytes, source: str, make: Callable[[int, WrittenGame], Record]
) -> Iterator[Record | SkippedGame]:
    """The games of a file as the game's own records; one of which `make` complains is left out, with its number."""
    for found in read_written(kind, data, source):
        if isinstance(found, SkippedGame):
            yield found
            continue
        try:
            yield make(*found)
        except (ValueError, SetupError) as error:
            yield SkippedGame(source, found[0], str(error))


def write_written(
    kind: FormatKind,
    path: Path,
    records: Iterable[Record],
    written: Callable[[Record], WrittenGame],
    on_skip: OnSkip | None = None,
) -> int:
    """Write records to a file of an added format and return their number; an older file is replaced when all is written.

    What the format cannot hold goes to `on_skip`, or raises NotationError without it; so it does if nothing is left. Raises
    SetupError if the format is only read.
    """
    if not kind.writer:
        raise SetupError(f"{path}: {kind.name} can be read and not written; choose another format")
    count, writer = 0, named(kind.writer)
    with whole_file(path) as file, disk.packing(file, path) as out:
        for number, record in enumerate(records, 1):
            text = _text(writer, record, written, SkippedGame(str(path), number, ""), on_skip)
            out.write(text.encode("utf-8", "replace"))
            count += bool(text)
        if not count:
            raise NotationError(f"{path} was not written: there is no game that could stand in it")
    return count


def _text(
    writer: Callable[[WrittenGame], str],
    record: Record,
    written: Callable[[Record], WrittenGame],
    where: SkippedGame,
    on_skip: OnSkip | None,
) -> str:
    """A record as text, nothing if it is left out."""
    try:
        return writer(written(record))
    except _DAMAGE as error:
        refused = SkippedGame(where.source, where.number, str(error))
        if on_skip is None:
            raise NotationError(str(refused)) from None
        on_skip(refused)
        return ""


def whole_of(stream: Any, source: str) -> bytes:
    """All bytes of an open file, as added formats are read."""
    return disk.read_whole(stream, source)


def unpacked_whole(data: bytes, source: str) -> bytes:
    """The bytes of a file, unpacked if they are packed."""
    return disk.read_whole(disk.unpacked(io.BytesIO(data)), source)


def _checked(found: Any) -> WrittenGame:
    if not isinstance(found, WrittenGame) or not all(isinstance(move, str) for move in found.moves):
        raise TypeError(f"its reader gives a {type(found).__name__} where a WrittenGame with moves by name is expected")
    return found


def _ends(name: str, kind: FormatKind) -> bool:
    plain = name.lower().removesuffix(_PACKED)
    return any(plain.endswith(suffix) for suffix in kind.suffixes)
