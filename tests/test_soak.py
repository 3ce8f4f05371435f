"""The soak of the study app: a short one runs here, and its verdict knows growth when it sees it."""

import json
import random
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "soak.py"


@pytest.fixture(scope="module")
def soak():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SCRIPT.parent)
        return import_module("soaking.verdict")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the server is watched through Linux's /proc")
def test_five_clients_use_the_app_for_ten_seconds_without_an_error():
    command = [sys.executable, SCRIPT, "--minutes", "0.17", "--clients", "5", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)
    assert found["errors"] == {}, done.stderr
    assert found["all_requests"]["count"] > 0 and found["messages"]["received"] > 0
    assert done.returncode == (0 if found["passed"] else 1)  # ten seconds say nothing about growth


def run_of(soak, rss_of):
    """A run of half an hour with a sample every two seconds, whose memory is what a function of the seconds says."""
    samples = [soak.Sample(seconds, rss_of(seconds), 40, 30, 0.0) for seconds in range(2, 1801, 2)]
    return soak.Run(30, 20, samples=samples)


def test_memory_that_goes_up_and_down_does_not_grow(soak):
    chooser = random.Random(1)
    found = soak.as_json(run_of(soak, lambda _seconds: 550 + chooser.uniform(-20, 20)))
    assert found["passed"] and not found["growth"]["rss_mb"]["grows"]


def test_growth_in_the_first_five_minutes_is_no_growth(soak):
    assert soak.as_json(run_of(soak, lambda seconds: min(300 + seconds, 600)))["passed"]


def test_a_slow_steady_leak_is_growth(soak):
    found = soak.as_json(run_of(soak, lambda seconds: 550 + 0.05 * seconds))
    assert found["growth"]["rss_mb"]["grows"] and not found["passed"]


def test_a_late_step_is_growth_though_the_line_through_all_is_flat(soak):
    found = soak.as_json(run_of(soak, lambda seconds: 650 if seconds > 1780 else 550))
    assert found["growth"]["rss_mb"]["rise"] < found["growth"]["rss_mb"]["tolerance"]
    assert not found["passed"]


def test_one_error_is_enough_to_fail(soak):
    run = run_of(soak, lambda _seconds: 550)
    run.tally.errors["play: 500"] += 1
    assert not soak.as_json(run)["passed"]
    assert "1 × play: 500" in soak.report(soak.as_json(run))
