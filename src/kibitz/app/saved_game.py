"""A game as the app keeps it: the sum of its events. A SavedGame never changes; an event makes another one.

Events are small JSON objects, one for each line of the game's file. Whatever an event says is checked before it is written, so a
file replays to the game it was.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from kibitz.app.lines import Line, color_named, parse_line, path_of, side_name
from kibitz.errors import IllegalMoveError, NotationError, SetupError
from kibitz.players.referee import TimeControl
from kibitz.records.record import GameRecord, MoveNote
from kibitz.rules.game import Color, Outcome, Reason
from kibitz.rules.othello import Position
from kibitz.rules.squares import PASS, format_move, parse_move

Event: TypeAlias = Mapping[str, Any]

HUMAN: Final = "human"
_ENDINGS: Final = {Reason.RESIGNATION: "resignation", Reason.TIME: "time"}
_POINTS: Final = 64


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
    line: Line
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
    event: str = ""
    date: str = ""
    extras: Mapping[str, Any] = field(default_factory=dict)  # what an imported record says besides

    @property
    def position(self) -> Position:
        return self.line.position

    @property
    def outcome(self) -> Outcome | None:
        return self.ended or self.position.outcome()

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
        position, total = self.line.start, 0.0
        for number, move in enumerate(self.line.moves):
            if position.to_move == color and number >= self.fixed:
                total += self.seconds[number - self.fixed] or 0.0
            position = position.play(move)
        return total

    def moves_made(self, color: Color) -> int:
        """How many moves of its own, passes left out, one side has made."""
        position, count = self.line.start, 0
        for number, move in enumerate(self.line.moves):
            count += position.to_move == color and number >= self.fixed and move != PASS
            position = position.play(move)
        return count

    def take_back_length(self) -> int | None:
        """How many moves are left after taking back to the last choice of a person; None if there is none."""
        position, kept = self.line.start, None
        for number, move in enumerate(self.line.moves):
            if number >= self.fixed and self.seat(position.to_move).is_human and move != PASS:
                kept = number
            position = position.play(move)
        return kept

    def record(self) -> GameRecord:
        """The main line as records keep it, with its comments."""
        outcome = self.outcome
        known = {name: self.extras[name] for name in ("place", "round", "black_rating", "white_rating") if name in self.extras}
        return GameRecord(
            self.line.moves,
            self.line.start,
            self.black.shown_name,
            self.white.shown_name,
            event=self.event,
            date=self.date,
            black_score=None if outcome is None else int(outcome.black_score),
            ending="" if outcome is None else _ENDINGS.get(outcome.reason, ""),
            notes=self._notes(),
            **known,
        )

    def _notes(self) -> dict[int, MoveNote]:
        notes = {}
        for number, move in enumerate(self.line.moves):
            comment = "" if move == PASS else self.comments.get(path_of(self.line.moves[: number + 1]), "")
            seconds = self.seconds[number - self.fixed] if number >= self.fixed else None
            if comment or seconds is not None:
                notes[number] = MoveNote(seconds=seconds, comment=comment)
        return notes

    def after(self, event: Event) -> "SavedGame":
        """The game after one more event; raises KibitzError for an event that is not possible."""
        change = _CHANGES.get(event["event"])
        if change is None:
            raise NotationError(f"{event['event']!r} is nothing that happens in a game")
        game = change(self, event)
        return replace(game, version=self.version + 1, changed=_time(event))


def begun(event: Event) -> SavedGame:
    """The game of its first event, `new`; raises KibitzError if its position or moves are wrong."""
    line = parse_line(event.get("start", ""), event.get("moves", ""))
    clock = event.get("clock")
    ended = event.get("outcome")
    return SavedGame(
        id=event["id"],
        black=SeatedPlayer(**event["black"]),
        white=SeatedPlayer(**event["white"]),
        line=line,
        fixed=int(event.get("fixed", len(line.moves))),
        created=_time(event),
        changed=_time(event),
        seconds=tuple(event.get("seconds", ())) or (None,) * (len(line.moves) - int(event.get("fixed", len(line.moves)))),
        time_control=TimeControl(clock["seconds"], clock["increment"]) if clock else None,
        human_time=bool(event.get("human_time")),
        ended=Outcome(ended["black_score"], Reason[ended["reason"]]) if ended else None,
        comments=dict(event.get("comments", {})),
        event=event.get("name", ""),
        date=event.get("date", ""),
        extras=event.get("extras", {}),
    )


def stamped(kind: str, **facts: Any) -> dict[str, Any]:
    """An event that happens now."""
    return {"event": kind, "at": datetime.now(UTC).isoformat(timespec="milliseconds"), **facts}


def _time(event: Event) -> datetime:
    return datetime.fromisoformat(event["at"])


def _moved(game: SavedGame, event: Event) -> SavedGame:
    if game.is_over:
        raise SetupError("the game is over")
    move = parse_move(event["move"])
    line = Line(game.line.start, (*game.line.moves, move))
    game.position.play(move)
    return replace(game, line=line, seconds=(*game.seconds, event.get("seconds")))


def _taken_back(game: SavedGame, event: Event) -> SavedGame:
    length = int(event["to"])
    if not game.fixed <= length < len(game.line.moves):
        raise SetupError("there is no move to take back")
    line = Line(game.line.start, game.line.moves[:length])
    # What was played stays in the tree: people come back to it.
    kept = _with_variation(game.variations, game.line.path)
    return replace(game, line=line, seconds=game.seconds[: length - game.fixed], variations=kept, ended=None)


def _ended(game: SavedGame, event: Event) -> SavedGame:
    if game.is_over:
        raise SetupError("the game is over already")
    points = -_POINTS if color_named(event["loser"]) == Color.BLACK else _POINTS
    return replace(game, ended=Outcome(points, Reason[event["reason"]]))


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
    return parse_line(str(game.line.start), path).path


def _with_variation(known: tuple[str, ...], path: str) -> tuple[str, ...]:
    """The variations with one more; one that is part of another is not kept beside it."""
    if any(line.startswith(path) for line in known):
        return known
    return (*(line for line in known if not path.startswith(line)), path)


_CHANGES: Final = {
    "move": _moved,
    "take back": _taken_back,
    "end": _ended,
    "facts": _described,
    "comment": _commented,
    "variation": _branched,
    "no variation": _pruned,
}


def move_event(move: int, seconds: float | None) -> dict[str, Any]:
    return stamped("move", move=format_move(move), seconds=seconds)


def end_event(loser: Color, reason: Reason) -> dict[str, Any]:
    return stamped("end", loser=side_name(loser), reason=reason.name)


def require_legal(game: SavedGame, text: str) -> int:
    """The move of a text; raises NotationError or IllegalMoveError if it is none in this position."""
    move = parse_move(text)
    if move not in game.position.legal_moves():
        game.position.play(move)  # says what would be legal
        raise IllegalMoveError(f"{text} is not legal")
    return move
