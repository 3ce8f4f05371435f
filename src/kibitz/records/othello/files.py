"""Games in files of any format: found out from their content, read, and written.

Every reader skips what is wrong with single games and says so through a callback; only a file that is no game file as a whole
raises. What gzip packed is read as if it were not, up to a size (see kibitz.records.disk).
"""

import codecs
import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from enum import Enum
from pathlib import Path
from typing import BinaryIO, NamedTuple

from kibitz.errors import NotationError, SetupError
from kibitz.files import whole_file, whole_files
from kibitz.records import disk, plugged
from kibitz.records.othello import (
    copied,
    csv_games,
    ggf,
    logistello,
    obf,
    pgn,
    pgn_writer,
    sgf,
    sgf_writer,
    transcript,
    wthor,
    wthor_writer,
)
from kibitz.records.othello.drafts import DraftOrSkip, checked_games
from kibitz.records.othello.record import GameRecord, OnSkip, OnWarning, SkippedGame
from kibitz.records.othello.written import draft_of, written_of
from kibitz.records.values import decode


class RecordFormat(Enum):
    """The formats games are recorded in."""

    WTHOR = "WTHOR"
    GGF = "GGF"
    SGF = "SGF"
    PGN = "PGN"
    OBF = "OBF"
    LOGISTELLO = "Logistello"
    CSV = "CSV"
    TRANSCRIPT = "transcript"
    COPIED = "copied text"

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The suffixes of files of this format; the first is the default."""
        return _SUFFIXES[self]


class _TextFormat(NamedTuple):
    """What a module of a text format offers."""

    looks_like: Callable[[str], bool]
    read_drafts: Callable[[Iterable[bytes], str], Iterator[DraftOrSkip]]
    format_game: Callable[[GameRecord], str]
    header: str = ""


_SUFFIXES = {
    RecordFormat.WTHOR: (".wtb",),
    RecordFormat.GGF: (".ggf",),
    RecordFormat.SGF: (".sgf",),
    RecordFormat.PGN: (".pgn",),
    RecordFormat.OBF: (".obf",),
    RecordFormat.LOGISTELLO: (".gam",),
    RecordFormat.CSV: (".csv", ".tsv"),
    RecordFormat.TRANSCRIPT: (".txt", ".text"),
    RecordFormat.COPIED: (".copied",),
}
_GAME = "othello"
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# In the order in which they are tried: those with the clearest signs first.
_TEXT_FORMATS = {
    RecordFormat.GGF: _TextFormat(ggf.looks_like, ggf.read_drafts, ggf.format_game),
    RecordFormat.SGF: _TextFormat(sgf.looks_like, sgf.read_drafts, sgf_writer.format_game),
    RecordFormat.PGN: _TextFormat(pgn.looks_like, pgn.read_drafts, pgn_writer.format_game),
    RecordFormat.OBF: _TextFormat(obf.looks_like, obf.read_drafts, obf.format_game),
    RecordFormat.LOGISTELLO: _TextFormat(logistello.looks_like, logistello.read_drafts, logistello.format_game),
    RecordFormat.CSV: _TextFormat(csv_games.looks_like, csv_games.read_drafts, csv_games.format_game, csv_games.HEADER),
    RecordFormat.TRANSCRIPT: _TextFormat(transcript.looks_like, transcript.read_drafts, transcript.format_game),
    RecordFormat.COPIED: _TextFormat(copied.looks_like, copied.read_drafts, copied.format_game),
}


def detect_format(data: bytes, name: str) -> RecordFormat:
    """The format of a file from its first bytes; its name only decides where they fit several formats.

    Raises NotationError if they fit none.
    """
    by_name = format_of_name(name)
    if b"\0" in data:
        if wthor.looks_like(data) or by_name == RecordFormat.WTHOR:
            return RecordFormat.WTHOR
        if data.startswith(_UTF_16_MARKS):
            raise NotationError(f"{name} is text in UTF-16; save it as UTF-8")
        raise NotationError(f"{name} is not a game file: it is neither text nor WTHOR")
    text = decode(data)
    if not text.strip():
        raise NotationError(f"{name} is empty")
    fitting = [known for known, form in _TEXT_FORMATS.items() if form.looks_like(text)]
    if not fitting and by_name == RecordFormat.WTHOR:
        return by_name
    if not fitting:
        names = ", ".join(known.value for known in RecordFormat)
        raise NotationError(f"{name} is not a game file of a known format; known are {names}")
    return by_name if by_name in fitting else fitting[0]


def format_of_name(name: str) -> RecordFormat | None:
    """The format that files of such a name have, `.gz` left aside, or None."""
    path = Path(name.lower())
    suffix = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
    return next((known for known, suffixes in _SUFFIXES.items() if suffix in suffixes), None)


def read_games(path: Path, on_skip: OnSkip, on_warning: OnWarning | None = None) -> Iterator[GameRecord]:
    """The games of a file, or of all files in a folder whose names end like those of a format (`.txt` left aside).

    Games that cannot be used go to `on_skip`; used ones whose stated result is not what their moves give go to `on_warning` too.
    The names of WTHOR's players and tournaments are found beside the games. Raises NotationError or SetupError.
    """
    path = Path(path)
    if not path.is_dir():
        yield from _read_file(path, on_skip, on_warning)
        return
    files = record_files(path)
    if not files:
        raise SetupError(f"{path} holds no game files")
    for file in files:
        yield from _read_file(file, on_skip, on_warning)


def record_files(folder: Path) -> list[Path]:
    """The files of a folder whose names say that they hold games, by name; `.txt` says too little."""
    files = (path for path in sorted(folder.iterdir()) if path.is_file())
    return [path for path in files if _is_named_as_games(path.name)]


def _is_named_as_games(name: str) -> bool:
    if plugged.format_of_target(_GAME, name):
        return True
    return format_of_name(name) not in (None, RecordFormat.TRANSCRIPT)


def parse_games(data: bytes, source: str, on_skip: OnSkip, on_warning: OnWarning | None = None) -> Iterator[GameRecord]:
    """The games of a file's bytes, as read_games() reads them; `source` is its name in messages. WTHOR's names remain numbers."""
    stream = disk.unpacked(io.BytesIO(data))
    return _games_of_stream(stream, source, wthor.Names, on_skip, on_warning)


def write_games(
    path: Path, records: Iterable[GameRecord], format: RecordFormat | None = None, on_skip: OnSkip | None = None
) -> int:
    """Write games to a file and return their number; the format follows from the name unless it is given.

    An existing file is replaced only when the new one is complete; a name that ends in `.gz` is packed. WTHOR also writes
    the lists of names beside the games; all of them must be of one year, or `path` be a folder, which then gets a file for each
    year. A game the format cannot hold goes to `on_skip`, or raises NotationError if that is missing; so it does if no game is
    left. Raises SetupError if the file cannot be written.
    """
    path = Path(path)
    added = None if format else plugged.format_of_target(_GAME, path.name)
    if added:
        return plugged.write_written(added, path, records, written_of, on_skip)
    chosen = format or (RecordFormat.WTHOR if path.is_dir() else format_of_name(path.name))
    if chosen is None:
        own = [suffix for known in RecordFormat for suffix in known.suffixes]
        suffixes = ", ".join([*own, *plugged.suffixes_of(_GAME)])
        raise SetupError(f"{path}: no format is called {path.suffix or 'that'}; files may end in {suffixes}")
    refusals = _Refusals(str(path), on_skip)
    if chosen == RecordFormat.WTHOR:
        return _write_wthor(path, records, refusals)
    return _write_text(path, records, _TEXT_FORMATS[chosen], refusals)


def _read_file(path: Path, on_skip: OnSkip, on_warning: OnWarning | None) -> Iterator[GameRecord]:
    with disk.opened(path) as stream:
        yield from _games_of_stream(stream, str(path), lambda: wthor.names_beside(path), on_skip, on_warning)


def _games_of_stream(
    stream: BinaryIO, source: str, names: Callable[[], wthor.Names], on_skip: OnSkip, on_warning: OnWarning | None
) -> Iterator[GameRecord]:
    head = disk.read_head(stream, source)
    drafts: Iterator[DraftOrSkip]
    if added := plugged.format_of_file(_GAME, source, head):
        drafts = plugged.records_of(added, plugged.whole_of(stream, source), source, draft_of)
        yield from checked_games(drafts, source, on_skip, on_warning)
        return
    found = detect_format(head, source)
    if found == RecordFormat.WTHOR:
        drafts = wthor.read_drafts(disk.read_whole(stream, source), source, names())
    else:
        drafts = _TEXT_FORMATS[found].read_drafts(disk.byte_lines(stream, source), source)
    yield from checked_games(drafts, source, on_skip, on_warning)


class _Refusals:
    """Counts the games that are written, and passes on those that cannot be."""

    def __init__(self, target: str, on_skip: OnSkip | None) -> None:
        self.target = target
        self.on_skip = on_skip
        self.number = 0
        self.written = 0

    @contextmanager
    def next_game(self) -> Iterator[None]:
        self.number += 1
        try:
            yield
            self.written += 1
        except NotationError as error:
            refused = SkippedGame(self.target, self.number, str(error))
            if self.on_skip is None:
                raise NotationError(str(refused)) from None
            self.on_skip(refused)

    def require_some(self) -> None:
        if not self.written:
            raise NotationError(f"{self.target} was not written: there is no game that could stand in it")


def _write_text(path: Path, records: Iterable[GameRecord], form: _TextFormat, refusals: _Refusals) -> int:
    with whole_file(path) as file, disk.packing(file, path) as out:
        out.write(form.header.encode())
        for record in records:
            with refusals.next_game():
                out.write(form.format_game(record).encode("utf-8", "replace"))
        refusals.require_some()
    return refusals.written


def _write_wthor(path: Path, records: Iterable[GameRecord], refusals: _Refusals) -> int:
    accepted = []
    for record in records:
        with refusals.next_game():
            wthor_writer.require_writable(record)
            accepted.append(record)
    refusals.require_some()
    archive = wthor_writer.pack_archive(accepted, date.today())
    contents = _archive_in_folder(path, archive) if path.is_dir() else _archive_beside(path, archive)
    # The games come last, so that they never stand there without their names.
    with whole_files(*contents) as files:
        for file, content in zip(files, contents.values(), strict=True):
            file.write(content)
    return refusals.written


def _archive_in_folder(folder: Path, archive: wthor_writer.WthorArchive) -> dict[Path, bytes]:
    games = {folder / f"WTH_{year:04}.wtb": content for year, content in archive.games.items()}
    others = [other.name for other in wthor.wtb_files(folder) if other not in games]
    if others:
        raise SetupError(f"{folder} holds {others[0]}, which would lose its names; write into an empty folder")
    return {folder / "WTHOR.JOU": archive.players, folder / "WTHOR.TRN": archive.tournaments, **games}


def _archive_beside(path: Path, archive: wthor_writer.WthorArchive) -> dict[Path, bytes]:
    if len(archive.games) > 1:
        years = ", ".join(str(year) if year else "no date" for year in archive.games)
        raise NotationError(f"{path}: a .wtb file holds the games of one year, and these are of {years}; write to a folder")
    (games,) = archive.games.values()
    return {path.with_suffix(".jou"): archive.players, path.with_suffix(".trn"): archive.tournaments, path: games}
