"""Random playouts of Go."""

import numpy as np

from kibitz.rules.go.points import transform_point
from kibitz.rules.go.position import GoGame
from kibitz.rules.symmetry import SYMMETRIES
from kibitz.search.go.playouts import play_out


def test_the_same_seed_gives_the_same_playouts():
    start = GoGame(9).start()
    first, second, other = (play_out(start, 50, seed) for seed in (1, 1, 2))
    assert first.black_scores.tolist() == second.black_scores.tolist() != other.black_scores.tolist()
    assert first.moves == second.moves


def test_to_move_first_is_worth_about_two_points_on_an_empty_board():
    # Twenty thousand playouts have a standard error of 0.15 points.
    playouts = play_out(GoGame(9).start(), 20_000, seed=3)
    assert 1.4 < playouts.black_scores.mean() < 2.8
    assert 105 < playouts.moves / 20_000 < 117


def test_an_empty_board_is_owned_evenly_under_its_symmetries():
    ownership = play_out(GoGame(9).start(), 20_000, seed=5).ownership()
    for symmetry in SYMMETRIES:
        image = ownership[[transform_point(point, symmetry, 9) for point in range(81)]]
        assert np.abs(image - ownership).max() < 0.06


def test_a_living_group_keeps_its_points_and_scores_add_up():
    position = GoGame(5).parse_position(
        """
        - X - O -
        X X X O O
        - X X O -
        X X X O O
        - X - O - X
        """
    )
    playouts = play_out(position, 200, seed=0)
    assert playouts.owner_sums.reshape(5, 5)[1].tolist() == [200, 200, 200, -200, -200]
    assert playouts.black_scores.sum() == playouts.owner_sums.sum()
    assert playouts.black_wins(komi=0.5) == 1.0


def test_scores_are_odd_where_every_point_of_the_board_has_an_owner():
    scores = play_out(GoGame(7).start(), 300, seed=11).black_scores
    assert np.mean(scores % 2) > 0.95
