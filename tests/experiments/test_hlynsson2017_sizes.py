"""Games of the raw network on boards of other sizes."""

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from kibitz.errors import SetupError
from kibitz.experiments.hlynsson2017 import sizes
from kibitz.experiments.hlynsson2017.sizes_page import sizes_text
from kibitz.experiments.papers import Wanted
from kibitz.features.othello.planes import RAW, encode, situation
from kibitz.nets.othello.convolutional import ExpertNet
from kibitz.nets.othello.spec import NetSpec
from kibitz.rules.othello.position import Position


def test_the_planes_are_those_the_network_has_learned_from():
    position = Position.start().play(Position.start().legal_squares()[0])
    assert (sizes.raw_planes(position) == encode(RAW, situation(position, []))[0]).all()


@pytest.mark.parametrize("size", [6, 10])
def test_every_game_is_played_to_its_end_on_any_board(size):
    torch.manual_seed(1)
    chooser = np.random.default_rng(1)
    net = ExpertNet(NetSpec("raw", layers=3, filters=8)).eval()
    found = sizes.games(sizes.network_mover(net), sizes.random_mover(chooser), size, 3, chooser)
    assert sum(found.values()) == 6


def test_the_greedy_mover_turns_most_discs():
    position = Position.start()
    for _ in range(8):
        position = position.play(position.legal_squares()[0])
    (chosen,) = sizes.greedy_mover(np.random.default_rng(1))([position])
    most = max(position.flip_mask(square).bit_count() for square in position.legal_squares())
    assert position.flip_mask(chosen).bit_count() == most


def test_without_a_trained_network_sizes_are_refused(tmp_path):
    wanted = Wanted("sizes", "better", None, None, tmp_path, tmp_path, tmp_path, 1, lambda _told: None)
    with pytest.raises(SetupError, match="has no trained network, which sizes needs"):
        sizes.measure_sizes(wanted)
    assert sizes_text(tmp_path).count("not run") == 6
