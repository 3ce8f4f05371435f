"""A review as a picture to share, for any game: the curve of the score with its mistakes, the accuracy, and the worst position.

The picture is SVG made of plain text; browsers and most programs show it, and nothing has to be installed for it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

from kibitz.review.accuracy import PHASES
from kibitz.review.game_review import GameReview, Mistake, ReviewedMove
from kibitz.svg import Heat, Layout, draw

_WIDTH: Final = 960
_HEIGHT: Final = 420
_CURVE: Final = (40, 80, 520, 290)  # left, top, width, height
_BOARD: Final = (620, 80, 290)  # left, top, edge

# Colour-blind people can tell these apart as well.
_INK, _PAPER, _CURVE_INK, _MISTAKE_INK, _BETTER_INK = "#222222", "#ffffff", "#0072b2", "#d55e00", "#f0e442"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A reviewed game as it is drawn.

    `most_score` is the score at the edge of the curve, `moves` the number of the last move; `number_of` tells the number of a
    move from 1 on, and `layout_before` the position before the move of a ply.
    """

    title: str
    about: str
    review: GameReview
    most_score: float
    moves: int
    number_of: Callable[[ReviewedMove | Mistake], int]
    layout_before: Callable[[int], Layout]


def draw_review(game: Reviewed) -> str:
    """The picture as SVG text."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" '
        'role="img" font-family="sans-serif">',
        f"<title>{escape(game.title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{_PAPER}"/>',
        _text(40, 40, game.title, 22, bold=True),
        _text(40, 64, _subtitle(game), 14),
        *_curve(game),
        *_worst(game),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _subtitle(game: Reviewed) -> str:
    figures = [f"{side} {_figure(game.review, side, 'all')}" for side in game.review.accuracy]
    return " · ".join([*([game.about] if game.about else []), f"accuracy: {', '.join(figures)}"])


def _figure(review: GameReview, side: str, phase: str) -> str:
    accuracy = review.accuracy[side][phase].accuracy
    return "–" if accuracy is None else f"{accuracy:.0f} %"


def _curve(game: Reviewed) -> list[str]:
    """Black's score over the game, mistakes as dots, and the accuracy of each phase below."""
    left, top, width, height = _CURVE
    review = game.review
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (_point(game, row) for row in review.moves))
    wrong = {mistake.ply for mistake in review.mistakes}
    dots = [_dot(game, row) for row in review.moves if row.ply in wrong]
    return [
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="{_INK}"/>',
        f'<line x1="{left}" x2="{left + width}" y1="{top + height / 2}" y2="{top + height / 2}" stroke="{_INK}" opacity="0.4"/>',
        _text(left + 6, top + 18, "Black ahead", 12),
        _text(left + 6, top + height - 8, "White ahead", 12),
        f'<polyline points="{points}" fill="none" stroke="{_CURVE_INK}" stroke-width="2.5"/>',
        *dots,
        *[_phase(review, number) for number in range(len(PHASES))],
    ]


def _phase(review: GameReview, number: int) -> str:
    left, top, width, height = _CURVE
    phase = PHASES[number]
    said = f"{phase}: {_figure(review, 'black', phase)} / {_figure(review, 'white', phase)}"
    return _text(left + 8 + number * width // len(PHASES), top + height + 22, said, 13)


def _point(game: Reviewed, row: ReviewedMove) -> tuple[float, float]:
    left, top, width, height = _CURVE
    score = max(-game.most_score, min(game.most_score, row.black_score))
    return left + width * game.number_of(row) / game.moves, top + height * (0.5 - score / (2 * game.most_score))


def _dot(game: Reviewed, row: ReviewedMove) -> str:
    x, y = _point(game, row)
    fill = _INK if row.side == "black" else _PAPER
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{fill}" stroke="{_MISTAKE_INK}" stroke-width="3">'
        f"<title>{row.move} loses {row.loss:g}</title></circle>"
    )


def _worst(game: Reviewed) -> list[str]:
    left, top, edge = _BOARD
    if not game.review.mistakes:
        return [_text(left, top + 20, "No mistakes.", 18)]
    worst = game.review.mistakes[0]
    head = f"Move {game.number_of(worst)}, {worst.side}: {worst.move} loses {worst.loss:g}, better {worst.best}"
    colours = {worst.move: _MISTAKE_INK, worst.best: _BETTER_INK}
    layout = game.layout_before(worst.ply)
    marked = [Heat(name, colour, 1.0, name) for name, colour in colours.items() if name in layout.places]  # a pass has none
    drawn = draw(layout, heat=marked, size=edge, coordinates=False)
    return [_text(left, top - 12, head, 14, bold=True), f'<g transform="translate({left},{top})">', drawn.rstrip(), "</g>"]


def _text(x: float, y: float, said: str, size: int, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" font-size="{size}"{weight} fill="{_INK}">{escape(said)}</text>'
