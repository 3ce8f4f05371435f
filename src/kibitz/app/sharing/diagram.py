"""One position as a picture: with coordinates, numbers of moves, marks and arrows, in colour or for print."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kibitz.app.played_line import PlayedLine
from kibitz.app.sharing.places import is_pass, layout_of
from kibitz.errors import NotationError
from kibitz.svg import COLOUR, PRINT, SHAPES, Layout, Overlay, draw


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a diagram shows. `numbers_from` is the first move that gets its number, counted from 1; 0 numbers none.

    `marks` are `circle:d3` or a text of at most three letters instead of the shape, `arrows` are `d3-e5`.
    """

    coordinates: bool = True
    numbers_from: int = 0
    last_move: bool = True
    marks: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()
    is_print: bool = False
    size: int = 480


def diagram_of(line: PlayedLine, wishes: Wishes) -> str:
    """The last position of a line as SVG text; raises NotationError for marks and arrows that cannot be drawn.

    Where a square was played on twice, the first number stands on it and the others are told under the board.
    """
    layout = layout_of(line)
    played = _played(line)
    numbers, others = _numbers(line, wishes.numbers_from)
    shapes, labels = _marks(wishes.marks)
    last = (played[-1],) if wishes.last_move and played and not is_pass(played[-1]) else ()
    overlay = Overlay(last, labels, tuple(map(_arrow, wishes.arrows)), numbers, shapes)
    ink = PRINT if wishes.is_print else COLOUR
    return draw(_titled(layout, played), overlay, (), wishes.size, wishes.coordinates, ink, ", ".join(others))


def _titled(layout: Layout, played: Sequence[str]) -> Layout:
    return replace(layout, title=f"{layout.title}, after {played[-1]}") if played else layout


def _played(line: PlayedLine) -> list[str]:
    """The moves that somebody chose: forced passes have no number."""
    return [name for name in line.format_moves(line.moves) if line.passes_are_choices or not is_pass(name)]


def _numbers(line: PlayedLine, first: int) -> tuple[dict[str, str], list[str]]:
    """The number on each square, and a remark for each that has no room there."""
    on_board: dict[str, str] = {}
    others = []
    for number, name in enumerate(_played(line), 1):
        if not first or number < first:
            continue
        text = str(number)
        if is_pass(name):
            others.append(f"{text} pass")
        elif name in on_board:
            others.append(f"{text} at {on_board[name]}")
        else:
            on_board[name] = text
    return on_board, others


def _marks(marks: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The shapes and the texts by square."""
    shapes: dict[str, str] = {}
    labels: dict[str, str] = {}
    for mark in marks:
        kind, _, square = mark.partition(":")
        if not square or (kind not in SHAPES and not 1 <= len(kind) <= 3):
            raise NotationError(f"{mark[:30]!r} is not a mark; marks are such as circle:d3, or A:d3 with up to three letters")
        (shapes if kind in SHAPES else labels)[square] = kind
    return shapes, labels


def _arrow(text: str) -> tuple[str, str]:
    start, _, end = text.partition("-")
    if not end:
        raise NotationError(f"{text[:30]!r} is not an arrow; arrows are such as d3-e5")
    return start, end
