"""Learning steps of a gated network: they go down the slope of the error, and learning moves the gate."""

from dataclasses import replace

import numpy as np
import pytest

from kibitz import _native
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.temporal.othello.gated import gated_values
from kibitz.learn.temporal.othello.temporal import TemporalSettings, kept_network, learn, learned, play_game
from kibitz.nets.othello.sigma_network import SigmaNetwork
from kibitz.rules.othello.bulk import Boards

GATED = "network3-gated"


def a_network(seed=1):
    network = SigmaNetwork.random(GATED, np.random.default_rng(seed))
    return replace(network, gate=np.random.default_rng(seed).uniform(-1, 1, network.gate.shape).astype(np.float32))


def in_double(network):
    return replace(network, **{name: array.astype(np.float64) for name, array in network.arrays().items()})


@pytest.mark.parametrize("name", SigmaNetwork.random(GATED, np.random.default_rng(1)).arrays())
def test_a_step_goes_down_the_slope_of_the_squared_error(name):
    network = a_network()
    boards = play_game(network, _native.othello.SelfPlay(0.9, 10), 3).boards
    targets = np.full(len(boards), 0.25)
    step = learned(network, boards, targets.astype(np.float32), 1e-3).arrays()[name] - network.arrays()[name]
    exact = in_double(network)
    for place in list(np.ndindex(step.shape))[:: max(1, step.size // 7)]:
        moved = exact.arrays()[name].copy()
        errors = []
        for change in (1e-4, -1e-4):
            moved[place] = exact.arrays()[name][place] + change
            errors.append(((targets - gated_values(replace(exact, **{name: moved}), boards)) ** 2).sum() / 2)
        slope = (errors[0] - errors[1]) / 2e-4
        assert step[place] == pytest.approx(-1e-3 * slope, abs=2e-6)


def test_a_run_moves_the_gate_and_goes_on_with_the_same_bits(tmp_path):
    settings = TemporalSettings(network=GATED, games=6, measured_every=2)
    whole = learn(settings, RunFolder(tmp_path / "whole"), lambda _network: {"won": 0}, lambda _told: None)
    turns = iter([True, False])
    stopped = RunFolder(tmp_path / "stopped")
    assert learn(settings, stopped, lambda _network: {"won": 0}, lambda _told: None, lambda: next(turns)) is None
    resumed = learn(settings, stopped, lambda _network: {"won": 0}, lambda _told: None)
    assert np.abs(whole.gate).max() > 0
    assert all((whole.arrays()[name] == array).all() for name, array in resumed.arrays().items())
    assert (kept_network(stopped).gate == whole.gate).all()


def test_the_core_and_the_learning_see_the_same_values():
    network = a_network(2)
    boards = play_game(network, _native.othello.SelfPlay(0.9, 10), 1).boards
    assert isinstance(boards, Boards)
    assert network.values(boards) == pytest.approx(gated_values(network, boards), abs=3e-6)
