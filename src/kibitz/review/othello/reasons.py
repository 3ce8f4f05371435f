"""Why a move is worse than another, in words made from what can be measured after both.

The engine says how much a move loses; this says what it gives away: corners, stable discs, mobility, parity.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kibitz.review.othello.measures import C_SQUARES, CORNERS, EDGES, X_SQUARES, corner_of, measure, odd_regions
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS, format_square
from kibitz.search.othello.judgement import JudgedMove

_LINE_LENGTH: Final = 6  # plies of a line that are looked at
_MUCH_MOBILITY: Final = 3  # moves
_MUCH_FRONTIER: Final = 4  # discs
_MUCH_STABLE: Final = 2  # discs
_PARITY_FROM: Final = 20  # empties
_MOST_REASONS: Final = 4


@dataclass(frozen=True, slots=True)
class _Continuation:
    """A move and what follows: the position right after it, who plays where in the engine's line, and where that leads."""

    after: Position
    line: tuple[tuple[Color, int], ...]
    end: Position


def reasons(
    position: Position, played: JudgedMove, best: JudgedMove, played_probability: float, best_probability: float
) -> list[str]:
    """A few sentences, the most important first; the last one says what people would play. Never empty."""
    mover = position.to_move
    bad, good = _continuation(position, played.line), _continuation(position, best.line)
    found = [
        *_result(played, best),
        *_corners(mover, bad, good),
        *_dangerous_square(position, played.move, best.move),
        *_stable(mover, bad, good),
        *_mobility(mover, bad, good),
        *_parity(mover, bad, good),
        *_frontier(mover, bad, good),
    ]
    return [*found[:_MOST_REASONS], _experts(played, best, played_probability, best_probability)]


def _continuation(position: Position, line: Sequence[int]) -> _Continuation:
    after = current = position.play(line[0])
    seen = [(position.to_move, line[0])]
    for move in line[1:_LINE_LENGTH]:
        if move != PASS:
            seen.append((current.to_move, move))
        current = current.play(move)
    return _Continuation(after, tuple(seen), current)


def _result(played: JudgedMove, best: JudgedMove) -> Iterator[str]:
    if played.exact and best.exact and _sign(played.score) != _sign(best.score):
        yield f"It turns {_word(best.score)} into {_word(played.score)}, with best play from both sides."


def _sign(score: float) -> int:
    return (score > 0) - (score < 0)


def _word(score: float) -> str:
    if score == 0:
        return "a draw"
    return f"a {'win' if score > 0 else 'loss'} by {abs(score):.0f}"


def _corners(mover: Color, bad: _Continuation, good: _Continuation) -> Iterator[str]:
    lost = _corners_taken(bad, mover.other) - _corners_taken(good, mover.other)
    if lost:
        yield f"It lets {mover.other} take the {_corner_names(lost)}."
    missed = _corners_taken(good, mover) - _corners_taken(bad, mover)
    if missed:
        yield f"The better line takes the {_corner_names(missed)}."
    edges = _edges_taken(bad, mover.other) - _edges_taken(good, mover.other)
    if len(edges) >= 2 and not lost:
        yield f"It gives {mover.other} the edge squares {_names(edges)}."


def _corners_taken(continuation: _Continuation, side: Color) -> set[int]:
    return {move for color, move in continuation.line if color == side and move in CORNERS}


def _edges_taken(continuation: _Continuation, side: Color) -> set[int]:
    return {move for color, move in continuation.line if color == side and move in EDGES - CORNERS}


def _dangerous_square(position: Position, played: int, best: int) -> Iterator[str]:
    for squares, letter in ((X_SQUARES, "X"), (C_SQUARES, "C")):
        corner = corner_of(played) if played >= 0 else 0
        if played in squares and best not in squares and not (position.own | position.opp) >> corner & 1:
            yield f"{format_square(played)} is the {letter}-square of the empty corner {format_square(corner)}."


def _stable(mover: Color, bad: _Continuation, good: _Continuation) -> Iterator[str]:
    """How many discs more the other side has safe, where the two lines end."""
    lead_after_bad, lead_after_good = _stable_lead(bad.end, mover), _stable_lead(good.end, mover)
    if lead_after_good - lead_after_bad >= _MUCH_STABLE:
        gap = lead_after_good - lead_after_bad
        yield f"A few moves on, {mover} is {gap} stable discs worse off than after the better move."


def _stable_lead(position: Position, side: Color) -> int:
    return measure(position, side).stable.bit_count() - measure(position, side.other).stable.bit_count()


def _mobility(mover: Color, bad: _Continuation, good: _Continuation) -> Iterator[str]:
    given, less = (measure(line.after, mover.other).mobility.bit_count() for line in (bad, good))
    if given - less >= _MUCH_MOBILITY:
        yield f"It leaves {mover.other} {_count(given, 'move')} instead of {less}."
    own, more = (measure(line.end, mover).mobility.bit_count() for line in (bad, good))
    if more - own >= _MUCH_MOBILITY:
        yield f"A few moves on, {mover} has {_count(own, 'move')} instead of {more}."


def _parity(mover: Color, bad: _Continuation, good: _Continuation) -> Iterator[str]:
    """The side to move wants odd regions: it enters them first and leaves them last."""
    if bad.after.empty_count > _PARITY_FROM or bad.after.must_pass or good.after.must_pass:
        return
    odd, fewer = odd_regions(bad.after), odd_regions(good.after)
    if odd > fewer:
        yield f"It gives up parity: {mover.other} finds {_count(odd, 'odd region')} of empty squares instead of {fewer}."


def _frontier(mover: Color, bad: _Continuation, good: _Continuation) -> Iterator[str]:
    open_discs, fewer = (measure(line.after, mover).frontier.bit_count() for line in (bad, good))
    if open_discs - fewer >= _MUCH_FRONTIER:
        yield f"It leaves {open_discs} discs beside empty squares instead of {fewer}."


def _experts(played: JudgedMove, best: JudgedMove, played_probability: float, best_probability: float) -> str:
    name, better = format_square(played.move), format_square(best.move)
    return f"People would play {name} in {_percent(played_probability)} of games and {better} in {_percent(best_probability)}."


def _percent(share: float) -> str:
    return "under 1 %" if share < 0.01 else f"{100 * share:.0f} %"


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _corner_names(squares: set[int]) -> str:
    return f"corner{'s' if len(squares) > 1 else ''} {_names(squares)}"


def _names(squares: set[int]) -> str:
    return " and ".join(format_square(square) for square in sorted(squares))
