"""Alpha-beta with any evaluator, for comparisons: the value that plain minimax finds, with far fewer evaluations.

The evaluator is asked about all moves of a position at once, for their order and at the leaves. It may be the learned evaluation,
a model's chance to win or a plain function of boards; kibitz.search.othello.midgame is the fast search for the learned
evaluation alone.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.rules.othello.bulk import Boards, children, legal_masks
from kibitz.rules.othello.position import Position
from kibitz.search.othello.minimax import Evaluator, final_scores, minimax_values


@dataclass(frozen=True, slots=True)
class FoundMove:
    """The best square at a depth, what it is worth to the side that plays it, and how many positions were evaluated for it."""

    square: int
    value: float
    evaluations: int


class AlphaBeta:
    """A search that is handed its evaluator, and how games that are over are valued on the same scale."""

    def __init__(self, evaluator: Evaluator, final: Evaluator = final_scores) -> None:
        self._evaluator = evaluator
        self._final = final
        self._evaluations = 0

    def best_move(self, position: Position, depth: int) -> FoundMove:
        """The best of the squares where the side to move may play, the lowest among equals.

        Depth counts discs placed; a forced pass costs none. Raises SetupError if there is no such square, if the board is not 8×8
        or if the depth is below 1.
        """
        if position.size != 8 or not position.legal_mask() or depth < 1:
            raise SetupError("alpha-beta needs a depth of 1 or more and an 8×8 position with a legal square")
        self._evaluations = 0
        after = children(Boards.of([position]))
        best_square, best_value = int(after.square[0]), -np.inf
        # In the order of squares, so that the lowest of equals is found.
        for row, square in enumerate(after.square.tolist()):
            value = -self._value(_row(after.boards, row), depth - 1, -np.inf, -best_value)
            if value > best_value:
                best_square, best_value = square, value
        return FoundMove(best_square, float(best_value), self._evaluations)

    def _value(self, board: Boards, depth: int, alpha: float, beta: float) -> float:
        """The value of one position for its mover if it lies between alpha and beta, else a bound on its side."""
        if depth == 0:
            return float(self._leaves(board)[0])
        after = children(board)
        if len(after.square) == 0:
            passed = Boards(board.opp, board.own)
            if not legal_masks(passed)[0]:
                return float(self._final(board)[0])
            return -self._value(passed, depth, -beta, -alpha)
        guesses = -self._leaves(after.boards)
        return float(guesses.max()) if depth == 1 else self._best(after.boards, guesses, depth, alpha, beta)

    def _best(self, replies: Boards, guesses: NDArray[np.float64], depth: int, alpha: float, beta: float) -> float:
        best = -np.inf
        for row in np.argsort(-guesses, kind="stable").tolist():
            best = max(best, -self._value(_row(replies, row), depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    def _leaves(self, boards: Boards) -> NDArray[np.float64]:
        self._evaluations += len(boards)
        return minimax_values(self._evaluator, boards, 0, self._final)


def _row(boards: Boards, row: int) -> Boards:
    return Boards(boards.own[row : row + 1], boards.opp[row : row + 1])
