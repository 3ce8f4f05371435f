"""A plain alpha-beta player with any evaluation, so that evaluations can be compared at equal depth."""

from kibitz.models.othello.evaluators import LEARNED, find_evaluator
from kibitz.players.othello.standard_board import StandardBoardPlayer
from kibitz.players.player import Turn
from kibitz.rules.othello.position import Position
from kibitz.search.othello.alpha_beta import AlphaBeta
from kibitz.search.othello.levels import limits_of_depth


class AlphaBetaPlayer(StandardBoardPlayer):
    """Plays the best move at a depth by an evaluation of a name; without a solver, ProbCut or transposition table."""

    def __init__(self, evaluation: str = LEARNED, depth: int = 4, name: str = "alphabeta") -> None:
        """Raises SetupError if there is no such evaluation, or for a depth out of its range."""
        self.name = name
        self._depth = limits_of_depth(depth).exact_from
        self._search = AlphaBeta(*find_evaluator(evaluation))

    @property
    def is_repeatable(self) -> bool:
        return True

    def choose_square(self, turn: Turn, position: Position) -> int:  # noqa: ARG002
        return self._search.best_move(position, self._depth).square
