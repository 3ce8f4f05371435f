"""Networks that learn from games against themselves: the paper's rule, runs that resume, and what they come to."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.temporal.othello.lockstep import play_games, random_mover
from kibitz.learn.temporal.othello.temporal import LearningGame, TemporalSettings, learn, learned, play_game
from kibitz.models.othello.foresight import network_foresight, solving
from kibitz.nets.othello.sigma_network import SHAPES, SigmaNetwork
from kibitz.nets.othello.taylor import blended_function
from kibitz.rules.othello.bulk import Boards, legal_masks
from kibitz.rules.othello.position import START
from kibitz.search.othello.endgame import solve_children_many

SHORT = TemporalSettings(network="network2", games=24, measured_every=6, seed=3)


def counted(network):
    """A measurement that is quick and differs from network to network."""
    return {"won": int(1e6 * float(network.values(Boards.of([START]))[0]))}


def silent(_told):
    pass


def a_game(name="network3", seed=1):
    network = SigmaNetwork.random(name, np.random.default_rng(seed))
    return network, play_game(network, _native.othello.SelfPlay(0.9, 10), seed)


def test_a_game_ends_with_its_first_position_of_ten_empty_squares_and_the_exact_result():
    for seed in range(5):
        _, game = a_game(seed=seed)
        empties = 64 - np.bitwise_count(game.boards.own | game.boards.opp)
        assert (np.diff(empties.astype(int)) < 0).all()
        assert (empties[:-1] > 10).all()
        assert empties[-1] <= 10
        last = Boards(game.boards.own[-1:], game.boards.opp[-1:])
        scores = solve_children_many(last).score
        assert np.isclose(game.found[-1], np.tanh(scores / 20), atol=1e-6).any()


def test_without_exploration_the_exact_result_is_the_best():
    network = SigmaNetwork.random("network3", np.random.default_rng(1))
    game = play_game(network, _native.othello.SelfPlay(1.0, 10), 1)
    last = Boards(game.boards.own[-1:], game.boards.opp[-1:])
    assert game.found[-1] == pytest.approx(np.tanh(solve_children_many(last).score.max() / 20), abs=1e-6)
    assert game.found[0] == pytest.approx(network.core.two_ply_moves(game.boards.own[:1], game.boards.opp[:1])[1][0])


def test_every_position_of_a_game_has_a_move():
    _, game = a_game()
    assert (legal_masks(game.boards) != 0).all()


@pytest.mark.parametrize("name", [name for name in SHAPES if not SHAPES[name].gates])
def test_a_step_follows_the_gradient_that_automatic_differentiation_finds(name):
    network, game = a_game(name)
    rows = slice(20, 21)
    board = Boards(game.boards.own[rows], game.boards.opp[rows])
    target = np.array([0.25], np.float32)
    after = learned(network, board, target, rate=0.05)
    value, gradients = _gradients(network, board)
    for key, before in network.arrays().items():
        wanted = before + 0.05 * (0.25 - value) * gradients[key]
        assert after.arrays()[key] == pytest.approx(wanted, abs=1e-5), key


def _gradients(network, board):
    """The value of a board and its derivatives by all weights, computed by torch."""
    tensors = {key: torch.tensor(array, dtype=torch.float64, requires_grad=True) for key, array in network.arrays().items()}
    inputs = torch.tensor([(int(board.own[0]) >> s & 1) - (int(board.opp[0]) >> s & 1) for s in range(64)], dtype=torch.float64)
    share = torch.tensor(network.shape.blend()[int(np.bitwise_count(board.own | board.opp)[0])], dtype=torch.float64)
    seen = inputs[torch.from_numpy(network.shape.parts)]
    hidden = torch.tanh((torch.einsum("pk,okm->opm", seen, tensors["weights"]) + tensors["biases"][:, None]) / 2)
    outputs = torch.tanh(((hidden.sum(dim=1) * tensors["to_output"]).sum(dim=1) + tensors["output_biases"]) / 2)
    value = (share * outputs).sum()
    value.backward()
    discs = int(np.bitwise_count(board.own | board.opp)[0])
    assert value.item() == pytest.approx(blended_function(network, discs)(inputs).item())
    return value.item(), {key: tensor.grad.numpy() for key, tensor in tensors.items()}


def test_steps_of_a_game_are_made_together():
    network, game = a_game()
    targets = game.targets(0.0)
    together = learned(network, game.boards, targets, 0.05)
    added = {key: np.zeros_like(array, np.float64) for key, array in network.arrays().items()}
    for row in range(len(targets)):
        one = learned(
            network, Boards(game.boards.own[row : row + 1], game.boards.opp[row : row + 1]), targets[row : row + 1], 0.05
        )
        for key in added:
            added[key] += one.arrays()[key].astype(np.float64) - network.arrays()[key]
    for key, change in added.items():
        assert together.arrays()[key] - network.arrays()[key] == pytest.approx(change, abs=2e-5)


def test_targets_without_a_trace_are_what_was_found_and_with_a_full_one_the_result():
    game = LearningGame(
        Boards(np.arange(4, dtype=np.uint64), np.arange(4, dtype=np.uint64)),
        np.array([True, False, False, True]),  # White moved twice: Black had to pass
        np.array([0.1, 0.2, 0.3, 0.8], np.float32),
    )
    assert game.targets(0.0).tolist() == game.found.tolist()
    assert game.targets(1.0) == pytest.approx([0.8, -0.8, -0.8, 0.8])
    assert game.targets(0.5)[2] == pytest.approx(0.5 * 0.3 - 0.5 * 0.8)


def test_maps_of_shared_units_begin_as_one_unit_would():
    shared = SigmaNetwork.random("network2", np.random.default_rng(0))
    assert np.abs(shared.to_output).max() <= 1 / 8
    assert np.abs(shared.weights).max() > 0.9
    assert np.abs(SigmaNetwork.random("network1", np.random.default_rng(0)).to_output).max() > 0.9


def test_a_run_repeats_to_the_bit_and_another_seed_does_not(tmp_path):
    first, again = (learn(SHORT, RunFolder(tmp_path / name), counted, silent) for name in ("first", "again"))
    assert all((again.arrays()[key] == array).all() for key, array in first.arrays().items())
    assert (tmp_path / "first" / "metrics.csv").read_text() == (tmp_path / "again" / "metrics.csv").read_text()
    other = learn(
        TemporalSettings(network="network2", games=6, measured_every=6, seed=4), RunFolder(tmp_path / "x"), counted, silent
    )
    assert (other.weights != first.weights).any()


def test_a_run_that_waited_comes_to_the_same_end(tmp_path):
    whole = learn(SHORT, RunFolder(tmp_path / "whole"), counted, silent)
    calls = iter([True, False])
    assert learn(SHORT, RunFolder(tmp_path / "parts"), counted, silent, lambda: next(calls)) is None
    rest = learn(SHORT, RunFolder(tmp_path / "parts"), counted, silent)
    assert all((rest.arrays()[key] == array).all() for key, array in whole.arrays().items())
    assert (tmp_path / "whole" / "metrics.csv").read_text() == (tmp_path / "parts" / "metrics.csv").read_text()


KILLED_RUN = """
import sys
from pathlib import Path
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.temporal.othello.temporal import TemporalSettings, learn
settings = TemporalSettings(network="network2", games=int(sys.argv[2]), measured_every=3, seed=3)
def measured(network):
    return {"won": int(1e6 * float(network.output_biases[0]))}
learn(settings, RunFolder(Path(sys.argv[1])), measured, lambda told: None)
"""


@pytest.mark.slow
def test_a_killed_run_goes_on_as_if_nothing_had_happened(tmp_path):
    games = 1500
    with subprocess.Popen([sys.executable, "-c", KILLED_RUN, str(tmp_path / "killed"), str(games)]) as process:
        while not (tmp_path / "killed" / "checkpoint.safetensors").is_file():
            time.sleep(0.02)
        time.sleep(0.3)
        os.kill(process.pid, signal.SIGKILL)
    settings = TemporalSettings(network="network2", games=games, measured_every=3, seed=3)
    done = int(RunFolder(tmp_path / "killed").load_checkpoint().facts["step"])
    assert done < games

    def measured(network):
        return {"won": int(1e6 * float(network.output_biases[0]))}

    resumed = learn(settings, RunFolder(tmp_path / "killed"), measured, silent)
    whole = learn(settings, RunFolder(tmp_path / "whole"), measured, silent)
    assert all((resumed.arrays()[key] == array).all() for key, array in whole.arrays().items())
    assert (tmp_path / "killed" / "metrics.csv").read_text() == (tmp_path / "whole" / "metrics.csv").read_text()


def test_the_mean_that_is_kept_does_not_change_what_is_learned(tmp_path):
    plain = replace(SHORT, games=3 * SHORT.measured_every)
    seen = [
        learn(replace(plain, games=games), RunFolder(tmp_path / str(games)), counted, silent)
        for games in range(0, plain.games + 1, plain.measured_every)
    ]
    mean = learn(replace(plain, average=0.25), RunFolder(tmp_path / "mean"), counted, silent)
    for key, array in mean.arrays().items():
        wanted = seen[0].arrays()[key]
        for network in seen[1:]:
            wanted = 0.75 * wanted + 0.25 * network.arrays()[key]
        assert np.allclose(array, wanted)


def test_other_settings_in_a_run_s_folder_are_refused(tmp_path):
    learn(SHORT, RunFolder(tmp_path), counted, silent)
    with pytest.raises(SetupError, match="holds a run with other settings"):
        learn(TemporalSettings(network="network1", games=24), RunFolder(tmp_path), counted, silent)


@pytest.mark.slow
def test_a_few_hundred_games_teach_a_network_to_beat_a_random_mover(tmp_path):
    settings = TemporalSettings(network="network3", games=600, measured_every=600, seed=1)
    network = learn(settings, RunFolder(tmp_path), counted, silent)
    foresight = solving(network_foresight(network))
    random = np.random.default_rng(1)
    starts = Boards.of([START] * 100)
    scores = play_games(starts, np.ones(100, np.bool_), lambda boards, _: foresight(boards), random_mover(random))
    assert (scores > 0).sum() >= 90
