"""Evolved networks of noughts and crosses as evaluations."""

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.models.noughts.evolved import NETWORKS, EvolvedNoughts, image_inputs, load_by_name, load_evolved_noughts
from kibitz.models.store import verify_model
from kibitz.rules.noughts.position import NOUGHTS, parse_board

POSITION = parse_board("X---O---X O")


def random_networks(count):
    return NETWORKS.from_flat(np.random.default_rng(5).standard_normal((count, NETWORKS.weights)).astype(np.float32))


def test_the_inputs_are_the_squares_seen_by_the_mover_and_a_constant():
    assert image_inputs([POSITION])[0].tolist() == [-1, 0, 0, 0, 1, 0, 0, 0, -1, 1]
    assert image_inputs([POSITION]).shape == (8, 10)


def test_images_are_worth_the_same():
    network = EvolvedNoughts(random_networks(1))
    values = {network.value_for_mover(image) for image in NOUGHTS.images(POSITION)}
    assert len(values) == 1
    assert values != {0.0}


def test_a_network_comes_back_as_it_was(tmp_path):
    random_networks(1).save(tmp_path / "one.safetensors")
    loaded = load_evolved_noughts(tmp_path / "one.safetensors")
    assert loaded.value_for_mover(POSITION) == EvolvedNoughts(random_networks(1)).value_for_mover(POSITION)


def test_several_networks_are_no_player(tmp_path):
    random_networks(2).save(tmp_path / "two.safetensors")
    with pytest.raises(SetupError, match="holds 2 networks"):
        load_evolved_noughts(tmp_path / "two.safetensors")


def test_the_shipped_network_is_whole():
    assert verify_model("noughts-evolved").card.facts["figures"]["all lines of play"]["lost"] == 0
    assert load_by_name("noughts-evolved").value_for_mover(POSITION) != 0
