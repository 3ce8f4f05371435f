"""Turns files of Othello games into files of another format."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from kibitz.records.convert import ConvertResult, ReportCounter
from kibitz.records.othello.files import RecordFormat, format_of_name, read_games, write_games
from kibitz.records.othello.record import OthelloRecord
from kibitz.records.reports import GameWarning, OnSkip, OnWarning


def convert(
    source: Path, target: Path, on_skip: OnSkip, on_warning: OnWarning, format: RecordFormat | None = None
) -> ConvertResult:
    """Write the games of one file, or folder, to another file and return what became of them.

    The source's format follows from its content, the target's from its name unless `format` is given. Games that cannot be read,
    or that the target's format cannot hold, go to `on_skip`; games whose stated result is not what their moves give, and those
    that lose variations, are written and go to `on_warning`. Raises NotationError or SetupError, and then leaves the target as it
    was; so it does if no game is left to write.
    """
    counter = ReportCounter(on_skip, on_warning)
    records: Iterable[OthelloRecord] = read_games(source, counter.skip, counter.warn)
    if (format or format_of_name(target.name)) != RecordFormat.SGF:
        records = _telling_losses(records, target, counter)
    return counter.result(write_games(target, records, format, counter.skip))


def _telling_losses(records: Iterable[OthelloRecord], target: Path, counter: ReportCounter) -> Iterator[OthelloRecord]:
    """The records, after it is said of each that has variations that these are not written."""
    for number, record in enumerate(records, 1):
        if record.variations:
            counter.warn(GameWarning(str(target), number, f"its variations ({len(record.variations)}) are kept by SGF alone"))
        yield record
