"""Games of noughts and crosses in files: transcripts, or a format that a package adds."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from kibitz.errors import SetupError
from kibitz.files import write_whole
from kibitz.records import plugged
from kibitz.records.convert import ConvertResult
from kibitz.records.disk import opened, read_whole
from kibitz.records.noughts.record import NoughtsRecord, format_record, parse_records
from kibitz.records.noughts.written import record_of, written_of
from kibitz.records.reports import OnSkip, SkippedGame

SUFFIX: Final = ".txt"
_GAME: Final = "noughts"


def read_records(path: Path, on_skip: OnSkip) -> Iterator[NoughtsRecord]:
    """The games of a file; raises SetupError if it cannot be read."""
    with opened(path) as stream:
        data = read_whole(stream, str(path))
    if added := plugged.format_of_file(_GAME, path.name, data):
        return _read_added(added, data, str(path), on_skip)
    return parse_records(data, str(path), on_skip)


def _read_added(added: plugged.FormatKind, data: bytes, source: str, on_skip: OnSkip) -> Iterator[NoughtsRecord]:
    for found in plugged.records_of(added, data, source, record_of):
        if isinstance(found, SkippedGame):
            on_skip(found)
        else:
            yield found


def write_records(path: Path, records: Iterable[NoughtsRecord]) -> int:
    """Write the games to a file and return their number; raises SetupError if there are none, or none can be written there."""
    require_format(path)
    if added := plugged.format_of_target(_GAME, path.name):
        return plugged.write_written(added, path, records, written_of)
    lines = [format_record(record) for record in records]
    if not lines:
        raise SetupError(f"{path} is not written: there is no game to write")
    write_whole(path, "".join(lines))
    return len(lines)


def convert(source: Path, target: Path, on_skip: OnSkip) -> ConvertResult:
    """Write the games of one file to another and return what became of them; raises SetupError."""
    skipped: list[SkippedGame] = []
    games = write_records(target, read_records(source, skipped.append))
    for game in skipped:
        on_skip(game)
    return ConvertResult(games, len(skipped), 0)


def require_format(path: Path) -> None:
    """Raise SetupError if a file is not called as one of transcripts is, or of a format that a package adds."""
    if path.suffix.lower() != SUFFIX and plugged.format_of_target(_GAME, path.name) is None:
        endings = " or ".join((SUFFIX, *plugged.suffixes_of(_GAME)))
        raise SetupError(f"{path}: games are written as transcripts; let its name end in {endings}")
