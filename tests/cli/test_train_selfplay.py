"""`kibitz train` of tables that teach themselves: from the rules to a player, on without an archive, and exact after kill -9."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("matplotlib")

from safetensors.torch import load_file  # noqa: E402

SELF_PLAY = """
kind = "selfplay"
[settings]
size = 4
patterns = "four9"
knots = [4, 8, 16]
generations = 4
games = 64
[games]
simulations = 16
games_per_job = 32
[match]
pairs = 8
simulations = 8
"""


@pytest.fixture
def configured(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(SELF_PLAY)
    return str(path)


def test_a_run_needs_no_archive_and_ends_with_a_player(call, configured, tmp_path):
    run = tmp_path / "run"
    ended = call("train", configured, "--run", str(run), "--data", str(tmp_path / "nowhere"), "--json")
    assert ended.code == 0
    told = json.loads(ended.out)
    assert told["model"] == str(run / "mine.safetensors")
    assert told["figures"]["generations"] == 4
    card = json.loads((run / "mine.json").read_text())
    assert (card["kind"], card["features"]) == ("policy-tables", "four9")
    assert "it began with nothing" in card["data"]
    assert (run / "learning.png").read_bytes().startswith(b"\x89PNG")
    assert call("models", "verify", told["model"]).code == 0
    finished = (run / "mine.safetensors").stat().st_mtime_ns
    assert call("train", configured, "--run", str(run)).code == 0  # a finished run is not run again
    assert (run / "mine.safetensors").stat().st_mtime_ns == finished


def test_a_killed_run_goes_on_to_the_same_tables(configured, tmp_path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    subprocess.run(command(configured, whole), check=True, capture_output=True)
    with subprocess.Popen(command(configured, killed), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not (killed / "checkpoint.safetensors").is_file() and process.poll() is None:
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert not (killed / "mine.safetensors").is_file()
    subprocess.run(command(configured, killed), check=True, capture_output=True)
    for name in ("checkpoint.safetensors", "mine.safetensors"):
        expected, found = load_file(whole / name), load_file(killed / name)
        assert all(torch.equal(tensor, found[key]) for key, tensor in expected.items())
    assert rows_but_time(whole) == rows_but_time(killed)


def test_settings_that_cannot_be_are_told_in_one_line(call, tmp_path):
    for line, complaint in (
        ("size = 10", "size is 10"),
        ("games = 0", "games is 0"),
        ('patterns = "none"', "pattern set 'none' is not known"),
        ("knots = [8, 4]", "rising numbers"),
    ):
        path = tmp_path / "mine.toml"
        path.write_text(f'kind = "selfplay"\n[settings]\n{line}\n')
        ended = call("train", str(path))
        assert (ended.code, len(ended.err.splitlines())) == (2, 1)
        assert complaint in ended.err


def command(configuration, run):
    return [sys.executable, "-m", "kibitz", "train", configuration, "--run", str(run)]


def rows_but_time(run):
    return [line.rsplit(",", 1)[0] for line in (run / "metrics.csv").read_text().splitlines()]
