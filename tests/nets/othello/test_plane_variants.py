"""Variants of the thesis's planes: what they leave out, what they add, and that the rest stays as it was."""

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.features.othello.planes import HLYNSSON42, RAW, encode
from kibitz.features.othello.samples import moves_of_replay, stages
from kibitz.nets.othello.plane_variants import PLANE_GROUPS, PLANE_VARIANTS, network_planes
from kibitz.rules.othello import bulk

SITUATIONS = moves_of_replay(bulk.replay(bulk.random_games(5, seed=8)[0])).situations


def test_the_groups_are_those_of_table_4_1():
    names = {group: {HLYNSSON42.names[plane].split(":")[0] for plane in planes} for group, planes in PLANE_GROUPS.items()}
    assert names["mobility"] == {"opponent's legal moves after the move"}
    assert names["own-stability"] == {"stable discs the mover gains"}
    assert names["opponent-stability"] == {"stable discs the opponent would gain there"}
    assert names["frontier"] == {"empty squares around"}
    assert names["legal"] == {"legal moves"}
    assert names["ones"] == {"ones"}
    assert names["player"] == {"Black is to move"}
    assert all("ago" in name for name in names["history"])
    assert sorted(plane for planes in PLANE_GROUPS.values() for plane in planes) == list(range(3, 42))


@pytest.mark.parametrize("dtype", [np.float32, np.uint8])
@pytest.mark.parametrize("group", PLANE_GROUPS)
def test_a_group_left_out_leaves_the_other_planes_as_they_were(group, dtype):
    variant = network_planes(f"hlynsson42-without-{group}", 1)
    every = dict(zip(HLYNSSON42.names, encode(HLYNSSON42, SITUATIONS, dtype).swapaxes(0, 1), strict=True))
    found = encode(variant, SITUATIONS, dtype)
    assert found.shape[1] == len(variant) == 42 - len(PLANE_GROUPS[group])
    for name, plane in zip(variant.names, found.swapaxes(0, 1), strict=True):
        np.testing.assert_array_equal(plane, every[name])


def test_the_stage_fills_one_of_thirteen_planes():
    found = encode(network_planes("hlynsson42-with-stage", 1), SITUATIONS, np.uint8)
    np.testing.assert_array_equal(found[:, :42], encode(HLYNSSON42, SITUATIONS, np.uint8))
    assert (found[:, 42:].sum(axis=(2, 3)) == 64 * np.eye(13)[stages(SITUATIONS.boards)]).all()


def test_names_and_versions_are_checked():
    assert network_planes("raw", 1) is RAW
    assert all(variant.name == name for name, variant in PLANE_VARIANTS.items())
    with pytest.raises(SetupError, match="'hlynsson42-without-discs' is not known"):
        network_planes("hlynsson42-without-discs", 1)
    with pytest.raises(SetupError, match="wanted in version 2, but this release computes version 1"):
        network_planes("hlynsson42-with-stage", 2)
