"""Choosing moves by looking a fixed number of them ahead and solving the end of the game, for many positions at once.

Made for comparing what evaluations know: all search alike, nothing is remembered, no time is looked at.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from kibitz.errors import SetupError
from kibitz.models.card import EVALUATION
from kibitz.models.othello.kinds import SIGMA_NETWORK
from kibitz.models.store import find_model, load_stored
from kibitz.nets.othello.sigma_network import SigmaNetwork
from kibitz.rules.othello.bulk import Boards, Squares
from kibitz.search.othello.endgame import solve_children_many
from kibitz.search.othello.evaluation import Evaluation
from kibitz.search.othello.minimax import Evaluator, best_squares, minimax_move_values
from kibitz.search.othello.move_values import MoveValues, best_moves
from kibitz.search.othello.simple_evaluation import squares_mobility_and_stability

DEFAULT_DEPTH: Final = 2
DEFAULT_SOLVED: Final = 10

# The square played in each position; every position has a legal move.
Foresight: TypeAlias = Callable[[Boards], Squares]


def find_foresight(name: str, depth: int = DEFAULT_DEPTH) -> Foresight:
    """By a network or pattern tables of a name or a path; raises SetupError if there is no such model, or for a depth below 1."""
    checked_depth(depth)
    stored = find_model(name)
    if stored.card.kind not in (SIGMA_NETWORK, EVALUATION):
        raise SetupError(f"the model {name} does not value positions; it {stored.kind.does}")
    model = load_stored(stored)
    return network_foresight(model, depth) if isinstance(model, SigmaNetwork) else tables_foresight(model, depth)


def wystan(depth: int = DEFAULT_DEPTH, solved: int = 0) -> Foresight:
    """Mobility, stability and values of squares, two moves ahead, and perfectly from so many empty squares on.

    Stands in for the program Wystan (J. Clouse) that Leouski and Utgoff (1996) measured their networks against. Raises SetupError
    for a depth below 1.
    """
    return solving(evaluator_foresight(squares_mobility_and_stability, checked_depth(depth)), solved)


def checked_depth(depth: int) -> int:
    """How many moves to look ahead; raises SetupError below 1."""
    if depth < 1:
        raise SetupError(f"depth is {depth}; it must be at least 1")
    return depth


def evaluator_foresight(evaluator: Evaluator, depth: int = DEFAULT_DEPTH) -> Foresight:
    """By any evaluator that values in discs; the lowest of equal squares."""
    return lambda boards: best_squares(minimax_move_values(evaluator, boards, depth))


def tables_foresight(evaluation: Evaluation, depth: int = DEFAULT_DEPTH) -> Foresight:
    """By pattern tables, with the core's search."""
    return lambda boards: best_moves(evaluation, boards, depth)[0]


def network_foresight(network: SigmaNetwork, depth: int = DEFAULT_DEPTH) -> Foresight:
    """By a network; at the default depth with the search it has learnt with, where a forced pass counts as a move."""
    if depth == DEFAULT_DEPTH:
        return lambda boards: network.core.two_ply_moves(boards.own, boards.opp)[0]
    return evaluator_foresight(network.values, depth)


def solving(foresight: Foresight, empties: int = DEFAULT_SOLVED) -> Foresight:
    """As another, but perfect from so many empty squares on; the lowest of equal squares."""

    def choose(boards: Boards) -> Squares:
        squares = np.empty(len(boards), np.int8)
        near = 64 - np.bitwise_count(boards.own | boards.opp) <= empties
        for rows, chooser in ((near, perfect_squares), (~near, foresight)):
            if rows.any():
                squares[rows] = chooser(Boards(boards.own[rows], boards.opp[rows]))
        return squares

    return choose


def perfect_squares(boards: Boards) -> Squares:
    """The lowest square of the best exact score of each position, [N]; meant for few empty squares."""
    solved = solve_children_many(boards)
    return best_squares(MoveValues(solved.parent, solved.square, solved.score.astype(np.float32)))
