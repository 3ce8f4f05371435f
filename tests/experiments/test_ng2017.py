"""Ng's tables, the networks by their names, and the page that shows them beside measured results."""

import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("matplotlib")

from kibitz.errors import SetupError
from kibitz.experiments.ng2017 import measuring, own_models
from kibitz.experiments.ng2017.matches import PLAYED
from kibitz.experiments.ng2017.networks import VARIANTS, Named, parse_network, parse_networks, settings_of
from kibitz.experiments.ng2017.page import write_page
from kibitz.experiments.ng2017.paper import BEST, LAYERS, NETWORKS, PRINTED_WEIGHTS, SETS, TABLE_1
from kibitz.experiments.papers import PAPERS, Wanted, find_paper
from kibitz.learn.networks.othello.value_settings import RECIPES
from kibitz.learn.runs.run_folder import CHECKPOINT, RunFolder, read_json
from kibitz.models.othello.winners import load_winner_model
from small_archive import write_archive

PROJECT_ROOT = Path(__file__).resolve().parents[2]


def test_the_paper_s_tables_are_whole():
    assert [name for name in NETWORKS if name.isdigit()] == [str(number) for number in range(32)]
    assert min(TABLE_1, key=lambda name: TABLE_1[name][1].independent) == BEST
    assert sum(weights for _, _, weights in LAYERS) == NETWORKS[BEST][0].weight_count() == PRINTED_WEIGHTS + 10


def test_networks_are_named_by_their_numbers_and_variants():
    assert parse_network("13") == Named("13")
    assert parse_network("13-board-seed2") == Named("13", on_board=True, seed=2)
    assert parse_network("final2-games").name == "final2-games"
    assert [named.name for named in parse_networks("all")] == list(NETWORKS)
    for name in ("32", "final4", "13-luck", "thirteen"):
        with pytest.raises(SetupError, match="is not one of the report's"):
            parse_network(name)


def test_settings_follow_the_name():
    listed, on_board = (settings_of(parse_network(name), "better", 3, 1) for name in ("13", "13-board"))
    assert (listed.net.axes, on_board.net.axes) == ("printed", "board")
    assert settings_of(parse_network("final2"), "better", 3, 1).sets == SETS
    assert settings_of(parse_network("final2-games"), "better", 3, 1).apart == "games"
    assert settings_of(parse_network("13-seed2"), "thesis", 3, 1).seed == 2
    assert settings_of(parse_network("final1"), "better", 3, 1).held_back == 0
    with pytest.raises(SetupError, match="recipe 'secret' is not known"):
        settings_of(parse_network("13"), "secret", 3, 1)


def test_variants_of_network_13_change_what_they_say_alone():
    names = [named.name for named in parse_networks("variants")]
    assert names == [f"13-{name}" for name in VARIANTS]
    plain = settings_of(parse_network("13"), "thesis", 3, 1)
    assert settings_of(parse_network("13-discs"), "thesis", 3, 1) == replace(plain, net=replace(plain.net, planes="ng-discs"))
    assert settings_of(parse_network("13-momentum-0.99"), "thesis", 3, 1) == replace(plain, momentum=0.99)
    slower = settings_of(parse_network("13-rate-0.0001"), "thesis", 3, 1)
    assert slower.learning_rate / slower.decay == pytest.approx(plain.learning_rate / plain.decay)


def test_a_page_without_runs_says_not_run_everywhere(tmp_path):
    text = write_page(tmp_path / "none", tmp_path).read_text()
    row = next(line for line in text.splitlines() if line.startswith("| 13 |"))
    assert row.count("not run") == len(RECIPES)
    assert "| 0.7191 | 0.6542 | -0.065 |" in row
    assert text.count("| not played | not played |") == len(PLAYED)
    assert find_paper("ng2017").reproduce is not None
    assert "ng2017" in PAPERS


def test_our_own_models_are_measured_on_the_sets_by_name(tmp_path, monkeypatch):
    monkeypatch.setattr(own_models, "OWN_MODELS", {"evaluation-2014": 50})
    archive = write_archive(tmp_path / "wthor", range(2013, 2015), games=60)
    runs = tmp_path / "runs"
    wanted = Wanted("models", "better", None, None, runs, tmp_path, archive, 1, lambda _told: None)
    text = find_paper("ng2017").reproduce(wanted).read_text()
    found = RunFolder(runs / "models" / "evaluation-2014").result()
    assert found["positions"] == 50 * len(SETS[1:])
    row = next(line for line in text.splitlines() if line.startswith("| `evaluation-2014`"))
    assert f"{found['independent']:.4f} ± {2 * found['standard_error']:.4f} (300 positions)" in row


def test_shared_games_are_told_from_games_apart():
    errors = {number: np.full(4, 1.0 if number == 1 else 2.0) for number in SETS}
    is_trained = {number: np.array([True, True, True, False]) for number in SETS}
    for number in SETS[1:]:
        errors[number][3] = 6.0
    found = measuring._shared_games(errors, is_trained)
    assert (found["independent"], found["training"]) == (3.0, 1.0)
    assert (found["games_shared"], found["games_apart"]) == (2.0, 6.0)
    assert (found["positions_shared"], found["positions_apart"]) == (18, 6)


def command(archive, folder, out):
    arguments = ["reproduce", "ng2017", "--networks", "29-board", "--positions", "2400", "--data", str(archive)]
    return [sys.executable, "-m", "kibitz", *arguments, "--runs", str(folder), "--out", str(out)]


def until(condition, process):
    """Wait until something is so; the process must not end before."""
    while not condition():
        assert process.poll() is None, "it ended too early"
        time.sleep(0.01)


@pytest.mark.slow
def test_a_killed_reproduction_goes_on_and_ends_as_one_that_never_was(tmp_path):
    archive = write_archive(tmp_path / "wthor", range(2013, 2015), games=250)
    subprocess.run(command(archive, tmp_path / "whole", tmp_path), check=True, capture_output=True)
    broken = tmp_path / "broken"
    process = subprocess.Popen(command(archive, broken, tmp_path), stderr=subprocess.DEVNULL)
    until((broken / "better-29-board" / CHECKPOINT).is_file, process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert RunFolder(broken / "better-29-board").result() is None
    subprocess.run(command(archive, broken, tmp_path), check=True, capture_output=True)
    results = [RunFolder(tmp_path / name / "better-29-board").result() for name in ("whole", "broken")]
    for result in results:
        assert result.pop("seconds") > 0
    assert results[0] == results[1]
    assert results[0]["epochs"] == 6
    weights = broken / "better-29-board" / "better-29-board.onnx"
    assert load_winner_model(str(weights))
    assert read_json(weights.with_suffix(".json"))["command"].endswith("--networks 29-board --recipe better --positions 2400")
    page = (tmp_path / "ng2017.md").read_text()
    assert f"| 29-board | better | {results[0]['weights']:,} |" in page
