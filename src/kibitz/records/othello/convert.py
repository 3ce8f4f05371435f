"""Turns files of games of Othello into files of another format."""

from pathlib import Path

from kibitz.records.convert import ConvertResult, ReportCounter
from kibitz.records.othello.files import RecordFormat, read_games, write_games
from kibitz.records.reports import OnSkip, OnWarning


def convert(
    source: Path, target: Path, on_skip: OnSkip, on_warning: OnWarning, format: RecordFormat | None = None
) -> ConvertResult:
    """Write the games of one file, or folder, to another file and return what became of them.

    The source's format follows from its content, the target's from its name unless `format` is given. Games that cannot be read,
    or that the target's format cannot hold, go to `on_skip`; games whose stated result is not what their moves give are written
    and go to `on_warning`. Raises NotationError or SetupError, and then leaves the target as it was; so it does if no game is
    left to write.
    """
    counter = ReportCounter(on_skip, on_warning)
    games = write_games(target, read_games(source, counter.skip, counter.warn), format, counter.skip)
    return counter.result(games)
