"""What the moves of many games lost by the engine, in bulk: for portraits and reports on many games, not for reviews of one."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.candidates import first_moves
from kibitz.features.othello.samples import ExpertMoves
from kibitz.models.othello.engine import shipped_evaluation
from kibitz.models.othello.expert import MoveSearch
from kibitz.models.othello.model import MoveModel
from kibitz.rules.othello.bulk import Boards, children

DEPTH: Final = 6
EXACT_FROM: Final = 12


@dataclass(frozen=True, slots=True)
class Losses:
    """What each move lost in discs, the best square instead, and what a model expected to be lost, all [N].

    `table` has the loss of each legal square, [N, 64], NaN elsewhere; `shares` the probabilities that the model gave.
    """

    played: NDArray[np.float64]
    best: NDArray[np.int64]
    expected: NDArray[np.float64]
    table: NDArray[np.float64]
    shares: NDArray[np.float64]


def losses_of(moves: ExpertMoves, model: MoveModel, rating: float | None = None, depth: int = DEPTH) -> Losses:
    """The losses of some moves at a depth, exact from EXACT_FROM empty squares on."""
    table = loss_table(moves.situations.boards, depth)
    shares = model.probabilities(moves.situations, rating)
    played = np.take_along_axis(table, moves.square[:, None].astype(np.int64), axis=1)[:, 0]
    return Losses(played, np.nanargmin(table, axis=1), np.nansum(table * shares, axis=1), table, shares)


def loss_table(boards: Boards, depth: int = DEPTH) -> NDArray[np.float64]:
    """What each legal square loses against the best one, [N, 64]; NaN where a move is not legal. Every position has a move."""
    values = MoveSearch(shipped_evaluation(), depth, EXACT_FROM).values(boards).astype(np.float64)
    moves = children(boards)
    best = np.maximum.reduceat(values, first_moves(boards)[:-1])
    table = np.full((len(boards), 64), np.nan)
    table[moves.parent, moves.square] = best[moves.parent] - values
    return table
