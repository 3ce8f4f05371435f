"""The places of a chapter with their positions, played by the rules of its game; what cannot be played is refused."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from kibitz.app.played_line import PlayedLine
from kibitz.app.shapes.base import Side
from kibitz.app.shapes.studies import ChapterShape, PlaceShape, StudyContent
from kibitz.app.sides import side_name
from kibitz.app.study_games import parse_played_line
from kibitz.errors import KibitzError, NotationError
from kibitz.games.catalogue import find_kit
from kibitz.rules.squares import PASS
from kibitz.svg import Layout

_PASSED = "pass"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a tree of moves. `line` begins with its position and has no moves; `ply` counts as the pages do."""

    parent: int
    ply: int
    move: str  # as the game writes it; empty for the start
    mover: Side | None
    line: PlayedLine
    said: PlaceShape

    @property
    def position(self) -> Any:
        return self.line.start


def places_of(chapter: ChapterShape) -> list[Place]:
    """All places of a chapter, each after its parent.

    Raises NotationError for a place without a parent before it, and for a move that cannot be played there.
    """
    first = _settled(replace(parse_played_line(chapter.start), moves=()))
    places = [Place(-1, 0, "", None, first, chapter.places[0])]
    for number, said in enumerate(chapter.places[1:], 1):
        places.append(_after(places, number, said, chapter.title))
    return places


def _after(places: Sequence[Place], number: int, said: PlaceShape, title: str) -> Place:
    if not 0 <= said.parent < number:
        raise NotationError(f"chapter {title[:40]!r}, place {number}: its parent is {said.parent}, which is not an earlier place")
    parent = places[said.parent]
    try:
        move = parent.line.parse_move(said.move)
        line = replace(parent.line, start=parent.position.play(move))
    except KibitzError as error:
        raise NotationError(f"chapter {title[:40]!r}, place {number}: {error}") from None
    return Place(said.parent, parent.ply + 1, line.format_move(move), side_name(parent.position.to_move), _settled(line), said)


def _settled(line: PlayedLine) -> PlayedLine:
    """The line after a pass, if that is forced."""
    return replace(line, start=line.start.play(PASS)) if line.must_pass else line


def layout_of(line: PlayedLine) -> Layout:
    """How the position of a line is drawn; raises NotationError if pictures of its game cannot be made."""
    library = find_kit(line.game_name).library
    if library is None:
        raise NotationError(f"boards of {line.game_name} cannot be drawn")
    return library.layout(line.position)


def is_pass(move: str) -> bool:
    """Whether the name of a move has no square."""
    return move.lower() == _PASSED


def children_of(places: Sequence[Place]) -> list[list[int]]:
    """The numbers of the places that follow each place, the main one first."""
    found: list[list[int]] = [[] for _ in places]
    for number, place in enumerate(places[1:], 1):
        found[place.parent].append(number)
    return found


def check_study(study: StudyContent) -> None:
    """Raise NotationError for a move that cannot be played, and for a mark or an arrow on what is no square of the board."""
    for chapter in study.chapters:
        places = places_of(chapter)
        squares = set(layout_of(places[0].line).places)
        for place in places:
            check_squares(place, squares)


def check_squares(place: Place, squares: Set[str]) -> None:
    """Raise NotationError for a mark or an arrow on what is no square of the board."""
    for square in _marked(place.said):
        if square not in squares:
            raise NotationError(f"{square[:20]!r} is not a square of the board")


def _marked(said: PlaceShape) -> Iterator[str]:
    yield from said.marks
    for arrow in said.arrows:
        yield from arrow
