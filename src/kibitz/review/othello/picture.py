"""A review as a picture to share: the curve of expected discs with its mistakes, the accuracy, and the worst position.

The picture is SVG made of plain text; browsers and most programs show it, and nothing has to be installed for it.
"""

from typing import Final
from xml.sax.saxutils import escape

from kibitz.records.othello.record import GameRecord
from kibitz.review.accuracy import PHASES
from kibitz.review.game_review import GameReview, Mistake, ReviewedMove
from kibitz.review.othello.report import title_of
from kibitz.rules.othello.layout import layout_of
from kibitz.rules.othello.position import Position
from kibitz.svg import Heat, draw

_WIDTH: Final = 960
_HEIGHT: Final = 420
_CURVE: Final = (40, 80, 520, 290)  # left, top, width, height
_BOARD: Final = (620, 80, 290)  # left, top, edge
_MOST_DISCS: Final = 64
_SHOWN_MISTAKES: Final = 3

# Colour-blind people can tell these apart as well.
_INK, _PAPER, _CURVE_INK, _MISTAKE_INK, _BETTER_INK = "#222222", "#ffffff", "#0072b2", "#d55e00", "#f0e442"


def draw_review(record: GameRecord, review: GameReview) -> str:
    """The picture as SVG text."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" '
        'role="img" font-family="sans-serif">',
        f"<title>{escape(title_of(record))}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{_PAPER}"/>',
        _text(40, 40, title_of(record), 22, bold=True),
        _text(40, 64, _subtitle(record, review), 14),
        *_curve(review),
        *_worst(record, review),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _subtitle(record: GameRecord, review: GameReview) -> str:
    figures = [f"{side} {_figure(review, side, 'all')}" for side in review.accuracy]
    about = [part for part in (record.event, record.date) if part]
    return " · ".join([*about, f"accuracy: {', '.join(figures)}"])


def _figure(review: GameReview, side: str, phase: str) -> str:
    accuracy = review.accuracy[side][phase].accuracy
    return "–" if accuracy is None else f"{accuracy:.0f} %"


def _curve(review: GameReview) -> list[str]:
    """Black's expected discs over the game, mistakes as dots, and the accuracy of each phase below."""
    left, top, width, height = _CURVE
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (_point(row) for row in review.moves))
    wrong = {mistake.ply for mistake in review.mistakes}
    dots = [_dot(row) for row in review.moves if row.ply in wrong]
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


def _point(row: ReviewedMove) -> tuple[float, float]:
    left, top, width, height = _CURVE
    placed = len(row.path) // 2 + 1
    score = max(-_MOST_DISCS, min(_MOST_DISCS, row.black_score))
    return left + width * placed / 60, top + height * (0.5 - score / (2 * _MOST_DISCS))


def _dot(row: ReviewedMove) -> str:
    x, y = _point(row)
    fill = _INK if row.side == "black" else _PAPER
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{fill}" stroke="{_MISTAKE_INK}" stroke-width="3">'
        f"<title>{row.move} loses {row.loss:g}</title></circle>"
    )


def _worst(record: GameRecord, review: GameReview) -> list[str]:
    left, top, _edge = _BOARD
    if not review.mistakes:
        return [_text(left, top + 20, "No mistakes.", 18)]
    worst = review.mistakes[0]
    *_, position = _positions_to(record, worst.ply)
    head = f"Move {len(worst.path) // 2 + 1}, {worst.side}: {worst.move} loses {worst.loss:g}, better {worst.best}"
    return [_text(left, top - 12, head, 14, bold=True), *_board(position, worst)]


def _positions_to(record: GameRecord, ply: int) -> list[Position]:
    return list(record.positions())[: ply + 1]


def _board(position: Position, worst: Mistake) -> list[str]:
    left, top, edge = _BOARD
    marked = [Heat(worst.move, _MISTAKE_INK, 1.0, worst.move), Heat(worst.best, _BETTER_INK, 1.0, worst.best)]
    drawn = draw(layout_of(position), heat=marked, size=edge, coordinates=False)
    return [f'<g transform="translate({left},{top})">', drawn.rstrip(), "</g>"]


def _text(x: float, y: float, said: str, size: int, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" font-size="{size}"{weight} fill="{_INK}">{escape(said)}</text>'
