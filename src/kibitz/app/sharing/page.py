"""A study as one HTML file: its boards, its moves and the script that plays them through. It asks for nothing else, whoever opens
it and from wherever."""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, Final

from kibitz.app.shapes.studies import ChapterShape, PageWords, StudyContent
from kibitz.app.sharing.move_text import move_text
from kibitz.app.sharing.places import Place, check_squares, is_pass, layout_of, places_of
from kibitz.svg import PIECES, Layout, Overlay, Pen, framed, piece_at

_SIZE: Final = 480
_SIGNS: Final = {kind: str(number) for number, kind in enumerate(PIECES, 1)}  # of pieces in the page's data
_EMPTY: Final = "0"
_BUTTONS: Final = (
    ("first", "M6 5v14M18 6l-8 6 8 6z"),
    ("back", "M15 5l-7 7 7 7"),
    ("forward", "M9 5l7 7-7 7"),
    ("last", "M18 5v14M6 6l8 6-8 6z"),
)


def page_of(study: StudyContent, words: PageWords, head: str = "") -> str:
    """The file as text; `head` is HTML between the title and the chapters.

    Raises NotationError or IllegalMoveError if a chapter holds what cannot be played or drawn.
    """
    trees = [places_of(chapter) for chapter in study.chapters]
    chapters = "".join(_chapter(number, *pair, words) for number, pair in enumerate(zip(study.chapters, trees, strict=True)))
    data = {"chapters": [_data(places) for places in trees], "start": words.start}
    body = f"<h1>{escape(study.title)}</h1>{head}{_contents(study, words)}{chapters}"
    return _document(study.title, words, body, data)


def _document(title: str, words: PageWords, body: str, data: dict[str, Any]) -> str:
    script = _resource("player.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return (
        f'<!doctype html>\n<html lang="{escape(words.language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_resource('player.css')}</style>\n</head>\n<body>\n"
        f'<svg width="0" height="0" class="definitions" aria-hidden="true"><defs>{_definitions()}</defs></svg>\n'
        f"<main>{body}</main>\n<footer>{escape(words.made)}</footer>\n"
        f'<script type="application/json" id="data">{_as_script(data)}</script>\n<script>{script}</script>\n</body>\n</html>\n'
    )


def _as_script(data: dict[str, Any]) -> str:
    """JSON in which no text can end the element around it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


@cache
def _resource(name: str) -> str:
    return (files("kibitz.app.sharing") / name).read_text(encoding="utf-8")


def _definitions() -> str:
    """The pieces around the middle of a square, to be used by the boards."""
    return "".join(f'<g id="piece-{sign}">{piece_at(kind, 0, 0)}</g>' for kind, sign in _SIGNS.items())


def _contents(study: StudyContent, words: PageWords) -> str:
    """The way from chapter to chapter, where there is more than one."""
    if len(study.chapters) < 2:
        return ""
    links = "".join(f'<li><a href="#{n}">{escape(chapter.title)}</a></li>' for n, chapter in enumerate(study.chapters, 1))
    return f'<nav aria-label="{escape(words.chapters)}"><ol class="contents">{links}</ol></nav>'


def _chapter(number: int, chapter: ChapterShape, places: Sequence[Place], words: PageWords) -> str:
    """A chapter with its board at the start; the first is the one on show."""
    layout = layout_of(places[0].line)
    title = f"<h2>{escape(chapter.title)}</h2>" if chapter.title else ""
    return (
        f'<section class="chapter" data-chapter="{number}"{" hidden" if number else ""}>{title}<div class="set">'
        f'<div class="side"><div class="board">{_board(layout, places[0])}</div><p class="said" role="status"></p>'
        f'<div class="controls">{_controls(words)}</div></div>'
        f'<div class="moves" role="group" aria-label="{escape(words.moves)}">{move_text(places, words)}</div></div></section>'
    )


def _controls(words: PageWords) -> str:
    said = words.model_dump()
    return "".join(
        f'<button type="button" data-step="{name}" aria-label="{escape(said[name])}" title="{escape(said[name])}">'
        f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg></button>'
        for name, path in _BUTTONS
    )


def _board(layout: Layout, place: Place) -> str:
    """The board with its pieces in a group of their own, so that the script can put others there."""
    pen = Pen(layout)
    pieces = "".join(pen.piece(square, kind) for square, kind in layout.pieces.items())
    over = "".join(pen.over(_overlay(place)))
    parts = [*pen.under(coordinates=True), f'<g class="pieces">{pieces}</g>', f'<g class="over">{over}</g>']
    return framed(layout, parts, _SIZE)


def _overlay(place: Place) -> Overlay:
    played = (place.move,) if place.move and not is_pass(place.move) else ()
    return Overlay(played, {}, tuple((arrow[0], arrow[1]) for arrow in place.said.arrows), shapes=dict(place.said.marks))


def _data(places: Sequence[Place]) -> dict[str, Any]:
    """What the script needs of a chapter: the columns, and for each place its parent, what is on and over the squares, the square
    that was played, and the title of the board."""
    board = layout_of(places[0].line)
    order = sorted(board.places, key=lambda name: board.places[name][::-1])
    index = {name: number for number, name in enumerate(order)}
    rows = [_row(place, order, index) for place in places]
    return {"columns": len(board.columns), "places": rows}


def _row(place: Place, order: Sequence[str], index: Mapping[str, int]) -> list[Any]:
    check_squares(place, index.keys())
    layout = layout_of(place.line)
    signs = "".join(_SIGNS[layout.pieces[name]] if name in layout.pieces else _EMPTY for name in order)
    return [place.parent, signs, "".join(Pen(layout).over(_overlay(place))), index.get(place.move, -1), layout.title]
