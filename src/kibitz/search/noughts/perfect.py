"""Perfect play from the whole game tree, after Pinkney (2009): quicker wins are worth more, and slower losses cost less."""

from functools import cache

from kibitz.rules.noughts.position import NoughtsPosition


@cache
def value_for_mover(position: NoughtsPosition) -> int:
    """What a position is worth to the side to move if both sides play perfectly; 0 is a draw.

    A win is worth 1 and what is empty at the end, so that the quickest win is worth most, 5 to Black and 4 to White.
    """
    outcome = position.outcome()
    if outcome:
        return int(outcome.score_for(position.to_move)) * (1 + position.empty_count)
    return max(move_values(position).values())


def move_values(position: NoughtsPosition) -> dict[int, int]:
    """What each legal move is worth to the side that makes it."""
    return {move: -value_for_mover(position.play(move)) for move in position.legal_moves()}


def best_moves(position: NoughtsPosition) -> tuple[int, ...]:
    """All moves that are worth most, in ascending order; none when the game is over."""
    values = move_values(position)
    return tuple(move for move, value in values.items() if value == max(values.values()))
