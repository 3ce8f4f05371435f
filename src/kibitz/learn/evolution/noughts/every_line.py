"""Networks against every line of play: not a sample of opponents, but all games that any opponent could make of it."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.learn.evolution.contract import Record
from kibitz.models.evolved import Networks
from kibitz.models.noughts.evolved import graph_values
from kibitz.rules.game import Color
from kibitz.rules.noughts.graph import GameGraph, Ply, game_graph

_SIGNS: Final = (1, 0, -1)


class Lines(NamedTuple):
    """How many lines of play each network wins, draws and loses, [P]."""

    won: NDArray[np.int64]
    drawn: NDArray[np.int64]
    lost: NDArray[np.int64]

    def record(self, member: int) -> Record:
        return Record(*(int(column[member]) for column in self))


def count_lines(networks: Networks) -> Lines:
    """The lines of both sides; where a network likes several moves equally, it is taken to play each of them."""
    values = graph_values(networks)
    black, white = (_count_as(color, values, game_graph()) for color in Color)
    return Lines(*(first + second for first, second in zip(black, white, strict=True)))


def _count_as(color: Color, values: NDArray[np.float32], graph: GameGraph) -> Lines:
    """The lines of networks that have one colour."""
    reached = np.zeros(values.shape, np.int64)
    reached[:, 0] = 1
    for number, ply in enumerate(graph.plies):
        lines = reached[:, ply.before]
        if number % 2 == color:
            lines = lines * _is_best(values, ply)
        np.add.at(reached.T, ply.after, lines.T)
    scores = graph.black_scores if color == Color.BLACK else -graph.black_scores
    return Lines(*(reached[:, graph.is_over & (scores == sign)].sum(axis=1) for sign in _SIGNS))


def _is_best(values: NDArray[np.float32], ply: Ply) -> NDArray[np.bool_]:
    """Whether a network plays each of some moves: no other leads to a position that it likes less for its opponent, [P, M]."""
    worth = -values[:, ply.after]
    starts = np.diff(ply.before, prepend=-1) != 0
    best = np.maximum.reduceat(worth, np.flatnonzero(starts), axis=1)
    found: NDArray[np.bool_] = worth == best[:, np.cumsum(starts) - 1]
    return found
