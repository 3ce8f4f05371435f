"""Files and folders of game records into an archive.

Whole files share a transaction: one large file, or several small ones. Whatever stops an import, the archive holds every file up
to some point and no part of the next; importing the same files again adds what is missing.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kibitz.archive.columns import encodable
from kibitz.archive.database import Archive
from kibitz.archive.filing import Filing, Listener, find_filing
from kibitz.archive.sorting import keep_sorted
from kibitz.archive.writer import Entry, GameWriter
from kibitz.errors import KibitzError, SetupError
from kibitz.records.reports import SkippedGame

# A transaction costs about 10 ms: too much for each of thousands of one-game files.
_BYTES_IN_TRANSACTION = 1 << 18
_GAMES_AT_ONCE = 4096


class FoundFile(NamedTuple):
    """A file to import, and its size in bytes."""

    path: Path
    size: int


@dataclass(slots=True)
class ImportReport:
    """What an import did. `games` went in, `duplicates` were there already, `skipped` could not be used."""

    games: int = 0
    duplicates: int = 0
    skipped: int = 0
    files: int = 0
    unreadable: list[str] = field(default_factory=list)  # why some files hold no games

    def add(self, other: "ImportReport") -> None:
        self.games += other.games
        self.duplicates += other.duplicates
        self.skipped += other.skipped
        self.files += other.files
        self.unreadable += other.unreadable


def import_files(
    archive: Archive,
    files: Sequence[FoundFile],
    say: Listener = lambda _: None,
    on_progress: Callable[[Path, int, int], None] = lambda *_: None,
    on_games: Callable[[int], None] = lambda _: None,
    report: ImportReport | None = None,
) -> ImportReport:
    """Import files as record_files() finds them, and keep the index fast.

    Files that are no game records are passed over with a line to `say`, as are single games that cannot be used. `on_progress`
    gets each file before it is read, the bytes done and the bytes in all; `on_games` gets the number of games read so far, each
    time some thousands of a large file are. What either of them raises ends the import: `report`, if it is given, then says what
    the archive has. Raises SetupError if the archive cannot be written.
    """
    total = sum(file.size for file in files)
    report = ImportReport() if report is None else report
    done = 0

    def on_written(games: int) -> None:
        on_games(report.games + report.duplicates + games)

    for group in _grouped(files):
        with archive.transaction():
            transaction = _Transaction(archive, on_written)
            for file in group:
                on_progress(file.path, done, total)
                transaction.take(file.path.name, _File(file.path, say, archive.filing))
                done += file.size
            found = transaction.finish()
        report.add(found)
    keep_sorted(archive)
    return report


def import_records(archive: Archive, records: Iterable[Any], source: str, say: Listener = lambda _: None) -> ImportReport:
    """Import records of the archive's game in one transaction; `source` is the name under which it remembers them.

    Raises as import_files().
    """
    with archive.transaction():
        transaction = _Transaction(archive)
        transaction.take(source, _Source(source, records, say, archive.filing))
        report = transaction.finish()
    keep_sorted(archive)
    return report


def record_files(paths: Iterable[Path], game: str) -> list[FoundFile]:
    """The files that the paths stand for, each once: folders with all that is below them, hidden files left out.

    Of the files below folders only those count that by their names can hold records of the game. Raises SetupError if a path does
    not exist.
    """
    filing = find_filing(game)
    found: dict[Path, FoundFile] = {}
    for path in paths:
        if not path.exists():
            raise SetupError(f"{path} does not exist; name a file or a folder with game records")
        for file in _files_below(path, filing) if path.is_dir() else [path]:
            found[file] = FoundFile(file, file.stat().st_size)
    return list(found.values())


def _files_below(folder: Path, filing: Filing) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            file = Path(place, name)
            if not name.startswith(".") and filing.is_game_file(file) and file.is_file():
                yield file


def _grouped(files: Sequence[FoundFile]) -> Iterator[list[FoundFile]]:
    """The files in order, in groups that each make one transaction."""
    group: list[FoundFile] = []
    size = 0
    for file in files:
        if group and size + file.size > _BYTES_IN_TRANSACTION:
            yield group
            group, size = [], 0
        group.append(file)
        size += file.size
    if group:
        yield group


class _Source:
    """Records on their way into the archive: the usable ones, while everything else is counted and said."""

    def __init__(self, name: str, records: Iterable[Any], say: Listener, filing: Filing) -> None:
        self._problem_with = filing.problem_with
        self.report = ImportReport(files=1)
        self._name = name
        self._records = records
        self._say = say

    def usable(self) -> Iterator[Any]:
        """The games to import. If the source breaks off, the games before that place stay."""
        number = 0
        try:
            for record in self._records:
                number += 1
                problem = self._problem_with(record)
                if problem:
                    self.skip(SkippedGame(self._name, number + self.report.skipped, problem))
                else:
                    yield record
        except KibitzError as error:
            self.report.unreadable.append(str(error))
            self.report.files = int(number > 0)
            self._say(str(error) if number else f"passed over: {error}")

    def skip(self, game: SkippedGame) -> None:
        self.report.skipped += 1
        self._say(str(game))


class _File(_Source):
    def __init__(self, path: Path, say: Listener, filing: Filing) -> None:
        super().__init__(str(path), filing.read(path, self.skip, say), say, filing)


class _Transaction:
    """What happens in one transaction: games of one source after the other, written many at once."""

    def __init__(self, archive: Archive, on_written: Callable[[int], None] = lambda _: None) -> None:
        self._archive = archive
        self._on_written = on_written
        self._written = 0
        self._writer = GameWriter(archive)
        self._waiting: list[Entry] = []
        self._reports: dict[int, tuple[str, ImportReport]] = {}
        self._next_import = int(archive.row("SELECT coalesce(max(id), 0) + 1 FROM imports")[0])

    def take(self, name: str, source: _Source) -> None:
        """Take in the games of a source."""
        self._reports[self._next_import] = (name, source.report)
        for record in source.usable():
            self._waiting.append(Entry(record, self._next_import))
            if len(self._waiting) == _GAMES_AT_ONCE:
                self._write()
        self._next_import += 1

    def finish(self) -> ImportReport:
        """Write what is still waiting, and where the games came from; what was done in all."""
        self._write()
        total = ImportReport()
        for _, report in self._reports.values():
            total.add(report)
        self._remember({number: source for number, source in self._reports.items() if source[1].files})
        return total

    def _remember(self, sources: dict[int, tuple[str, ImportReport]]) -> None:
        names, reports = [name for name, _ in sources.values()], [report for _, report in sources.values()]
        columns = {
            "id": np.array(list(sources), dtype=np.int32),
            "file": np.array([encodable(name) for name in names], dtype=object),
            "imported_at": np.full(len(sources), np.datetime64("now"), dtype="datetime64[us]"),
            "games": np.array([report.games for report in reports], dtype=np.int32),
            "duplicates": np.array([report.duplicates for report in reports], dtype=np.int32),
            "skipped": np.array([report.skipped for report in reports], dtype=np.int32),
        }
        if sources:
            self._archive.insert("imports", columns)

    def _write(self) -> None:
        written = self._writer.write(self._waiting)
        for number, count in Counter(written.games).items():
            self._reports[number][1].games += count
        for number, count in Counter(written.duplicates).items():
            self._reports[number][1].duplicates += count
        self._written += len(self._waiting)
        self._on_written(self._written)
        self._waiting = []
