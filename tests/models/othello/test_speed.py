"""Fixed work whose node counts are a signature of the search.

If a test here fails after a change that was meant to alter the search or the evaluation, take over the new counts, which
`kibitz bench` prints; after any other change it has found a mistake.
"""

from kibitz.models.othello.speed import PERFT_DEPTH, count_leaves, play_random_games, search_midgames, solve_endgames

SOLVER_NODES = 11_871_647
SEARCH_NODES = 3_885_616


def test_the_leaves_are_those_that_are_known():
    assert PERFT_DEPTH == 10
    assert count_leaves().nodes == 24_571_284


def test_the_solver_takes_as_many_nodes_as_ever():
    assert solve_endgames().nodes == SOLVER_NODES


def test_the_search_takes_as_many_nodes_as_ever():
    assert search_midgames().nodes == SEARCH_NODES


def test_every_random_game_counts():
    assert play_random_games(100).nodes == 100
