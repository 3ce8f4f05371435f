"""The report's network and its experiments, small."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

import torch

from gnugo_referee import needs_gnugo
from kibitz.errors import SetupError
from kibitz.experiments.paisarnsrisomsuk2015.dataset import load_moves, predicted_patterns, simulate_patterns
from kibitz.experiments.paisarnsrisomsuk2015.experiments import RECIPES, parse_experiments, run_folder
from kibitz.experiments.paisarnsrisomsuk2015.network import ReportNetwork, SymmetricLayer
from kibitz.experiments.paisarnsrisomsuk2015.reproduction import reproduce
from kibitz.experiments.paisarnsrisomsuk2015.training import Examples, top_shares, train
from kibitz.experiments.papers import Wanted
from kibitz.models.go.default import DEFAULT_GO_MODEL
from kibitz.models.go.network import load_go_network
from kibitz.models.store import find_model
from kibitz.workers import LocalWorkers


@pytest.fixture(autouse=True)
def one_thread():
    """Two threads on a busy machine wait for each other more than they compute."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def turns(planes):
    """A board under the 8 symmetries."""
    return [torch.rot90(image, count, (2, 3)) for count in range(4) for image in (planes, planes.flip(2))]


def test_a_turned_board_gets_a_turned_answer():
    torch.manual_seed(0)
    network, board = ReportNetwork(8), torch.rand(1, 8, 19, 19)
    answers = [network(image).reshape(1, 1, 19, 19) for image in turns(board)]
    for answer, expected in zip(answers, turns(answers[0]), strict=True):
        assert torch.allclose(answer, expected, atol=1e-4)


def test_kernels_have_as_many_weights_as_places_that_are_not_images_of_each_other():
    assert SymmetricLayer(1, 1, 5).weights.shape == (1, 1, 6)
    assert SymmetricLayer(1, 1, 3).weights.shape == (1, 1, 3)


def marked_examples(count, seed):
    """Moves that are always on the one marked point of the board."""
    chooser = np.random.default_rng(seed)
    played = chooser.integers(0, 361, count)
    planes = (chooser.random((count, 2, 361)) < 0.3).astype(np.uint8)
    planes[:, 0] = 0
    planes[np.arange(count), 0, played] = 1
    return Examples(planes.reshape(count, 2, 19, 19), played, np.full(count, 6))


def test_what_can_be_seen_is_learnt():
    rows = []
    network = train(marked_examples(2_500, 1), marked_examples(500, 2), RECIPES["better"], 0, lambda *row: rows.append(row))
    shares = top_shares(network, marked_examples(500, 3))
    assert shares[0] > 0.9
    assert shares == sorted(shares)
    assert [done for done, _ in rows] == list(range(2_000, 10_001, 2_000))


def test_the_reports_recipe_learns_too():
    network = train(marked_examples(20_000, 1), marked_examples(500, 2), RECIPES["thesis"], 0, lambda *_: None)
    assert top_shares(network, marked_examples(500, 3))[0] > 0.5


def test_unknown_experiments_are_refused():
    assert parse_experiments("none, record") == ["none", "record"]
    with pytest.raises(SetupError, match="'fish' is not an experiment"):
        parse_experiments("fish")


def wanted(folder: Path, data: Path, parts: str) -> Wanted:
    return Wanted(parts, "better", None, 500, folder / "runs", folder / "docs", data, 1, lambda _: None)


def test_a_folder_with_too_few_games_is_refused(tmp_path):
    (tmp_path / "one.sgf").write_text("(;SZ[19];B[aa])")
    with pytest.raises(SetupError, match="has 0 games of Go that can be used"):
        reproduce(wanted(tmp_path, tmp_path, "none"))


def small_archive(shared_data) -> Path:
    return shared_data / "go" / "kgs" / "KGS-2017_02-19-525.tar.gz"


class InThisProcess:
    """Workers that give up after so many jobs, as if somebody had pressed Ctrl-C."""

    def __init__(self, most=10**6):
        self.most = most

    def run(self, function, jobs):
        for done, job in enumerate(jobs):
            if done == self.most:
                raise KeyboardInterrupt
            yield job, function(job)


def test_moves_to_learn_from_and_to_measure_on_are_of_different_games(shared_data):
    train_on, test_on = load_moves(small_archive(shared_data), 500, seed=1)
    assert (len(train_on), len(test_on)) == (500, 50)
    assert (train_on.dan >= 6).all()
    assert (train_on.played >= 0).all()
    first_moves = {tuple(moves.games.points[:40].tolist()) for moves in (train_on, test_on)}
    assert len(first_moves) == 2
    planes = train_on.board_planes()
    assert planes.shape == (500, 8, 19, 19)
    empty = planes[:, 2].reshape(500, 361)
    assert empty[np.arange(500), train_on.played].all()


def test_late_in_a_game_simulations_leave_stones_where_they_are(shared_data, tmp_path):
    moves, _ = load_moves(small_archive(shared_data), 500, seed=1)
    simulate_patterns(moves, 10, tmp_path / "all.npy", InThisProcess(), lambda _: None, "some")
    influence = np.load(tmp_path / "all.npy")
    own_stones = moves.board_planes()[:, 0].reshape(len(moves), 361).astype(bool)
    owner = np.where(moves.is_black[:, None], influence, -influence)
    late = np.flatnonzero(moves.index > 180)
    assert owner[late][own_stones[late]].mean() > 2


def test_simulations_go_on_after_an_interruption_and_are_the_same_by_whatever_workers(shared_data, tmp_path):
    moves, _ = load_moves(small_archive(shared_data), 500, seed=1)
    simulate_patterns(moves, 2, tmp_path / "whole.npy", InThisProcess(), lambda _: None, "some")
    broken, told = tmp_path / "broken.npy", []
    with pytest.raises(KeyboardInterrupt):
        simulate_patterns(moves, 2, broken, InThisProcess(most=3), told.append, "some")
    assert not broken.is_file()
    with LocalWorkers(2) as workers:
        simulate_patterns(moves, 2, broken, workers, told.append, "some")
    assert [step.done for step in told] == [100, 200, 300, 400, 500]
    assert (np.load(broken) == np.load(tmp_path / "whole.npy")).all()


def test_late_in_a_game_a_network_expects_stones_to_stay_where_they_are(shared_data):
    _, moves = load_moves(small_archive(shared_data), 500, seed=1)
    network = load_go_network(find_model(DEFAULT_GO_MODEL).weights)
    influence = predicted_patterns(moves, network, lambda _: None, "some")
    own_stones = moves.board_planes()[:, 0].reshape(len(moves), 361).astype(bool)
    owner = np.where(moves.is_black[:, None], influence, -influence)
    late = np.flatnonzero(moves.index > 150)
    assert len(late) > 5
    assert owner[late][own_stones[late]].mean() > 2


@pytest.mark.slow
@needs_gnugo
def test_a_reproduction_writes_its_page_and_is_not_run_again(shared_data, tmp_path):
    page = reproduce(wanted(tmp_path, small_archive(shared_data), "none,record"))
    text = page.read_text()
    assert "| record | 18 % | " in text
    assert "| simulated-100 | a curve only | not run |" in text
    assert text.count("Learnt from 500 moves in 4 passes and measured on 50; the mean of 5 networks") == 1
    assert (tmp_path / "docs" / "paisarnsrisomsuk2015" / "better-figure12.png").is_file()
    before = run_folder(tmp_path / "runs", "better", "none").result()
    reproduce(wanted(tmp_path, tmp_path / "nothing", "none,record"))
    assert run_folder(tmp_path / "runs", "better", "none").result() == before


def test_a_run_that_was_broken_off_goes_on_with_the_next_network(shared_data, tmp_path):
    reproduce(wanted(tmp_path, small_archive(shared_data), "none"))
    folder = run_folder(tmp_path / "runs", "better", "none")
    whole, result = folder.metrics(), folder.result()
    (folder.path / "result.json").unlink()
    folder.replace_metrics(whole[:13])  # two networks and a half
    started: list[str] = []
    again = replace(wanted(tmp_path, small_archive(shared_data), "none"), tell=lambda told: started.append(told.part))
    reproduce(again)
    assert set(started) == {"better-none 2", "better-none 3", "better-none 4"}
    assert (folder.metrics(), folder.result()) == (whole, result)
