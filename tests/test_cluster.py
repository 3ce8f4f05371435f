"""Work on a Ray cluster: a real one, of several nodes with processes of their own on this machine."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

pytest.importorskip("ray")

import ray
from ray.cluster_utils import Cluster

from kibitz.cluster import RayWorkers, open_workers
from kibitz.errors import SetupError
from kibitz.workers import LocalWorkers, WorkerDiedError, results_in_order
from worker_jobs import (
    Unlucky,
    die_always,
    die_once,
    fail_at_three,
    later_the_smaller,
    meet,
    sleep_or_square,
    sleep_the_first_time,
    square_of,
    thread_limit,
)

pytestmark = pytest.mark.slow

PATIENCE = 180.0
"""Seconds after which something that must happen has not; nothing is measured by it."""


@pytest.fixture(scope="module")
def cluster():
    """Two nodes with a core each."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patched.setenv("PYTHONPATH", str(Path(__file__).parent))  # every machine must be able to import what it runs
        found = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        found.add_node(num_cpus=1)
        yield found
        found.shutdown()


@pytest.fixture
def workers(cluster):
    with RayWorkers(cluster.address) as found:
        yield found


def wait_for(condition) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.05)


def is_alive(number: int) -> bool:
    return Path(f"/proc/{number}").is_dir()


def test_every_job_comes_back_once_with_its_result(workers):
    assert sorted(workers.run(square_of, range(20))) == [(number, number**2) for number in range(20)]
    assert list(workers.run(square_of, [])) == []


def test_both_nodes_work_at_the_same_time(workers, tmp_path):
    here, there = str(tmp_path / "here"), str(tmp_path / "there")
    assert len({number for _, number in workers.run(meet, [(here, there), (there, here)])}) == 2


def test_jobs_are_taken_only_when_somebody_is_free(workers):
    jobs = count()
    results = workers.run(square_of, jobs)
    next(results)
    results.close()
    assert next(jobs) <= 4


def test_results_can_be_had_in_the_order_of_the_jobs(workers):
    assert results_in_order(workers, later_the_smaller, [1, 4, 2, 4, 3]) == [1, 4, 2, 4, 3]


def test_what_a_job_raises_is_raised_here(workers):
    with pytest.raises(SetupError, match="three is too many") as raised:
        list(workers.run(fail_at_three, range(10)))
    assert type(raised.value) is SetupError


def test_a_process_computes_with_one_thread(workers, monkeypatch):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    assert dict(workers.run(thread_limit, [0])) == {0: "1"}


def test_a_process_that_dies_costs_only_its_job_which_is_run_again(workers, tmp_path):
    names = ["one", "deadly-two", "three", "deadly-four", "five"]
    results = workers.run(die_once, [str(tmp_path / name) for name in names])
    assert sorted(name for _, name in results) == sorted(names)
    assert {path.name for path in tmp_path.iterdir()} == {"deadly-two", "deadly-four"}


def test_a_process_killed_from_outside_in_mid_run_loses_nothing(workers, tmp_path):
    file = tmp_path / "number"

    def kill_once_begun() -> None:
        wait_for(file.exists)
        os.kill(int(file.read_text()), signal.SIGKILL)

    with ThreadPoolExecutor(1) as helper:
        killing = helper.submit(kill_once_begun)
        results = list(workers.run(sleep_the_first_time, [str(file)]))
        killing.result()
    assert results == [(str(file), "awake")]


def test_a_job_that_always_ends_its_process_is_given_up(workers):
    with pytest.raises(WorkerDiedError, match="the process that ran 7 died 3 times"):
        list(workers.run(die_always, [7]))


def test_closing_ends_the_work_that_is_under_way(workers, tmp_path):
    """One node has done its job when the other one, in the middle of its own, is stopped."""
    file = tmp_path / "number"
    results = workers.run(sleep_or_square, [str(file), 3])
    assert next(results) == (3, 9)
    wait_for(file.exists)
    results.close()
    wait_for(lambda: not is_alive(int(file.read_text())))


def test_a_machine_that_is_lost_costs_only_its_jobs(cluster, workers):
    """The third node is removed while all three have a job; what it had is done by the others."""
    lost = cluster.add_node(num_cpus=1)
    wait_for(lambda: ray.cluster_resources().get("CPU") == 3)
    results = workers.run(square_of, range(60))
    found = [next(results)]
    cluster.remove_node(lost, allow_graceful=False)
    found.extend(results)
    assert sorted(found) == [(number, number**2) for number in range(60)]


def test_an_evolution_has_the_same_bits_wherever_it_runs_and_though_a_worker_is_killed(workers, tmp_path):
    pytest.importorskip("torch")
    evolved = {"one": tmp_path / "one", "two": tmp_path / "two", "cluster": tmp_path / "cluster"}
    for processes, name in ((1, "one"), (2, "two")):
        with LocalWorkers(processes) as local:
            short_evolution(evolved[name], Unlucky(local, tmp_path / f"killed-{name}"))
    short_evolution(evolved["cluster"], Unlucky(workers, tmp_path / "killed-cluster"))
    assert all((tmp_path / f"killed-{name}").exists() for name in evolved)
    files = [{file.name: file.read_bytes() for file in (path / "generations").iterdir()} for path in evolved.values()]
    assert files[0] == files[1] == files[2]


def short_evolution(path, workers):
    from kibitz.learn.evolution.othello.population import EvolutionSettings
    from kibitz.learn.evolution.run import evolve
    from kibitz.learn.runs.run_folder import RunFolder

    settings = EvolutionSettings(networks=6, generations=4, benchmark_games=40, shares=4, seed=7)
    assert evolve(settings, RunFolder(path), workers, lambda _: None).number == 4


def test_no_cluster_is_told_in_one_sentence():
    with pytest.raises(SetupError, match=r"no Ray cluster answers at '127\.0\.0\.1:1'"):
        RayWorkers("127.0.0.1:1")


def test_workers_are_opened_by_what_the_user_asked_for(cluster):
    with open_workers(2) as local:
        assert isinstance(local, LocalWorkers)
        assert dict(local.run(square_of, [3])) == {3: 9}
    with open_workers(2, cluster.address) as far:
        assert isinstance(far, RayWorkers)
        assert dict(far.run(square_of, [3])) == {3: 9}
