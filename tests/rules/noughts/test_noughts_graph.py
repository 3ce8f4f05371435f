"""The graph of the whole game, against what is known of it."""

import numpy as np

from kibitz.rules.noughts.graph import game_graph
from kibitz.rules.noughts.position import NOUGHTS, START


def test_the_graph_has_as_many_positions_as_are_different():
    graph = game_graph()
    assert len(graph.positions) == 765
    assert graph.positions[0] == START
    assert all(position == NOUGHTS.canonical(position) for position in graph.positions)


def test_its_lines_are_all_games():
    graph = game_graph()
    lines = np.zeros(len(graph.positions), int)
    lines[0] = 1
    for ply in graph.plies:
        np.add.at(lines, ply.after, lines[ply.before])
    by_winner = [int(lines[graph.is_over & (graph.black_scores == score)].sum()) for score in (1, -1, 0)]
    assert by_winner == [131_184, 77_904, 46_080]
