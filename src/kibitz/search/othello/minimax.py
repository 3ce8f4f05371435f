"""Plain minimax with any evaluator, for comparisons: no table, no cuts, every leaf evaluated in one batch.

Slow beside kibitz.search.othello.midgame, and right by inspection: the tests of the engine compare it with this.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kibitz.rules.othello.bulk import Boards, Squares, black_scores, children, legal_masks
from kibitz.search.othello.move_values import MoveValues

# Values in discs of many positions, each seen by its side to move, [N].
Evaluator = Callable[[Boards], NDArray[np.float64]]


def final_scores(boards: Boards) -> NDArray[np.float64]:
    """The scores of games that are over, seen by the side that would be to move, empties counted for the winner, [N]."""
    return black_scores(boards.own, boards.opp).astype(np.float64)


def minimax_move_values(evaluator: Evaluator, boards: Boards, depth: int) -> MoveValues:
    """The value of each legal move of each position, as kibitz.search.othello.move_values gives it for the learned evaluation."""
    after = children(boards)
    return MoveValues(after.parent, after.square, -minimax_values(evaluator, after.boards, depth - 1).astype(np.float32))


def minimax_values(evaluator: Evaluator, boards: Boards, depth: int, final: Evaluator = final_scores) -> NDArray[np.float64]:
    """The value of each position at a depth, [N]. A forced pass costs no depth; `final` values games that are over."""
    values = np.empty(len(boards))
    can_move = legal_masks(boards) != 0
    passed = Boards(boards.opp, boards.own)
    must_pass = ~can_move & (legal_masks(passed) != 0)
    over = ~can_move & ~must_pass
    values[over] = final(_selected(boards, over))
    if depth == 0:
        values[~over] = evaluator(_selected(boards, ~over))
        return values
    if must_pass.any():
        values[must_pass] = -minimax_values(evaluator, _selected(passed, must_pass), depth, final)
    if can_move.any():
        after = children(_selected(boards, can_move))
        values[can_move] = _best_by_parent(after.parent, -minimax_values(evaluator, after.boards, depth - 1, final))
    return values


def best_squares(values: MoveValues) -> Squares:
    """The square of the highest value of each position that has moves, the lowest square among equals, [N]."""
    order = np.lexsort((values.square, -values.value, values.parent))
    return values.square[order[np.unique(values.parent[order], return_index=True)[1]]]


def _best_by_parent(parent: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    best: NDArray[np.float64] = np.maximum.reduceat(values, np.flatnonzero(np.diff(parent, prepend=-1)))
    return best


def _selected(boards: Boards, rows: NDArray[np.bool_]) -> Boards:
    return Boards(boards.own[rows], boards.opp[rows])
