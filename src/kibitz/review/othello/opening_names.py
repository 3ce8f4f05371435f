"""Names of openings: which of them a line has passed through, however the board is turned and in whatever order it was played."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from kibitz.rules.othello.position import START, Position, play_all
from kibitz.rules.squares import parse_transcript

NAMES_FILE: Final = "opening_names.txt"


@dataclass(frozen=True, slots=True)
class NamedOpening:
    """A name and the moves that lead to it, passes written out."""

    name: str
    moves: tuple[int, ...]


@cache
def known_openings() -> tuple[NamedOpening, ...]:
    """All openings that have a name here, by their moves, the first of which is f5."""
    text = files("kibitz.review.othello").joinpath(NAMES_FILE).read_text(encoding="utf-8")
    rows = (line.split(maxsplit=1) for line in text.splitlines() if not line.startswith("#"))
    return tuple(NamedOpening(name, parse_transcript(moves)) for moves, name in rows)


def opening_of(moves: Iterable[int], start: Position = START) -> NamedOpening | None:
    """The last named opening that a line passes through, with the line's own moves up to it; None if there is none.

    `moves` are legal from `start` with forced passes written out. A start other than the standard one has no named openings.
    """
    return openings_along(moves, start)[-1]


def openings_along(moves: Iterable[int], start: Position = START) -> list[NamedOpening | None]:
    """As opening_of() for every position of a line, the start first."""
    played = tuple(moves)
    found: list[NamedOpening | None] = [None]
    position = start
    for count, move in enumerate(played, 1):
        position = position.play(move)
        name = _name(position) if start == START else None
        found.append(NamedOpening(name, played[:count]) if name else found[-1])
    return found


def _name(position: Position) -> str | None:
    # Turning a board eight ways takes longer than all else, so positions beyond the longest opening are not looked up.
    return _names_by_position().get(position.canonical()) if position.disc_count <= _most_discs() else None


@cache
def _names_by_position() -> dict[Position, str]:
    return {play_all(opening.moves).canonical(): opening.name for opening in known_openings()}


@cache
def _most_discs() -> int:
    """Discs on the board after the longest of the openings."""
    return max(position.disc_count for position in _names_by_position())
