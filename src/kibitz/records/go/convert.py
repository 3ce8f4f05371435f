"""Turns files of games of Go into one plain SGF collection."""

from pathlib import Path

from kibitz.records.convert import ConvertResult, ReportCounter
from kibitz.records.go.files import read_go_games, write_go_games
from kibitz.records.reports import OnSkip, OnWarning


def convert_go(source: Path, target: Path, on_skip: OnSkip, on_warning: OnWarning = lambda _: None) -> ConvertResult:
    """Write the games of Go of a file, an archive or a folder to one SGF collection and return what became of them.

    Whatever encoding and dialect they were in, they come out as FF[4] in UTF-8 with their comments and variations. Games that
    cannot be used go to `on_skip`, those that lose variations to `on_warning`. Raises NotationError or SetupError, and then
    leaves the target as it was.
    """
    counter = ReportCounter(on_skip, on_warning)
    return counter.result(write_go_games(target, read_go_games(source, counter.skip, counter.warn)))
