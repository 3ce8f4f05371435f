"""What can happen to a saved game: events as they are made and checked, and the game after each of them.

Whatever an event says is checked before it is written, so a file replays to the game it was.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from kibitz.app.saved_game import Event, SavedGame, stamped, time_of
from kibitz.app.shapes.base import Side
from kibitz.app.sides import color_named, side_name
from kibitz.errors import IllegalMoveError, NotationError, SetupError
from kibitz.rules.game import Color, Outcome, Reason


def game_after(game: SavedGame, event: Event) -> SavedGame:
    """The game after one more event; raises KibitzError for an event that is not possible."""
    change = _CHANGES.get(event["event"])
    if change is None:
        raise NotationError(f"{event['event']!r} is not an event of a game")
    return replace(change(game, event), version=game.version + 1, changed=time_of(event))


def move_event(game: SavedGame, move: int, seconds: float | None) -> dict[str, Any]:
    return stamped("move", move=game.line.format_move(move), seconds=seconds)


def count_event(game: SavedGame) -> dict[str, Any]:
    """The stones that are likely to be dead at the end; people may see it otherwise."""
    return stamped("dead", points=game.line.format_moves(game.line.likely_dead()))


def end_event(loser: Color, reason: Reason) -> dict[str, Any]:
    return stamped("end", loser=side_name(loser), reason=reason.name)


def resignation_event(game: SavedGame, side: Side | None) -> dict[str, Any]:
    """A person resigns: the one named, else the one to move, else the only one; raises SetupError if no person plays."""
    people = [color for color in Color if game.seat(color).is_human]
    if side is not None:
        people = [color for color in people if side_name(color) == side]
    if not people:
        raise SetupError("only a person who plays can resign")
    mover = game.position.to_move
    return end_event(mover if mover in people else people[0], Reason.RESIGNATION)


def require_legal(game: SavedGame, text: str) -> int:
    """The move of a text; raises NotationError or IllegalMoveError if it is none in this position."""
    move = game.line.parse_move(text)
    if move not in game.position.legal_moves():
        game.position.play(move)  # says why not
        raise IllegalMoveError(f"{text} is not legal")
    return move


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


def _filed(game: SavedGame, event: Event) -> SavedGame:
    return replace(game, folder=event.get("folder", game.folder), tags=tuple(event.get("tags", game.tags)))


def _commented(game: SavedGame, event: Event) -> SavedGame:
    path = _checked_path(game, event["path"])
    comments = {known: text for known, text in game.comments.items() if known != path}
    return replace(game, comments=comments | ({path: event["comment"]} if event["comment"] else {}))


def _branched(game: SavedGame, event: Event) -> SavedGame:
    path = _checked_path(game, event["path"])
    if game.line.path.startswith(path):
        raise SetupError("that is the game itself; a variation leaves it")
    return replace(game, variations=_with_variation(game.variations, path))


def _pruned(game: SavedGame, event: Event) -> SavedGame:
    path = _checked_path(game, event["path"])
    kept = tuple(known for known in game.variations if not known.startswith(path))
    if kept == game.variations:
        raise SetupError("there is no such variation")
    trunk = (game.line.path, *kept)
    comments = {at: text for at, text in game.comments.items() if any(line.startswith(at) for line in trunk)}
    return replace(game, variations=kept, comments=comments)


def _checked_path(game: SavedGame, path: str) -> str:
    """A path as the game's tree names it; raises NotationError or IllegalMoveError if no such line can be played."""
    return game.line.with_path(path).path


def _with_variation(known: tuple[str, ...], path: str) -> tuple[str, ...]:
    """The variations with one more; one that is part of another is not kept beside it."""
    if any(line.startswith(path) for line in known):
        return known
    return (*(line for line in known if not path.startswith(line)), path)


_CHANGES: Final[dict[str, Callable[[SavedGame, Event], SavedGame]]] = {
    "move": _moved,
    "take back": _taken_back,
    "end": _ended,
    "dead": _counted,
    "facts": _described,
    "filed": _filed,
    "comment": _commented,
    "variation": _branched,
    "no variation": _pruned,
}
