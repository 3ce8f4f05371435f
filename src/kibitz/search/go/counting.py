"""How a board of Go is counted when both sides have passed: the same way by the app, the terminal, matches, players and GTP."""

from typing import Final

from kibitz.rules.game import Color
from kibitz.rules.go.position import GoPosition
from kibitz.search.go.playouts import dead_stones

PLAYOUTS_FOR_DEAD: Final = 2000
_SEED: Final = 0


def dead_at_the_end(position: GoPosition) -> tuple[int, ...]:
    """The points of the stones that count as dead, in ascending order; the same for the same board, whoever asks."""
    return dead_stones(position, PLAYOUTS_FOR_DEAD, _SEED)


def counted_score(position: GoPosition) -> float:
    """Black's points minus White's with komi, once the dead stones are off the board."""
    return position.black_score(dead_at_the_end(position))


def wins_by_passing(position: GoPosition) -> bool:
    """Whether the opponent has just passed, and the board would be counted for the mover if the mover passed too."""
    if position.passes != 1:
        return False
    black_score = counted_score(position)
    return (black_score if position.to_move == Color.BLACK else -black_score) > 0
