"""Keys of positions are the same for images and different for everything else."""

import numpy as np

from kibitz.features.othello.planes import Situations, situations_of_replay
from kibitz.features.othello.position_keys import position_keys
from kibitz.rules.othello import bulk


def test_all_images_of_a_position_have_its_key():
    situations = situations_of_replay(bulk.replay(bulk.random_games(20, seed=1)[0]))
    keys = position_keys(situations)
    for symmetry in range(1, 8):
        assert (position_keys(situations.images(np.full(len(situations), symmetry, np.int8))) == keys).all()


def test_different_positions_have_different_keys():
    situations = situations_of_replay(bulk.replay(bulk.random_games(500, seed=2)[0]))
    canonical, _ = bulk.canonical(situations.boards)
    columns = [canonical.own, canonical.opp, situations.black_to_move]
    different = len(np.unique(np.stack(columns, axis=1), axis=0))
    assert different > 20_000
    assert len(np.unique(position_keys(situations))) == different


def test_the_side_to_move_makes_another_position():
    situations = situations_of_replay(bulk.replay(bulk.random_games(1, seed=3)[0]))
    turned = Situations(situations.boards, ~situations.black_to_move, situations.recent)
    assert (position_keys(turned) != position_keys(situations)).all()
