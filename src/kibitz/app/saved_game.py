"""A game as the app saves it: the sum of its events. A SavedGame never changes; an event makes another one.

Events are small JSON objects, one for each line of the game's file. Whatever an event says is checked before it is written, so a
file replays to the game it was. summary() is the one event that makes the same game as all of them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from kibitz.app.played_line import PlayedLine
from kibitz.app.sides import color_named, side_name
from kibitz.errors import IllegalMoveError, NotationError, SetupError
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

    def after(self, event: Event) -> "SavedGame":
        """The game after one more event; raises KibitzError for an event that is not possible."""
        change = _CHANGES.get(event["event"])
        if change is None:
            raise NotationError(f"{event['event']!r} is not an event of a game")
        game = change(self, event)
        return replace(game, version=self.version + 1, changed=_time(event))


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
        created=_time(event),
        changed=_time(event, "changed" if "changed" in event else "at"),
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
        "extras": dict(game.extras),
    }


def require_texts(game: SavedGame) -> None:
    """Raise TypeError if something is no text that must be one, as in a file that was damaged."""
    names = (game.black.player, game.black.name, game.white.player, game.white.name, game.event, game.date)
    for text in (*names, *game.comments, *game.comments.values(), *game.variations):
        if not isinstance(text, str):
            raise TypeError(f"{text!r:.40} is not a text")


def stamped(kind: str, **facts: Any) -> dict[str, Any]:
    """An event that happens now."""
    return {"event": kind, "at": datetime.now(UTC).isoformat(timespec="milliseconds"), **facts}


def _time(event: Event, name: str = "at") -> datetime:
    """When an event happened; one that does not say in which time zone is of UTC, so that all can be compared."""
    at = datetime.fromisoformat(event[name])
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _moved(game: SavedGame, event: Event) -> SavedGame:
    if game.is_over:
        raise SetupError("the game is over")
    move = game.line.parse_move(event["move"])
    game.position.play(move)
    line = game.line.with_moves((*game.line.moves, move))
    return replace(game, line=line, seconds=(*game.seconds, event.get("seconds")))


def _taken_back(game: SavedGame, event: Event) -> SavedGame:
    length = int(event["to"])
    if not game.fixed <= length < len(game.line.moves):
        raise SetupError("there is no move to take back")
    line = game.line.with_moves(game.line.moves[:length])
    # What was played stays in the tree: people come back to it.
    kept = _with_variation(game.variations, game.line.path)
    return replace(game, line=line, seconds=game.seconds[: length - game.fixed], variations=kept, ended=None, dead=None)


def _ended(game: SavedGame, event: Event) -> SavedGame:
    if game.is_over:
        raise SetupError("the game is over already")
    points = -game.line.points if color_named(event["loser"]) == Color.BLACK else game.line.points
    return replace(game, ended=Outcome(points, Reason[event["reason"]]))


def _counted(game: SavedGame, event: Event) -> SavedGame:
    if not game.can_be_counted:
        raise SetupError("stones are counted when both sides have passed, in games that are counted")
    return replace(game, dead=game.line.parse_dead(event["points"]))


def _described(game: SavedGame, event: Event) -> SavedGame:
    return replace(
        game,
        black=replace(game.black, name=event.get("black", game.black.name)),
        white=replace(game.white, name=event.get("white", game.white.name)),
        event=event.get("name", game.event),
        date=event.get("date", game.date),
    )


def _commented(game: SavedGame, event: Event) -> SavedGame:
    path = checked_path(game, event["path"])
    comments = {known: text for known, text in game.comments.items() if known != path}
    return replace(game, comments=comments | ({path: event["comment"]} if event["comment"] else {}))


def _branched(game: SavedGame, event: Event) -> SavedGame:
    path = checked_path(game, event["path"])
    if game.line.path.startswith(path):
        raise SetupError("that is the game itself; a variation leaves it")
    return replace(game, variations=_with_variation(game.variations, path))


def _pruned(game: SavedGame, event: Event) -> SavedGame:
    path = checked_path(game, event["path"])
    kept = tuple(known for known in game.variations if not known.startswith(path))
    if kept == game.variations:
        raise SetupError("there is no such variation")
    trunk = (game.line.path, *kept)
    comments = {at: text for at, text in game.comments.items() if any(line.startswith(at) for line in trunk)}
    return replace(game, variations=kept, comments=comments)


def checked_path(game: SavedGame, path: str) -> str:
    """A path as the game's tree names it; raises NotationError or IllegalMoveError if no such line can be played."""
    return game.line.with_path(path).path


def _with_variation(known: tuple[str, ...], path: str) -> tuple[str, ...]:
    """The variations with one more; one that is part of another is not kept beside it."""
    if any(line.startswith(path) for line in known):
        return known
    return (*(line for line in known if not path.startswith(line)), path)


_CHANGES: Final = {
    "move": _moved,
    "take back": _taken_back,
    "end": _ended,
    "dead": _counted,
    "facts": _described,
    "comment": _commented,
    "variation": _branched,
    "no variation": _pruned,
}


def move_event(game: SavedGame, move: int, seconds: float | None) -> dict[str, Any]:
    return stamped("move", move=game.line.format_move(move), seconds=seconds)


def count_event(game: SavedGame) -> dict[str, Any]:
    """The stones that are likely to be dead at the end; people may see it otherwise."""
    return stamped("dead", points=game.line.format_moves(game.line.likely_dead()))


def end_event(loser: Color, reason: Reason) -> dict[str, Any]:
    return stamped("end", loser=side_name(loser), reason=reason.name)


def require_legal(game: SavedGame, text: str) -> int:
    """The move of a text; raises NotationError or IllegalMoveError if it is none in this position."""
    move = game.line.parse_move(text)
    if move not in game.position.legal_moves():
        game.position.play(move)  # says why not
        raise IllegalMoveError(f"{text} is not legal")
    return move
