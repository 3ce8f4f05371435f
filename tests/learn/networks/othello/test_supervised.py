"""Supervised runs: what a batch holds, that learning works, and that an interrupted run ends as if it had never been."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from kibitz.errors import SetupError  # noqa: E402
from kibitz.features.othello.move_counts import count_moves  # noqa: E402
from kibitz.features.othello.planes import transform_squares  # noqa: E402
from kibitz.features.othello.samples import moves_of_replay, stages  # noqa: E402
from kibitz.learn.networks.othello.batches import Data, load_data, make_batch, rows_of_steps, validation_sample  # noqa: E402
from kibitz.learn.networks.othello.settings import Settings, better_settings, thesis_settings  # noqa: E402
from kibitz.learn.networks.othello.supervised import judge_net, load_net, loss_and_hits, rate_at, train  # noqa: E402
from kibitz.learn.runs.run_folder import RunFolder  # noqa: E402
from kibitz.nets.othello.spec import NetSpec  # noqa: E402
from kibitz.rules.othello import bulk  # noqa: E402
from kibitz.rules.symmetry import SYMMETRIES  # noqa: E402


def random_data():
    """Games of random movers, in which nothing can be learned but their rules."""
    moves = bulk.random_games(60, seed=21)[0]
    return with_counts(moves_of_replay(bulk.replay(moves[:50])), moves_of_replay(bulk.replay(moves[50:])))


def with_counts(train_moves, validation):
    return Data(train_moves, validation, count_moves(train_moves))


def greedy_data(games=150):
    """Games whose movers always take the most discs, the lowest square among equals."""
    lists = bulk.random_games(games, seed=22)[0]
    moves = moves_of_replay(bulk.replay(lists))
    children = bulk.children(moves.situations.boards)
    flipped = np.bitwise_count(children.boards.opp).astype(int) * 64 - children.square
    best = np.full(len(moves), -1)
    np.maximum.at(best, children.parent, flipped)
    chosen = flipped == best[children.parent]
    moves = replace(moves, square=children.square[chosen])
    cut = len(moves) * 4 // 5
    return with_counts(moves.take(slice(0, cut)), moves.take(slice(cut, None)))


def small(settings, **changes):
    net = NetSpec("raw", layers=3, normalised=settings.net.normalised, skips=settings.net.skips)
    common = {"net": net, "batch": 64, "validation_sample": 200, "validate_every": 1000, "checkpoint_every": 700}
    return replace(settings, **{**common, **changes})


SHORT = small(better_settings("raw", 3, positions=2000))


def test_a_shuffled_epoch_shows_every_choice_once():
    data = random_data()
    choices = np.flatnonzero(np.bitwise_count(data.train.legal) > 1)
    steps = len(choices) // SHORT.batch
    batches = rows_of_steps(SHORT, data, 0)
    seen = np.concatenate([next(batches)[0] for _ in range(steps)])
    assert len(set(seen)) == len(seen)
    assert set(seen) <= set(choices)


def test_steps_are_the_same_whether_one_starts_at_the_first_or_later():
    data = random_data()
    every = rows_of_steps(SHORT, data, 0)
    for _ in range(60):  # beyond the first epoch
        expected = next(every)
    found = next(rows_of_steps(SHORT, data, 59))
    np.testing.assert_array_equal(found[0], expected[0])
    np.testing.assert_array_equal(found[1], expected[1])


def test_a_run_for_some_stages_sees_moves_of_these_alone():
    settings, data = replace(SHORT, stages=(3, 7)), random_data()
    rows = np.concatenate([next(rows_of_steps(settings, data, step))[0] for step in range(20)])
    assert set(stages(data.train.take(rows).situations.boards)) == set(range(3, 8))
    assert set(stages(validation_sample(settings, data).situations.boards)) == set(range(3, 8))


def test_the_thesis_takes_a_twentieth_of_the_moves_in_order_with_four_images_each():
    settings = small(thesis_settings("raw", 3, positions=2000), batch=8)
    data = random_data()
    rows, symmetries = next(rows_of_steps(settings, data, 0))
    assert (np.diff(rows) >= 0).all()
    assert rows[0] == rows[3] != rows[4]
    assert symmetries.tolist() == [0, 3, 4, 7] * 2
    start_rows = np.flatnonzero(data.train.situations.recent[:, 0] < 0)
    image = data.train.take(start_rows[:4]).images(np.array([0, 3, 4, 7], np.int8)).situations.boards
    assert len(set(image.own.tolist())) == 1  # the start position keeps all four


def test_images_turn_planes_legal_moves_and_targets_together():
    data = random_data()
    rows = np.arange(40, 48)
    batch = make_batch(replace(SHORT, targets="played"), data, rows, np.array(SYMMETRIES, np.int8))
    assert batch.square.tolist() == transform_squares(data.train.square[rows], np.array(SYMMETRIES, np.int8)).tolist()
    assert batch.legal[torch.arange(8), batch.square].all()
    assert batch.target.argmax(1).tolist() == batch.square.tolist()
    assert (batch.planes[torch.arange(8), 2, batch.square // 8, batch.square % 8] == 1).all()


def test_counted_targets_are_the_shares_of_all_moves_played_in_the_position():
    data = random_data()
    starts = np.flatnonzero(data.train.situations.recent[:, 0] < 0)
    batch = make_batch(SHORT, data, starts[:8], np.array(SYMMETRIES, np.int8))
    assert SHORT.targets == "counted"
    assert ((batch.target > 0) == batch.legal).all()  # fifty random games open in all four ways
    torch.testing.assert_close(batch.target.sum(1), torch.ones(8))


def test_soft_targets_are_turned_and_mixed_with_the_moves():
    data = random_data()
    soft = np.zeros((len(data.train), 64), np.float16)
    soft[:, 0] = 1.0
    settings = replace(SHORT, targets="played", soft_weight=0.25)
    batch = make_batch(settings, replace(data, soft=soft), np.arange(8), np.array(SYMMETRIES, np.int8))
    corners = transform_squares(np.zeros(8, np.int8), np.array(SYMMETRIES, np.int8)).astype(int)
    assert batch.target[torch.arange(8), torch.from_numpy(corners)].tolist() == [0.25] * 8
    assert batch.target[torch.arange(8), batch.square].tolist() == [0.75] * 8


def test_soft_targets_of_another_size_are_refused(shared_data):
    settings = replace(SHORT, train_years=(1977, 1977))
    with pytest.raises(SetupError, match=r"soft targets of shape \(5, 64\) do not fit"):
        load_data(shared_data / "othello" / "wthor", settings, np.zeros((5, 64)))


def test_the_two_losses_of_an_untrained_network_are_known():
    data = random_data()
    rows, symmetries = next(rows_of_steps(SHORT, data, 0))
    batch = make_batch(SHORT, data, rows, symmetries)
    cells = torch.zeros(len(rows), 2, 8, 8)
    legal_loss, _ = loss_and_hits(SHORT, cells, batch)
    torch.testing.assert_close(legal_loss, batch.legal.sum(1).float().log().mean())
    cell_loss, _ = loss_and_hits(small(thesis_settings("raw", 3, 2000)), cells, batch)
    torch.testing.assert_close(cell_loss, torch.tensor(2.0).log())


def test_rates_follow_the_thesis_s_four_steps_or_one_cycle():
    thesis = small(thesis_settings("raw", 3, positions=64 * 100))
    assert [rate_at(thesis, step) for step in (0, 24, 25, 50, 75, 99)] == [1.0, 1.0, 0.5, 0.25, 0.1, 0.1]
    cycle = replace(SHORT, positions=64 * 100)
    rates = [rate_at(cycle, step) for step in range(101)]
    assert max(rates) == rates[5] == 1.0
    assert rates[0] < 0.2
    assert rates[100] == 0.0


def test_a_short_run_learns_a_simple_player_far_better_than_chance(tmp_path):
    data = greedy_data()
    settings = small(better_settings("raw", 3, positions=25_000))
    net = train(settings, data, RunFolder(tmp_path / "run"))
    summary = judge_net(net, data.validation).summary()
    chance = float((1 / np.bitwise_count(data.validation.legal)).mean())
    assert summary["top1"] > chance + 0.2


def test_the_thesis_s_recipe_lowers_its_loss(tmp_path):
    data = greedy_data(40)
    folder = RunFolder(tmp_path / "run")
    train(small(thesis_settings("raw", 3, positions=8000), learning_rate=1e-3), data, folder)
    losses = [float(row["train_loss"]) for row in folder.metrics()]
    assert losses[-1] < 0.5 * losses[0]


def test_a_run_folder_tells_settings_versions_metrics_and_gives_the_network_back(tmp_path):
    data = random_data()
    folder = RunFolder(tmp_path / "run")
    told = []
    net = train(SHORT, data, folder, told.append)
    assert Settings.from_json(folder.settings()) == SHORT
    assert json.loads((folder.path / "versions.json").read_text())["torch"] == torch.__version__
    rows = folder.metrics()
    assert [int(row["positions"]) for row in rows] == [1024, 2048]
    assert 0 < float(rows[-1]["validation_top1"]) < 1
    assert told[-1].positions == 2048
    assert told[-1].validation_top1 == pytest.approx(float(rows[-1]["validation_top1"]), abs=1e-5)
    for name, tensor in load_net(folder).state_dict().items():
        assert torch.equal(tensor, net.state_dict()[name])


def test_a_folder_with_another_run_is_refused(tmp_path):
    folder = RunFolder(tmp_path / "run")
    folder.start(SHORT.to_json())
    with pytest.raises(SetupError, match="other settings"):
        train(replace(SHORT, seed=2), random_data(), folder)


def test_a_run_of_an_older_release_goes_on_though_it_knew_fewer_settings(tmp_path):
    folder = RunFolder(tmp_path / "run")
    folder.start({name: value for name, value in SHORT.to_json().items() if name != "stages"})
    train(SHORT, random_data(), folder)
    assert folder.metrics()


KILLED_RUN = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.networks.othello.settings import Settings
from kibitz.learn.networks.othello.supervised import train
import json, os, time
import test_supervised as tests
settings = Settings.from_json(json.loads(sys.argv[3]))
folder = RunFolder(Path(sys.argv[2]))
def report(progress):
    if progress.positions > 1500:
        print("far enough", flush=True)
        time.sleep(60)
train(settings, tests.random_data(), folder, report)
"""


@pytest.mark.parametrize("optimiser", ["muon", "adam"])
def test_a_run_killed_and_resumed_ends_with_the_same_bits_as_one_never_interrupted(tmp_path, optimiser):
    settings = replace(SHORT, optimiser=optimiser)
    whole, killed = RunFolder(tmp_path / "whole"), RunFolder(tmp_path / "killed")
    expected = train(settings, random_data(), whole)
    arguments = [os.path.dirname(__file__), str(killed.path), json.dumps(settings.to_json())]  # noqa: PTH120
    with subprocess.Popen([sys.executable, "-c", KILLED_RUN, *arguments], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().strip() == "far enough"
        process.send_signal(signal.SIGKILL)
    at_death = killed.load_checkpoint().facts["step"]
    assert 0 < at_death < settings.steps
    found = train(settings, random_data(), killed)
    for name, tensor in expected.state_dict().items():
        assert torch.equal(tensor, found.state_dict()[name]), name
    without_time = [{key: value for key, value in row.items() if key != "seconds"} for row in whole.metrics()]
    assert without_time == [{key: value for key, value in row.items() if key != "seconds"} for row in killed.metrics()]
