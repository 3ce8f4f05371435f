"""The whole game in one small graph: the positions that are different, 765 of them, and the moves between them."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kibitz.rules.noughts.position import NOUGHTS, START, NoughtsPosition


@dataclass(frozen=True, slots=True)
class Ply:
    """All moves from the positions after some number of moves: the positions before and after, by their numbers, [M].

    They are ordered by the position before. Moves that are images of one another are counted each.
    """

    before: NDArray[np.int64]
    after: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class GameGraph:
    """`positions` are canonical and ordered by ply; `black_scores` [N] is how games ended, 0 for draws and what is not over."""

    positions: tuple[NoughtsPosition, ...]
    plies: tuple[Ply, ...]
    black_scores: NDArray[np.int64]
    is_over: NDArray[np.bool_]


@cache
def game_graph() -> GameGraph:
    """The graph of the game from the empty board."""
    numbers = {START: 0}
    plies, level = [], [START]
    while level:
        moves = [(numbers[position], NOUGHTS.canonical(after)) for position in level for after in _children(position)]
        first_new = len(numbers)
        pairs = [(before, numbers.setdefault(after, len(numbers))) for before, after in moves]
        level = list(numbers)[first_new:]
        if pairs:
            before, after = np.array(pairs, np.int64).T
            plies.append(Ply(before, after))
    outcomes = [position.outcome() for position in numbers]
    scores = np.array([0 if outcome is None else int(outcome.black_score) for outcome in outcomes], np.int64)
    return GameGraph(tuple(numbers), tuple(plies), scores, np.array([outcome is not None for outcome in outcomes]))


def _children(position: NoughtsPosition) -> list[NoughtsPosition]:
    return [position.play(move) for move in position.legal_moves()]
