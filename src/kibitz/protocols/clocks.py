"""The clocks of both sides as GTP tells them: a main time, then so many stones in so many seconds, again and again."""

from dataclasses import dataclass, field, replace

from kibitz.players.player import Clock
from kibitz.rules.game import Color


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """Seconds of main time, and seconds for so many stones after it; no stones means that the game is lost after it."""

    main: float
    period: float = 0.0
    stones: int = 0
    increment: float = 0.0  # added after each move

    @property
    def seconds_per_stone(self) -> float:
        return self.period / self.stones if self.stones else 0.0


@dataclass(frozen=True, slots=True)
class SideClock:
    """What one side has left: seconds of main time, or seconds for so many stones if those are above 0."""

    seconds: float
    stones: int = 0

    def after(self, spent: float, settings: TimeSettings) -> "SideClock":
        """The clock after a move that took so long. Time overdrawn is not punished: that is for the referee."""
        left = self.seconds - spent + (0.0 if self.stones else settings.increment)
        if left > 0 and self.stones != 1:
            return SideClock(left, max(self.stones - 1, 0))
        if not settings.stones:
            return SideClock(max(left, 0.0))
        return SideClock(settings.period, settings.stones)


@dataclass(frozen=True, slots=True)
class GameClocks:
    """Both sides' clocks; without settings and without `time_left` there is no clock."""

    settings: TimeSettings | None = None
    left: dict[Color, SideClock] = field(default_factory=dict)

    def clock(self, color: Color) -> Clock | None:
        """A side's clock as a player sees it. In a period each stone has an equal part of the time, and the part comes again."""
        side = self.left.get(color)
        if side is None:
            return None
        if side.stones:
            share = side.seconds / side.stones
            return Clock(share, share)
        return Clock(side.seconds, max(self.settings.seconds_per_stone, self.settings.increment) if self.settings else 0.0)

    def told(self, color: Color, side: SideClock) -> "GameClocks":
        """The clocks after the other program said what a side has left."""
        return replace(self, left={**self.left, color: side})

    def after_move(self, color: Color, spent: float) -> "GameClocks":
        """The clocks after a move of a side that took so long; they run by themselves where nobody tells them."""
        side = self.left.get(color)
        return self if side is None else self.told(color, side.after(spent, self.settings or TimeSettings(0.0)))

    def restarted(self) -> "GameClocks":
        """The clocks at the beginning of another game with the same settings."""
        return clocks_of(self.settings)


def clocks_of(settings: TimeSettings | None) -> GameClocks:
    """Clocks that have not begun to run. As GTP has it, seconds for no stones mean no limit at all."""
    if settings is None or (not settings.stones and (settings.period or not settings.main)):
        return GameClocks()
    first = SideClock(settings.main) if settings.main else SideClock(settings.period, settings.stones)
    return GameClocks(settings, dict.fromkeys(Color, first))
