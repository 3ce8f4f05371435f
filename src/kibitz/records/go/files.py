"""Games of Go in files, folders and archives (tar and zip, packed or not): read as streams, checked in the core, written."""

import lzma
import struct
import tarfile
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from kibitz.errors import KibitzError, NotationError, SetupError
from kibitz.files import whole_file
from kibitz.records import disk, plugged
from kibitz.records.chunks import chunked
from kibitz.records.go.record import GoRecord
from kibitz.records.go.sgf import read_sgf
from kibitz.records.go.sgf_writer import format_go_game
from kibitz.records.go.terms import told_counting, told_komi
from kibitz.records.go.written import record_of, written_of
from kibitz.records.record import loss_of_variations
from kibitz.records.reports import GameWarning, OnSkip, OnWarning, SkippedGame
from kibitz.rules.game import Color
from kibitz.rules.go.bulk import GoGames, PlainGame, describe_slip

_CHUNK: Final = 512
_GAME: Final = "go"
_SUFFIX: Final = ".sgf"
_WRITABLE: Final = (_SUFFIX, f"{_SUFFIX}.gz")
_ARCHIVES: Final = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".zip")
# What the readers of archives raise at damage; ValueError is also that of a name in another encoding than it says.
_DAMAGE: Final = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    TypeError,  # where the head of a packed tar archive ends early
    ArithmeticError,
    LookupError,
    RuntimeError,  # also NotImplementedError: a way of packing that is not known
)


class _Piece(NamedTuple):
    """A file, or a member of an archive."""

    source: str
    data: bytes


class _Candidate(NamedTuple):
    source: str
    number: int
    record: GoRecord


def read_go_games(path: Path, on_skip: OnSkip, on_warning: OnWarning | None = None) -> Iterator[GoRecord]:
    """The games of an SGF file, of an archive, or of all such files in a folder and the folders in it, in a stable order.

    Games that cannot be used go to `on_skip`, as do damaged members of a zip archive and damaged files of a folder; used ones
    that lose variations go to `on_warning` too; a game without moves is a game. Raises NotationError or SetupError if the file
    as a whole cannot be read.
    """
    path = Path(path)
    if not path.exists():
        raise SetupError(f"{path} is missing")
    return _checked(_candidates(_pieces(path)), on_skip, on_warning)


def parse_go_games(data: bytes, source: str, on_skip: OnSkip, on_warning: OnWarning | None = None) -> Iterator[GoRecord]:
    """The games of a file's bytes, as read_go_games() reads them; `source` is its name in messages."""
    return _checked(_candidates([_Piece(source, data)]), on_skip, on_warning)


def write_go_games(path: Path, records: Iterable[GoRecord]) -> int:
    """Write games as one SGF collection in UTF-8 and return their number; a name that ends in `.sgf.gz` is packed.

    An existing file is replaced only when the new one is complete. Raises SetupError if the name ends otherwise or nothing
    can be written there, NotationError if there is no game.
    """
    path = Path(path)
    if added := plugged.format_of_target(_GAME, path.name):
        return plugged.write_written(added, path, records, written_of)
    if not path.name.lower().endswith(_WRITABLE):
        endings = " or ".join((*_WRITABLE, *plugged.suffixes_of(_GAME)))
        raise SetupError(f"{path}: games of Go are written as SGF; let its name end in {endings}")
    count = 0
    with whole_file(path) as file, disk.packing(file, path) as out:
        for record in records:
            out.write(format_go_game(record).encode("utf-8", "replace"))
            count += 1
        if not count:
            raise NotationError(f"{path} was not written: there is no game that could stand in it")
    return count


def plain_game(record: GoRecord) -> PlainGame:
    """A record's main line as numbers."""
    black, white = record.black_stones, record.white_stones
    return PlainGame(
        [move.point for move in record.moves],
        [int(move.color == Color.BLACK) for move in record.moves],
        (*black, *white),
        (1,) * len(black) + (0,) * len(white),
        told_komi(record),
        told_counting(record),
    )


def go_games_of(records: Iterable[GoRecord], size: int) -> GoGames:
    """The main lines of the records of one board size in one table."""
    return GoGames.of(size, [plain_game(record) for record in records if record.size == size])


def _pieces(path: Path) -> Iterator[_Piece | SkippedGame]:
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.is_file() and is_go_file(file.name):
                yield from _readable_pieces(file)
    elif zipfile.is_zipfile(path):
        yield from _zip_members(path)
    elif path.name.lower().endswith(_ARCHIVES):
        yield from _tar_members(path)
    else:
        with disk.opened(path) as stream:
            yield _Piece(str(path), disk.read_whole(stream, str(path)))


def _readable_pieces(file: Path) -> Iterator[_Piece | SkippedGame]:
    """The pieces of a file of a folder, as far as it can be read: the other files are worth having without it."""
    try:
        yield from _pieces(file)
    except KibitzError as error:
        yield SkippedGame(str(file), 1, str(error))


def is_go_file(name: str) -> bool:
    """Whether a file of this name is looked into when a folder is read."""
    return name.lower().endswith((*_WRITABLE, *_ARCHIVES)) or plugged.format_of_target(_GAME, name) is not None


def _tar_members(path: Path) -> Iterator[_Piece]:
    with _damage_named(str(path)), tarfile.open(path, "r|*") as archive:
        packed = path.stat().st_size
        for member in archive:
            disk.require_unpackable(member.offset_data + member.size, packed, str(path))
            if member.isfile() and member.name.lower().endswith(_SUFFIX):
                stream = archive.extractfile(member)
                assert stream is not None  # it is a file
                yield _member(path, member.name, stream)  # type: ignore[arg-type]  # all that is used of it is read()


def _zip_members(path: Path) -> Iterator[_Piece | SkippedGame]:
    with _damage_named(str(path)), zipfile.ZipFile(path) as archive:
        size = sum(member.file_size for member in archive.infolist() if member.filename.lower().endswith(_SUFFIX))
        disk.require_unpackable(size, path.stat().st_size, str(path))
        for name in archive.namelist():
            if name.lower().endswith(_SUFFIX):
                yield _zip_member(path, archive, name)


def _zip_member(path: Path, archive: zipfile.ZipFile, name: str) -> _Piece | SkippedGame:
    """A member, or why it cannot be read: each is packed by itself, so the others can."""
    try:
        with _damage_named("the member"), archive.open(name) as stream:
            return _member(path, name, stream)  # type: ignore[arg-type]  # all that is used of it is read()
    except KibitzError as error:
        return SkippedGame(f"{path.name}/{name}", 1, str(error))


@contextmanager
def _damage_named(source: str) -> Iterator[None]:
    try:
        yield
    except KibitzError:
        raise
    except _DAMAGE as error:
        raise NotationError(f"{source} is damaged: {error}") from None


def _member(path: Path, name: str, stream: BinaryIO) -> _Piece:
    source = f"{path.name}/{name}"
    return _Piece(source, disk.read_whole(stream, source))


def _candidates(pieces: Iterable[_Piece | SkippedGame]) -> Iterator[_Candidate | SkippedGame]:
    """The games that could be understood, and those that could not; whether they are legal is seen later."""
    for piece in pieces:
        if isinstance(piece, SkippedGame):
            yield piece
            continue
        if added := plugged.format_of_file(_GAME, piece.source, piece.data):
            yield from plugged.records_of(added, piece.data, piece.source, partial(_candidate, piece.source))
            continue
        for number, found in enumerate(read_sgf(piece.data, piece.source), 1):
            yield found if isinstance(found, SkippedGame) else _Candidate(piece.source, number, found)


def _candidate(source: str, number: int, game: plugged.WrittenGame) -> _Candidate:
    return _Candidate(source, number, record_of(game))


def _checked(candidates: Iterator[_Candidate | SkippedGame], on_skip: OnSkip, on_warning: OnWarning | None) -> Iterator[GoRecord]:
    """The legal ones, in the same order and without reading far ahead."""
    for chunk in chunked(candidates, _CHUNK, _variations):
        problems = _problems(chunk)
        for index, candidate in enumerate(chunk):
            if isinstance(candidate, SkippedGame):
                on_skip(candidate)
                continue
            if index in problems:
                on_skip(SkippedGame(candidate.source, candidate.number, problems[index]))
                continue
            if on_warning and (loss := loss_of_variations(candidate.record)):
                on_warning(GameWarning(candidate.source, candidate.number, loss))
            yield candidate.record


def _variations(candidate: _Candidate | SkippedGame) -> int:
    return len(candidate.record.variations) if isinstance(candidate, _Candidate) else 0


def _problems(chunk: list[_Candidate | SkippedGame]) -> dict[int, str]:
    """What is wrong with the games of a chunk that are not legal, by index; all of one size are played at once."""
    records = {index: candidate.record for index, candidate in enumerate(chunk) if isinstance(candidate, _Candidate)}
    by_size: dict[int, list[int]] = defaultdict(list)
    for index, record in records.items():
        by_size[record.size].append(index)
    problems: dict[int, str] = {}
    for size, indices in by_size.items():
        games = GoGames.of(size, [plain_game(records[index]) for index in indices])
        replay = games.replay()
        for place, failed_at in enumerate(replay.failed_at.tolist()):
            if failed_at >= 0:
                problems[indices[place]] = describe_slip(games, replay, place)
    return problems
