"""Keys of positions are the same for images and different for everything else."""

import numpy as np

from kibitz.features.planes import situations_of_replay
from kibitz.features.position_keys import position_keys
from kibitz.rules import bulk
from kibitz.rules.bulk import Boards


def test_all_images_of_a_position_have_its_key():
    situations = situations_of_replay(bulk.replay(bulk.random_games(20, seed=1)[0]))
    keys = position_keys(situations.boards)
    for symmetry in range(1, 8):
        images = situations.images(np.full(len(situations), symmetry, np.int8))
        assert (position_keys(images.boards) == keys).all()


def test_different_positions_have_different_keys():
    boards = bulk.replay(bulk.random_games(500, seed=2)[0]).boards
    canonical, _ = bulk.canonical(boards)
    different = len(np.unique(np.stack([canonical.own, canonical.opp], axis=1), axis=0))
    assert different > 20_000
    assert len(np.unique(position_keys(boards))) == different
    swapped = Boards(boards.opp, boards.own)
    assert not np.isin(position_keys(swapped)[100:], position_keys(boards)).all()
