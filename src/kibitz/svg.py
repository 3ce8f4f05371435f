"""Boards as pictures: SVG made of plain text, which browsers, notebooks and most programs show without anything installed.

A game says how a position is laid out, and this module draws it. Colour-blind people can tell all the colours apart.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol
from xml.sax.saxutils import escape

from kibitz.errors import NotationError

_CELL: Final = 40
_MARGIN: Final = 24  # for coordinates
_SHOWN: Final = 0.005  # a probability that is less than half a per cent would be written as 0%
_INK, _PAPER, _LIKELY, _GOOD, _BAD = "#222222", "#ffffff", "#f0e442", "#56b4e9", "#d55e00"
_FOOT: Final = 26  # the height of a line under the board
SHAPES: Final = ("circle", "square", "triangle", "cross")
PIECES: Final = ("black", "white", "cross", "nought")


@dataclass(frozen=True, slots=True)
class Look:
    """What a board is made of. Pieces stand on the crossings of its lines, or in the squares between them."""

    ground: str
    on_crossings: bool = False


FELT: Final = Look("#3b7a57")
WOOD: Final = Look("#e3b96b", on_crossings=True)
SHEET: Final = Look(_PAPER)


@dataclass(frozen=True, slots=True)
class Ink:
    """What a picture is drawn with. In print the board is white, and what is drawn on black pieces is white too."""

    mark: str
    arrow: str
    is_print: bool = False


COLOUR: Final = Ink(mark=_BAD, arrow=_BAD)
PRINT: Final = Ink(mark="#000000", arrow="#555555", is_print=True)


@dataclass(frozen=True, slots=True)
class Layout:
    """A position as it is drawn: names of columns from the left and of rows from the top, and where each square is.

    `pieces` are `black`, `white`, `cross` or `nought` by the name of their square. `dots` are points of the board itself, in
    squares from its top left corner. `title` is read out to those who do not see the picture.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    places: Mapping[str, tuple[int, int]]
    pieces: Mapping[str, str]
    look: Look
    title: str
    dots: tuple[tuple[float, float], ...] = ()


class Drawable(Protocol):
    """Whatever can be drawn: kibitz.Board, for one."""

    @property
    def layout(self) -> Layout: ...

    @property
    def last_move(self) -> str | None: ...


def board(
    board: Drawable,
    *,
    size: int = 360,
    marks: Mapping[str, str] | Iterable[str] = (),
    arrows: Iterable[tuple[str, str]] = (),
    probabilities: Mapping[str, float] | None = None,
    values: Mapping[str, float] | None = None,
    coordinates: bool = True,
) -> str:
    """A board with its last move as SVG text, `size` pixels wide.

    `marks` are squares to ring, or texts by square. Arrows go from one square to another. `probabilities`, between 0 and 1, and
    `values` are coloured and written in their squares: the likelier the yellower, the best value blue and the worst orange. A
    pass has no square and is left out, as is what is less likely than half a per cent. Raises NotationError for a name that is
    no square of the board.
    """
    moves = () if board.last_move is None else (board.last_move,)
    overlay = Overlay(moves, dict(marks) if isinstance(marks, Mapping) else dict.fromkeys(marks, ""), tuple(arrows))
    heat = [*_likely(probabilities or {}), *_valued(values or {})]
    return draw(board.layout, overlay, heat, size, coordinates)


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is drawn over the pieces, by the names of squares: played moves, marks with their texts, and arrows.

    `numbers` are written on the pieces without a ring; `shapes` are some of SHAPES.
    """

    played: tuple[str, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    arrows: tuple[tuple[str, str], ...] = ()
    numbers: Mapping[str, str] = field(default_factory=dict)
    shapes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Heat:
    """A coloured square with a text."""

    square: str
    colour: str
    opacity: float
    text: str


def draw(
    layout: Layout,
    overlay: Overlay | None = None,
    heat: Iterable[Heat] = (),
    size: int = 360,
    coordinates: bool = True,
    ink: Ink = COLOUR,
    foot: str = "",
) -> str:
    """A layout with what lies under and over its pieces as SVG text; raises NotationError for a square that is not there.

    `foot` is a line under the board.
    """
    pen = Pen(layout, ink)
    parts = [
        *pen.under(coordinates),
        *(pen.heat(found) for found in heat if pen.is_square(found.square)),
        *(pen.piece(square, kind) for square, kind in layout.pieces.items()),
        *pen.over(overlay or Overlay()),
    ]
    return framed(layout, parts, size, coordinates, foot)


def framed(layout: Layout, parts: Iterable[str], size: int, coordinates: bool = True, foot: str = "") -> str:
    """What a pen has drawn as a picture of its own."""
    margin = _MARGIN if coordinates else 0
    width, height = (2 * margin + _CELL * len(names) for names in (layout.columns, layout.rows))
    full = height + (_FOOT if foot else 0)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-margin} {-margin} {width} {full}" width="{size}" '
        f'height="{round(size * full / width)}" role="img" font-family="sans-serif" text-anchor="middle">',
        f"<title>{escape(layout.title)}</title>",
        f'<rect x="{-margin}" y="{-margin}" width="{width}" height="{full}" fill="{_PAPER}"/>',
        *parts,
        *([_text(width / 2 - margin, full - margin - 8, foot, 13)] if foot else ()),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def bar(title: str, counts: Mapping[str, int], size: int = 360) -> str:
    """Counts as the parts of one bar, at most four, as SVG text."""
    total, left, parts = sum(counts.values()) or 1, 0.0, []
    for (name, count), colour in zip(counts.items(), (_GOOD, "#dddddd", _BAD, _LIKELY), strict=False):
        width = 360 * count / total
        parts.append(f'<rect x="{left:.1f}" y="24" width="{width:.1f}" height="28" fill="{colour}"/>')
        parts.append(_text(left + width / 2, 43, f"{count} {name}", 13) if count else "")
        left += width
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 56" width="{size}" role="img" font-family="sans-serif"'
    rows = [f'{head} text-anchor="middle">', f"<title>{escape(title)}</title>", _text(180, 16, title, 13), *parts, "</svg>"]
    return "\n".join(rows) + "\n"


def _likely(probabilities: Mapping[str, float]) -> Iterator[Heat]:
    for square, probability in probabilities.items():
        if probability >= _SHOWN:
            yield Heat(square, _LIKELY, min(1.0, probability**0.5), f"{100 * probability:.0f}%")


def _valued(values: Mapping[str, float]) -> Iterator[Heat]:
    best, worst = max(values.values(), default=0.0), min(values.values(), default=0.0)
    for square, value in values.items():
        share = (value - worst) / (best - worst) if best > worst else 1.0
        colour = _GOOD if share >= 0.5 else _BAD
        yield Heat(square, colour, 0.25 + 1.2 * abs(share - 0.5), f"{value:+.0f}" if value == round(value) else f"{value:+.1f}")


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws the parts of one layout."""

    layout: Layout
    ink: Ink = COLOUR

    def under(self, coordinates: bool) -> Iterator[str]:
        """The board without its pieces."""
        yield from self.ground()
        if coordinates:
            yield from self.coordinates()

    def over(self, overlay: Overlay) -> Iterator[str]:
        """What lies over the pieces; passes are left out."""
        yield from (self.number(square, text) for square, text in overlay.numbers.items() if self.is_square(square))
        yield from (self.played(square) for square in overlay.played if self._shows_played(square, overlay))
        yield from (self.mark(square, text) for square, text in overlay.marks.items() if self.is_square(square))
        yield from (self.shape(square, kind) for square, kind in overlay.shapes.items() if self.is_square(square))
        yield from (self.arrow(start, end) for start, end in overlay.arrows)

    def _shows_played(self, square: str, overlay: Overlay) -> bool:
        return self.is_square(square) and square not in overlay.numbers

    def is_square(self, name: str) -> bool:
        """Whether a move has a square, as all have but a pass; raises NotationError for a name that is neither."""
        return name.strip().lower() != "pass" and bool(self._place(name))

    def ground(self) -> Iterator[str]:
        columns, rows = len(self.layout.columns), len(self.layout.rows)
        width, height = columns * _CELL, rows * _CELL
        yield f'<rect class="ground" width="{width}" height="{height}" fill="{self._ground}" stroke="{_INK}"/>'
        inset = _CELL / 2 if self.layout.look.on_crossings else 0
        first = 0 if inset else 1
        down = "".join(f"M{inset + x * _CELL:g} {inset:g}v{height - 2 * inset:g}" for x in range(first, columns))
        across = "".join(f"M{inset:g} {inset + y * _CELL:g}h{width - 2 * inset:g}" for y in range(first, rows))
        yield f'<path d="{down}{across}" stroke="{_INK}" fill="none"/>'
        for x, y in self.layout.dots:
            yield f'<circle cx="{x * _CELL:g}" cy="{y * _CELL:g}" r="3.5" fill="{_INK}"/>'

    @property
    def _ground(self) -> str:
        return _PAPER if self.ink.is_print else self.layout.look.ground

    def coordinates(self) -> Iterator[str]:
        width, height = len(self.layout.columns) * _CELL, len(self.layout.rows) * _CELL
        for number, name in enumerate(self.layout.columns):
            for y in (-8, height + 17):
                yield _text((number + 0.5) * _CELL, y, name, 13)
        for number, name in enumerate(self.layout.rows):
            for x in (-12, width + 12):
                yield _text(x, (number + 0.5) * _CELL + 5, name, 13)

    def heat(self, heat: Heat) -> str:
        x, y = self._centre(heat.square)
        shape = f'<circle cx="{x:g}" cy="{y:g}" r="18" fill="{_PAPER}"/><circle cx="{x:g}" cy="{y:g}" r="18"'
        if not self.layout.look.on_crossings:
            shape = f'<rect x="{x - 19:g}" y="{y - 19:g}" width="38" height="38" fill="{_PAPER}"/>'
            shape += f'<rect x="{x - 19:g}" y="{y - 19:g}" width="38" height="38"'
        return f'{shape} fill="{heat.colour}" fill-opacity="{heat.opacity:.2f}"/>{_text(x, y + 5, heat.text, 13)}'

    def piece(self, square: str, kind: str) -> str:
        return piece_at(kind, *self._centre(square))

    def number(self, square: str, text: str) -> str:
        """A number on a piece, or on an empty square where the piece is gone."""
        x, y = self._centre(square)
        size = 17 if len(text) < 3 else 14
        kind = self._piece(square)
        plate = "" if kind else f'<circle cx="{x:g}" cy="{y:g}" r="13" fill="{self._ground}"/>'
        return plate + _text(x, y + size / 3, text, size, _PAPER if kind == "black" else _INK)

    def shape(self, square: str, kind: str) -> str:
        """One of SHAPES; raises NotationError for another."""
        x, y = self._centre(square)
        if kind not in SHAPES:
            raise NotationError(f"{kind[:20]!r} is not a mark; marks are {', '.join(SHAPES)}")
        paths = {
            "circle": f"M{x - 11:g} {y:g}a11 11 0 1 0 22 0a11 11 0 1 0 -22 0",
            "square": f"M{x - 10:g} {y - 10:g}h20v20h-20z",
            "triangle": f"M{x:g} {y - 12:g}l11 19h-22z",
            "cross": f"M{x - 9:g} {y - 9:g}l18 18m0 -18l-18 18",
        }
        line = f'<path class="shape" d="{paths[kind]}" fill="none" stroke="{self._stroke(square)}" stroke-width="3"/>'
        halo = f'<path d="{paths[kind]}" fill="none" stroke="{_PAPER}" stroke-width="6"/>'
        return line if self.ink.is_print else halo + line

    def _stroke(self, square: str) -> str:
        return _PAPER if self.ink.is_print and self._piece(square) == "black" else self.ink.mark

    def _piece(self, square: str) -> str | None:
        asked = square.strip().lower()
        return next((kind for name, kind in self.layout.pieces.items() if name.lower() == asked), None)

    def played(self, square: str) -> str:
        x, y = self._centre(square)
        return f'<circle class="last" cx="{x:g}" cy="{y:g}" r="5" fill="{self.ink.mark}" stroke="{_PAPER}"/>'

    def mark(self, square: str, text: str) -> str:
        x, y = self._centre(square)
        plate = _PAPER if self.ink.is_print else _LIKELY
        ring = f'<circle cx="{x:g}" cy="{y:g}" r="15" fill="{plate if text else "none"}" '
        ring += f'stroke="{self.ink.mark if text else self._stroke(square)}" stroke-width="3"/>'
        return ring + (_text(x, y + 5, text, 13) if text else "")

    def arrow(self, start: str, end: str) -> str:
        """A line that stops short of both centres, and its head."""
        (x0, y0), (x1, y1) = self._centre(start), self._centre(end)
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        tip, base = (x1 - 6 * dx, y1 - 6 * dy), (x1 - 20 * dx, y1 - 20 * dy)
        left, right = ((base[0] - side * 7 * dy, base[1] + side * 7 * dx) for side in (1, -1))
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, left, right))
        line = f'<line x1="{x0:g}" y1="{y0:g}" x2="{base[0]:.1f}" y2="{base[1]:.1f}" stroke="{self.ink.arrow}" stroke-width="5"/>'
        return f'<g class="arrow" opacity="0.85">{line}<polygon points="{corners}" fill="{self.ink.arrow}"/></g>'

    def _centre(self, square: str) -> tuple[float, float]:
        column, row = self._place(square)
        return (column + 0.5) * _CELL, (row + 0.5) * _CELL

    def _place(self, square: str) -> tuple[int, int]:
        asked = square.strip().lower()
        for name, place in self.layout.places.items():
            if name.lower() == asked:
                return place
        names = list(self.layout.places)
        raise NotationError(f"{square[:20]!r} is not a square of the board; squares are {names[0]} to {names[-1]}")


def piece_at(kind: str, x: float, y: float) -> str:
    """One of PIECES around a point."""
    if kind == "cross":
        return f'<path d="M{x - 12:g} {y - 12:g}l24 24m0 -24l-24 24" stroke="{_INK}" stroke-width="5"/>'
    if kind == "nought":
        return f'<circle cx="{x:g}" cy="{y:g}" r="13" fill="none" stroke="{_INK}" stroke-width="5"/>'
    fill = {"black": _INK, "white": _PAPER}[kind]
    return f'<circle cx="{x:g}" cy="{y:g}" r="17" fill="{fill}" stroke="{_INK}"/>'


def _text(x: float, y: float, said: str, size: int, fill: str = _INK) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}">{escape(said)}</text>'
