"""What turning files of games into others comes to, whatever the game; each game has its own convert.py."""

from dataclasses import dataclass

from kibitz.records.reports import GameWarning, OnSkip, OnWarning, SkippedGame


@dataclass(frozen=True, slots=True)
class ConvertResult:
    """How many games were written, how many could not be read or written, and how many are doubtful."""

    games: int
    skipped: int
    warnings: int


class ReportCounter:
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

    def result(self, games: int) -> ConvertResult:
        """What became of all games, so many of which were written."""
        return ConvertResult(games, self.skipped, self.warnings)
