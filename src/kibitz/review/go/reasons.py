"""Why a move of Go lost points, in words that can be measured: chains that died, ladders, where points went, what is usual."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.review.game_review import Valued
from kibitz.rules.game import Color
from kibitz.rules.go.points import format_go_move
from kibitz.rules.go.position import GoPosition

_ALIVE: Final = 0.2  # a chain's mean owner from its own side's view, −1 to 1: above this it lives,
_DEAD: Final = -0.2  # below this it is dead
_FEWEST_STONES: Final = 2
_FEWEST_POINTS: Final = 3.0  # that are lost in a part of the board before it is named
_SHOWN_ANSWERS: Final = 4
_COLUMNS: Final = ("left", "middle", "right")
_ROWS: Final = ("upper", "middle", "lower")

Owners = NDArray[np.float32]  # [size²], −1 White to 1 Black


def reasons_of(before: GoPosition, move: int, owners: tuple[Owners, Owners], played: Valued, best: Valued) -> list[str]:
    """What can be said of a move that lost points; `owners` are those expected before and after it."""
    mover = before.to_move
    return [
        f"{best.move} is worth {_points(best.score)} and wins with {_percent(best.win_chance)}, "
        f"{played.move} {_points(played.score)} and {_percent(played.win_chance)}.",
        *_failed_ladder(before, move),
        *_fallen_chains(before, owners, mover),
        *_lost_parts(before.size, owners, mover),
        *_answers(played),
        f"Professionals play {best.move} in {_percent(best.probability)} of such positions and {played.move} in "
        f"{_percent(played.probability)}, by the model.",
    ]


def _points(score: float) -> str:
    return f"{score:+.1f} points"


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _answers(played: Valued) -> list[str]:
    answers = " ".join(played.line[1 : _SHOWN_ANSWERS + 1])
    return [f"The engine expects {answers} after {played.move}."] if answers else []


def _failed_ladder(before: GoPosition, move: int) -> Iterator[str]:
    """Says so if the move runs with a chain in atari that the ladder catches all the same."""
    stones, own = before.stones, 1 + int(before.to_move)
    liberties = before.liberties()
    near = [point for point in _neighbours(move, before.size) if stones[point] == own and liberties[point] == 1]
    if near and move not in before.ladder_escapes():
        name = format_go_move(near[0], before.size)
        yield f"The chain at {name} is caught in a ladder: {format_go_move(move, before.size)} does not save it."


def _neighbours(point: int, size: int) -> list[int]:
    row, column = divmod(point, size)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * size + c for r, c in steps if 0 <= r < size and 0 <= c < size]


def _fallen_chains(before: GoPosition, owners: tuple[Owners, Owners], mover: Color) -> Iterator[str]:
    """The mover's chains that were expected to live and are not any more, and the other side's that came back to life."""
    for chain in chains_of(before):
        color = Color(int(before.stones[chain[0]]) - 1)
        sign = 1 if color == Color.BLACK else -1
        then, now = (sign * float(part[list(chain)].mean()) for part in owners)
        name = format_go_move(chain[0], before.size)
        if len(chain) < _FEWEST_STONES:
            continue
        if color == mover and then > _ALIVE and now < _DEAD:
            yield f"{color}'s chain of {len(chain)} stones at {name} is expected to die."
        elif color != mover and then < _DEAD and now > _ALIVE:
            yield f"{color}'s chain of {len(chain)} stones at {name}, as good as dead before, is expected to live."


def chains_of(position: GoPosition) -> Iterator[tuple[int, ...]]:
    """The chains of a position, each once."""
    seen: set[int] = set()
    for point in np.flatnonzero(position.stones).tolist():
        if point not in seen:
            chain = position.chain(point)
            seen.update(chain)
            yield chain


def _lost_parts(size: int, owners: tuple[Owners, Owners], mover: Color) -> Iterator[str]:
    """The part of the board, of nine, where the mover's expected points fell most."""
    sign = 1 if mover == Color.BLACK else -1
    change = sign * (owners[1] - owners[0]).reshape(size, size)
    losses = {(row, column): -float(part.sum()) for row, column, part in _parts(change)}
    (row, column), lost = max(losses.items(), key=lambda pair: pair[1])
    if lost >= _FEWEST_POINTS:
        place = "centre" if (row, column) == (1, 1) else f"{_ROWS[row]} {_COLUMNS[column]}"
        yield f"About {lost:.0f} points are lost in the {place} of the board."


def _parts(board: NDArray[np.float32]) -> Iterator[tuple[int, int, NDArray[np.float32]]]:
    bounds: Sequence[int] = [round(len(board) * third / 3) for third in range(4)]
    for row in range(3):
        for column in range(3):
            yield row, column, board[bounds[row] : bounds[row + 1], bounds[column] : bounds[column + 1]]
