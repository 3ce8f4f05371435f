"""Turns files of games into others: of another format for Othello, of plain SGF for Go."""

from dataclasses import dataclass
from pathlib import Path

from kibitz.records.go.files import read_go_games, write_go_games
from kibitz.records.othello.files import RecordFormat, read_games, write_games
from kibitz.records.othello.record import GameWarning, OnSkip, OnWarning, SkippedGame


@dataclass(frozen=True, slots=True)
class ConvertResult:
    """How many games were written, how many could not be read or written, and how many are doubtful."""

    games: int
    skipped: int
    warnings: int


class _Counter:
    """Passes on what is reported, and counts it."""

    def __init__(self, on_skip: OnSkip, on_warning: OnWarning) -> None:
        self.on_skip, self.on_warning = on_skip, on_warning
        self.skipped = self.warnings = 0

    def skip(self, game: SkippedGame) -> None:
        self.skipped += 1
        self.on_skip(game)

    def warn(self, warning: GameWarning) -> None:
        self.warnings += 1
        self.on_warning(warning)


def convert(
    source: Path, target: Path, on_skip: OnSkip, on_warning: OnWarning, format: RecordFormat | None = None
) -> ConvertResult:
    """Write the games of one file, or folder, to another file and return what became of them.

    The source's format follows from its content, the target's from its name unless `format` is given. Games that cannot be read,
    or that the target's format cannot hold, go to `on_skip`; games whose stated result is not what their moves give are written
    and go to `on_warning`. Raises NotationError or SetupError, and then leaves the target as it was; so it does if no game is
    left to write.
    """
    counter = _Counter(on_skip, on_warning)
    games = write_games(target, read_games(source, counter.skip, counter.warn), format, counter.skip)
    return ConvertResult(games, counter.skipped, counter.warnings)


def convert_go(source: Path, target: Path, on_skip: OnSkip) -> ConvertResult:
    """Write the games of Go of a file, an archive or a folder to one SGF collection and return what became of them.

    Whatever encoding and dialect they were in, they come out as FF[4] in UTF-8 with their comments and variations. Games that
    cannot be used go to `on_skip`. Raises NotationError or SetupError, and then leaves the target as it was.
    """
    counter = _Counter(on_skip, lambda _: None)
    games = write_go_games(target, read_go_games(source, counter.skip))
    return ConvertResult(games, counter.skipped, counter.warnings)
