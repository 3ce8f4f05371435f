"""A turn of a game of Go as every review has it."""

from collections.abc import Callable, Sequence

from kibitz.review.game_review import Judged, Valued
from kibitz.review.go.phases import phase_of
from kibitz.rules.go.points import format_go_move
from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import PASS


def plies_reviewed(moves: Sequence[int]) -> list[int]:
    """The indices of the moves that are reviewed: all but passes."""
    return [ply for ply, move in enumerate(moves) if move != PASS]


def turn_of(
    position: GoPosition, before: Sequence[int], played: Valued, best: Valued, reasons: Callable[[], list[str]]
) -> Judged:
    """The turn in a position after the moves before it."""
    ply = len(before)
    return Judged(
        ply,
        position.to_move.name.lower(),
        " ".join(format_go_move(move, position.size) for move in before),
        phase_of(ply, position.size),
        played,
        best,
        len(position.legal_moves()) == 1,
        reasons,
    )
