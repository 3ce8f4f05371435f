"""A game as the app saves it: the sum of its events. A SavedGame never changes; an event makes another one.

Events are small JSON objects, one for each line of the game's file. Whatever an event says is checked before it is written, so a
file replays to the game it was. summary() is the one event that makes the same game as all of them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from kibitz.app.played_line import PlayedLine
from kibitz.errors import SetupError
from kibitz.players.referee import TimeControl
from kibitz.rules.game import Color, Outcome, Reason
from kibitz.rules.squares import PASS

Event: TypeAlias = Mapping[str, Any]

HUMAN: Final = "human"


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """Who sits on one side: a person, or a player by its text; `name` is for the record."""

    player: str = HUMAN
    name: str = ""

    @property
    def is_human(self) -> bool:
        return self.player == HUMAN

    @property
    def shown_name(self) -> str:
        return self.name or ("" if self.is_human else self.player)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game with its tree of comments and variations. `version` counts its events.

    `seconds` has an entry for each move after the fixed opening: what was spent on it, None where nobody measured.
    """

    id: str
    black: SeatedPlayer
    white: SeatedPlayer
    line: PlayedLine
    fixed: int
    created: datetime
    changed: datetime
    version: int = 1
    seconds: tuple[float | None, ...] = ()
    time_control: TimeControl | None = None
    human_time: bool = False
    ended: Outcome | None = None  # by resignation, time, or as an imported record states it
    comments: Mapping[str, str] = field(default_factory=dict)
    variations: tuple[str, ...] = ()
    dead: tuple[int, ...] | None = None  # stones that do not count at the end; None until somebody has looked
    event: str = ""
    date: str = ""
    folder: str = ""
    tags: tuple[str, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)  # further facts of an imported record

    @property
    def game(self) -> str:
        """The name of the game that is played."""
        return self.line.game_name

    @property
    def position(self) -> Any:
        return self.line.position

    @property
    def outcome(self) -> Outcome | None:
        return self.ended or self.line.outcome(self.dead or ())

    @property
    def awaits_count(self) -> bool:
        """Whether a game that is counted has come to its end and nobody has looked yet which stones are dead."""
        return self.can_be_counted and self.dead is None

    @property
    def can_be_counted(self) -> bool:
        """Whether somebody may say now which stones are dead."""
        return self.line.is_counted and self.ended is None and bool(self.position.is_over)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    def seat(self, color: Color) -> SeatedPlayer:
        return self.black if color == Color.BLACK else self.white

    @property
    def to_move(self) -> SeatedPlayer:
        """Who is to move."""
        return self.seat(self.position.to_move)

    @property
    def has_human(self) -> bool:
        return self.black.is_human or self.white.is_human

    def spent(self, color: Color) -> float:
        """Seconds that one side has used for its moves."""
        turns = enumerate(self._turns())
        return sum(self.seconds[n - self.fixed] or 0.0 for n, (mover, _) in turns if mover == color and n >= self.fixed)

    def moves_made(self, color: Color) -> int:
        """How many moves of its own, forced passes left out, one side has made."""
        return sum(mover == color and number >= self.fixed for number, mover in self._choices())

    def take_back_length(self) -> int | None:
        """How many moves are left after taking back to the last choice of a person; None if there is none."""
        chosen = [number for number, mover in self._choices() if number >= self.fixed and self.seat(mover).is_human]
        return chosen[-1] if chosen else None

    def _choices(self) -> Iterator[tuple[int, Color]]:
        """The numbers of the moves that somebody chose, and whose they are."""
        for number, (mover, move) in enumerate(self._turns()):
            if self.line.passes_are_choices or move != PASS:
                yield number, mover

    def _turns(self) -> Iterator[tuple[Color, int]]:
        """All moves and whose they are; passes are written out, so sides take turns."""
        mover = self.line.start.to_move
        for move in self.line.moves:
            yield mover, move
            mover = mover.other


def begun(event: Event, line: PlayedLine) -> SavedGame:
    """The game of its first event, `new`, and of the line that the event names; raises SetupError if they do not fit."""
    clock = event.get("clock")
    ended = event.get("outcome")
    dead = event.get("dead")
    fixed = int(event.get("fixed", len(line.moves)))
    seconds = tuple(event.get("seconds", ())) or (None,) * (len(line.moves) - fixed)
    if not 0 <= fixed <= len(line.moves) or len(seconds) != len(line.moves) - fixed:
        raise SetupError("the moves of its opening, or the seconds of the others, are more than its moves")
    return SavedGame(
        id=event["id"],
        black=SeatedPlayer(**event["black"]),
        white=SeatedPlayer(**event["white"]),
        line=line,
        fixed=fixed,
        created=time_of(event),
        changed=time_of(event, "changed" if "changed" in event else "at"),
        version=int(event.get("version", 1)),
        seconds=seconds,
        time_control=TimeControl(clock["seconds"], clock["increment"]) if clock else None,
        human_time=bool(event.get("human_time")),
        ended=Outcome(ended["black_score"], Reason[ended["reason"]]) if ended else None,
        comments=dict(event.get("comments", {})),
        variations=tuple(event.get("variations", ())),
        dead=None if dead is None else line.parse_dead(dead),
        event=event.get("name", ""),
        date=event.get("date", ""),
        folder=event.get("folder", ""),
        tags=tuple(event.get("tags", ())),
        extras=event.get("extras", {}),
    )


def summary(game: SavedGame) -> dict[str, Any]:
    """The first event of a game that is this one already; not quite so while a forced pass is to be played, which lines have."""
    ended, control = game.ended, game.time_control
    return {
        "event": "new",
        "id": game.id,
        "at": game.created.isoformat(),
        "changed": game.changed.isoformat(),
        "version": game.version,
        "black": asdict(game.black),
        "white": asdict(game.white),
        "start": game.line.start_text,
        "moves": game.line.path,
        "fixed": game.fixed,
        "seconds": list(game.seconds),
        "clock": None if control is None else {"seconds": control.seconds, "increment": control.increment},
        "human_time": game.human_time,
        "outcome": None if ended is None else {"black_score": ended.black_score, "reason": ended.reason.name},
        "comments": dict(game.comments),
        "variations": list(game.variations),
        "dead": None if game.dead is None else game.line.format_moves(game.dead),
        "name": game.event,
        "date": game.date,
        "folder": game.folder,
        "tags": list(game.tags),
        "extras": dict(game.extras),
    }


def require_texts(game: SavedGame) -> None:
    """Raise TypeError if something is no text that must be one, as in a file that was damaged."""
    names = (game.black.player, game.black.name, game.white.player, game.white.name, game.event, game.date, game.folder)
    for text in (*names, *game.tags, *game.comments, *game.comments.values(), *game.variations):
        if not isinstance(text, str):
            raise TypeError(f"{text!r:.40} is not a text")


def stamped(kind: str, **facts: Any) -> dict[str, Any]:
    """An event that happens now."""
    return {"event": kind, "at": datetime.now(UTC).isoformat(timespec="milliseconds"), **facts}


def time_of(event: Event, name: str = "at") -> datetime:
    """When an event happened; one that does not say in which time zone is of UTC, so that all can be compared."""
    at = datetime.fromisoformat(event[name])
    return at if at.tzinfo else at.replace(tzinfo=UTC)
