"""The course of a reviewed game as pictures: what it was worth to Black after each move, and what each side lost in all."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from kibitz.app.shapes.reviews import JudgedGame

_WIDTH, _HEIGHT, _LEFT, _EDGE = 640, 200, 40, 14
_COLOURS: Final = {"black": "#0072b2", "white": "#d55e00"}
_CURVE: Final = "#1d6b49"


@dataclass(frozen=True, slots=True)
class _Axes:
    """Where moves and values are in a picture."""

    moves: int
    low: float
    high: float

    def x(self, number: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _EDGE) * number / max(self.moves, 1)

    def y(self, value: float) -> float:
        return _EDGE + (_HEIGHT - 2 * _EDGE) * (self.high - value) / ((self.high - self.low) or 1)

    def line(self, points: Iterable[tuple[int, float]], colour: str, dash: str = "") -> str:
        drawn = " ".join(f"{self.x(number):.1f},{self.y(value):.1f}" for number, value in points)
        return f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"/>'

    def level(self, value: float) -> str:
        y = self.y(value)
        text = f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" font-size="12" text-anchor="end">{_number(value)}</text>'
        return f'<path class="axis" d="M{_LEFT} {y:.1f}H{_WIDTH - _EDGE}"/>{text}'


def _number(value: float) -> str:
    return "0" if round(value) == 0 else f"{value:+.0f}"


def value_curve(review: JudgedGame, links: Mapping[int, str], title: str) -> str:
    """What the game was worth to Black, with a dot for every mistake; `links` lead from plies to places of the page."""
    values = [(number, row.black_score) for number, row in enumerate(review.moves, 1)]
    most = max([1.0, *(abs(value) for _, value in values)])
    axes = _Axes(len(values), -most, most)
    dots = (_dot(axes, row, review, links) for row in sorted(review.mistakes, key=lambda row: row.ply))
    return _picture(title, [axes.level(most), axes.level(0), axes.level(-most), axes.line(values, _CURVE), *dots])


def _dot(axes: _Axes, mistake: Any, review: JudgedGame, links: Mapping[int, str]) -> str:
    number = next(number for number, row in enumerate(review.moves, 1) if row.ply == mistake.ply)
    x, y = axes.x(number), axes.y(review.moves[number - 1].black_score)
    label = escape(f"{number}. {mistake.move}, −{mistake.loss:.1f}")
    circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{_COLOURS[mistake.side]}"><title>{label}</title></circle>'
    return f'<a href="{links[mistake.ply]}" aria-label="{label}">{circle}</a>' if mistake.ply in links else circle


def loss_curve(review: JudgedGame, names: Mapping[str, str], title: str) -> str:
    """What each side has lost up to each move."""
    sums = {side: list(_sums(review, side)) for side in _COLOURS}
    most = max([1.0, *(points[-1][1] for points in sums.values())])
    axes = _Axes(len(review.moves), 0, most)
    lines = [axes.line(points, _COLOURS[side], "" if side == "black" else "7 4") for side, points in sums.items()]
    ends = [_end(axes, sums[side][-1], names[side], _COLOURS[side]) for side in sums]
    return _picture(title, [axes.level(most), axes.level(0), *lines, *ends])


def _sums(review: JudgedGame, side: str) -> Iterable[tuple[int, float]]:
    total = 0.0
    yield 0, total
    for number, row in enumerate(review.moves, 1):
        total += row.loss if row.side == side else 0.0
        yield number, total


def _end(axes: _Axes, point: tuple[int, float], name: str, colour: str) -> str:
    x, y = axes.x(point[0]), axes.y(point[1])
    label = escape(f"{name}: {point[1]:.1f}")
    text = f'<text x="{x - 8:.1f}" y="{y + 16:.1f}" font-size="13" text-anchor="end">{label}</text>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>{text}'


def _picture(title: str, parts: Sequence[str]) -> str:
    head = f'<svg class="curve" viewBox="0 0 {_WIDTH} {_HEIGHT + 8}" role="group" aria-label="{escape(title)}"'
    return f'{head} font-family="sans-serif">{"".join(parts)}</svg>'
