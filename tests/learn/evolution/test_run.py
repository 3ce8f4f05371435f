"""Runs of evolution on disk: every generation kept, and the same bits after any interruption and with any workers."""

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.learn.evolution.othello.population import SEARCHER, EvolutionSettings, tournament_pairings
from kibitz.learn.evolution.run import EvolutionFolder, evolve
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.models.othello.evolved import SHAPE, load_population
from kibitz.workers import LocalWorkers
from worker_jobs import HereAndNow

SHORT = EvolutionSettings(networks=6, generations=6, benchmark_games=40, shares=2, seed=7)
CMA = replace(SHORT, breeding="cma", first_spread=0.1)


def run(settings, path, workers=None):
    return evolve(settings, RunFolder(path), workers or HereAndNow(), lambda _: None)


def files(path):
    return {file.name: file.read_bytes() for file in sorted((path / "generations").iterdir())}


def rows_without_times(path):
    return [{name: text for name, text in row.items() if "seconds" not in name} for row in RunFolder(path).metrics()]


def test_every_generation_is_kept_with_its_points_and_its_row(tmp_path):
    last = run(SHORT, tmp_path)
    rows = RunFolder(tmp_path).metrics()
    assert [int(row["step"]) for row in rows] == list(range(7))
    for row in rows:
        kept = EvolutionFolder(RunFolder(tmp_path), SHAPE).load(int(row["step"]))
        assert kept.points[kept.best] == kept.points.max() == int(row["points"])
        assert int(row["won"]) + int(row["drawn"]) + int(row["lost"]) == SHORT.benchmark_games
    assert (load_population(tmp_path / "generations" / "00006.safetensors").flat() == last.population.flat()).all()


def test_the_better_half_of_a_generation_is_in_the_next(tmp_path):
    run(SHORT, tmp_path)
    kept = EvolutionFolder(RunFolder(tmp_path), SHAPE)
    for number in range(SHORT.generations):
        before, after = kept.load(number), kept.load(number + 1)
        assert (after.population.flat()[0] == before.champion.flat()[0]).all()


@pytest.mark.parametrize("count", [1, 2])
def test_processes_change_no_bit(tmp_path, count):
    run(SHORT, tmp_path / "here")
    with LocalWorkers(count) as workers:
        run(SHORT, tmp_path / "there", workers)
    assert files(tmp_path / "here") == files(tmp_path / "there")
    assert rows_without_times(tmp_path / "here") == rows_without_times(tmp_path / "there")


KILLED_RUN = """
import json, sys, time
sys.path[:0] = sys.argv[1].split(":")
from pathlib import Path
from test_run import *
def tell(told):
    if told.done == 3:
        print("far enough", flush=True)
        time.sleep(600)
evolve(EvolutionSettings.from_json(json.loads(sys.argv[3])), RunFolder(Path(sys.argv[2])), HereAndNow(), tell)
"""


@pytest.mark.parametrize("settings", [SHORT, replace(SHORT, crossover=0.5), CMA], ids=["halves", "crossover", "cma"])
def test_a_run_killed_and_resumed_ends_with_the_same_bits_as_one_never_interrupted(tmp_path, settings):
    if settings.breeding == "cma":
        pytest.importorskip("cma")
    run(settings, tmp_path / "whole")
    killed = tmp_path / "killed"
    folders = f"{Path(__file__).parent}:{Path(__file__).parents[2]}"
    program = [sys.executable, "-c", KILLED_RUN, folders, str(killed), json.dumps(settings.to_json())]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().strip() == "far enough"
        process.send_signal(signal.SIGKILL)
    assert EvolutionFolder(RunFolder(killed), SHAPE).last() == 3
    run(settings, killed)
    assert files(killed) == files(tmp_path / "whole")
    assert rows_without_times(killed) == rows_without_times(tmp_path / "whole")


@pytest.mark.parametrize("torn", ["5,2", "5,22,1,17,3,0.5,0.4\n6,1", ""])
def test_what_was_being_written_when_a_run_was_killed_is_put_right(tmp_path, torn):
    run(SHORT, tmp_path / "whole")
    run(replace(SHORT, generations=5), tmp_path / "killed")
    metrics = tmp_path / "killed" / "metrics.csv"
    metrics.write_text(metrics.read_text().rsplit("\n", 2)[0] + "\n" + torn)
    (tmp_path / "killed" / "generations" / "00006.new").write_bytes(b"half of")
    run(SHORT, tmp_path / "killed")
    assert rows_without_times(tmp_path / "killed") == rows_without_times(tmp_path / "whole")
    last = "00006.safetensors"
    assert files(tmp_path / "killed")[last] == files(tmp_path / "whole")[last]


def test_a_finished_run_is_not_run_again(tmp_path):
    run(SHORT, tmp_path)
    before = files(tmp_path)

    class Nobody:
        def run(self, _function, _jobs):
            raise AssertionError("no game is left to be played")

    assert run(SHORT, tmp_path, Nobody()).number == SHORT.generations
    assert files(tmp_path) == before


def test_other_settings_are_refused_but_a_run_may_become_longer(tmp_path):
    run(replace(SHORT, generations=1), tmp_path)
    with pytest.raises(SetupError, match="holds a run with other settings"):
        run(replace(SHORT, mutation=0.1), tmp_path)
    assert run(replace(SHORT, generations=2), tmp_path).number == 2
    with pytest.raises(SetupError, match="holds a run with other settings"):
        run(replace(SHORT, generations=1), tmp_path)


def test_networks_can_evolve_against_one_that_searches(tmp_path):
    best = run(replace(SHORT, generations=1), tmp_path / "first").champion
    best.save(tmp_path / "opponent.safetensors")
    settings = replace(
        SHORT, generations=2, opponents="searcher", searcher=str(tmp_path / "opponent.safetensors"), games=4, opening_moves=4
    )
    last = run(settings, tmp_path / "second")
    assert np.abs(last.points).max() <= 4
    assert len(last.population) == SHORT.networks


def test_champions_join_the_pool_that_networks_meet_and_a_run_goes_on_with_the_same_pool(tmp_path):
    settings = replace(SHORT, generations=4, opponents="pool", pool_every=2, games=4, opening_moves=4)
    whole = run(settings, tmp_path / "whole")
    run(replace(settings, generations=2), tmp_path / "broken")
    resumed = run(settings, tmp_path / "broken")
    np.testing.assert_array_equal(whole.points, resumed.points)
    np.testing.assert_array_equal(whole.population.to_hidden, resumed.population.to_hidden)


def test_opponents_from_the_pool_are_drawn_for_each_pair_and_met_by_everybody():
    pairings = tournament_pairings(replace(SHORT, opponents="pool", games=8), 3, searchers=5)
    met = [set(part.tolist()) for part in np.split(np.minimum(pairings.black, pairings.white), 8)]
    assert all(len(opponents) == 1 and max(opponents) <= SEARCHER for opponents in met)
    assert met[0::2] == met[1::2]
    assert len(set.union(*met)) > 1


def test_a_generation_that_cannot_be_read_is_told_by_its_file(tmp_path):
    run(replace(SHORT, generations=1), tmp_path)
    (tmp_path / "generations" / "00001.safetensors").write_bytes(b"damaged")
    with pytest.raises(SetupError, match=r"00001\.safetensors is not a generation that can be read"):
        run(SHORT, tmp_path)
