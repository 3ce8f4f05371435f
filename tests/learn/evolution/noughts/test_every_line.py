"""Networks against every line of play, compared with a slow walk through the whole tree."""

from collections import Counter

import numpy as np
import pytest

from kibitz.learn.evolution.noughts.every_line import count_lines
from kibitz.models.noughts.evolved import NETWORKS, EvolvedNoughts
from kibitz.rules.game import Color
from kibitz.rules.noughts.position import START


def networks(count):
    return NETWORKS.from_flat(np.random.default_rng(3).standard_normal((count, NETWORKS.weights)).astype(np.float32))


def walked(network, color, position=START):
    """How many lines a network wins, draws and loses with one colour, square by square."""
    if outcome := position.outcome():
        return Counter({int(outcome.score_for(color)): 1})
    after = [position.play(move) for move in position.legal_moves()]
    if position.to_move == color:
        lowest = min(network.value_for_mover(board) for board in after)
        after = [board for board in after if network.value_for_mover(board) == lowest]
    return sum((walked(network, color, board) for board in after), Counter())


@pytest.mark.parametrize("member", range(3))
def test_lines_are_counted_as_a_walk_counts_them(member):
    population = networks(3)
    network = EvolvedNoughts(population.take(np.array([member])))
    slow = walked(network, Color.BLACK) + walked(network, Color.WHITE)
    record = count_lines(population).record(member)
    assert (record.won, record.drawn, record.lost) == (slow[1], slow[0], slow[-1])
