"""Work in other processes."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kibitz.errors import SetupError
from kibitz.workers import LocalWorkers, WorkerDiedError, results_in_order
from worker_jobs import (
    die_always,
    die_once,
    fail_at_three,
    later_the_smaller,
    meet,
    process_number,
    sleep_the_first_time,
    square_of,
    thread_limit,
)

PATIENCE = 60.0
"""Seconds after which something that must happen has not; nothing is measured by it."""


def is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return "zombie" not in Path(f"/proc/{number}/status").read_text() if Path("/proc").is_dir() else True


def wait_for(condition) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.01)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_every_job_comes_back_once_with_its_result(count):
    results = list(LocalWorkers(count).run(square_of, range(20)))
    assert sorted(results) == [(number, number**2) for number in range(20)]


def test_no_jobs_are_no_work():
    assert list(LocalWorkers(2).run(square_of, [])) == []


def test_jobs_run_at_the_same_time_in_processes_of_their_own(tmp_path):
    here, there = str(tmp_path / "here"), str(tmp_path / "there")
    numbers = {number for _, number in LocalWorkers(2).run(meet, [(here, there), (there, here)])}
    assert len(numbers) == 2
    assert os.getpid() not in numbers


def test_jobs_are_taken_only_when_somebody_is_free():
    taken = []

    def jobs():
        for number in range(100):
            taken.append(number)
            yield number

    results = LocalWorkers(2).run(square_of, jobs())
    next(results)
    results.close()
    assert len(taken) == 3


def test_what_a_job_raises_is_raised_here_and_tells_where():
    with pytest.raises(SetupError, match="three is too many") as raised:
        list(LocalWorkers(2).run(fail_at_three, range(10)))
    assert "in fail_at_three" in "".join(raised.value.__notes__)


def test_a_process_that_dies_costs_only_its_job_which_is_run_again(tmp_path):
    names = ["one", "deadly-two", "three", "deadly-four", "five"]
    results = LocalWorkers(2).run(die_once, [str(tmp_path / name) for name in names])
    assert sorted(name for _, name in results) == sorted(names)
    assert {path.name for path in tmp_path.iterdir()} == {"deadly-two", "deadly-four"}


def test_a_job_that_always_ends_its_process_is_given_up():
    with pytest.raises(WorkerDiedError, match="the process that ran 7 died 3 times"):
        list(LocalWorkers(1).run(die_always, [7]))


def test_a_process_killed_from_outside_is_replaced(tmp_path):
    file = tmp_path / "number"

    def kill_once_begun() -> None:
        wait_for(file.exists)
        os.kill(int(file.read_text()), signal.SIGKILL)

    with ThreadPoolExecutor(1) as helper:
        killing = helper.submit(kill_once_begun)
        results = list(LocalWorkers(1).run(sleep_the_first_time, [str(file)]))
        killing.result()
    assert results == [(str(file), "awake")]


def test_inside_a_context_processes_stay_for_the_next_run_and_end_with_it():
    with LocalWorkers(2) as workers:
        first = {number for _, number in workers.run(process_number, range(8))}
        assert dict(workers.run(square_of, range(4))) == {0: 0, 1: 1, 2: 4, 3: 9}
        second = {number for _, number in workers.run(process_number, range(8))}
    assert second <= first and len(first) <= 2
    assert not any(is_alive(number) for number in first)


def test_outside_of_a_context_no_process_outlives_its_run():
    workers = LocalWorkers(1)
    numbers = [number for _ in range(2) for _, number in workers.run(process_number, [0])]
    assert numbers[0] != numbers[1]
    assert not any(is_alive(number) for number in numbers)


def test_a_process_killed_while_it_has_nothing_to_do_is_replaced():
    with LocalWorkers(1) as workers:
        [(_, idle)] = workers.run(process_number, [0])
        os.kill(idle, signal.SIGKILL)
        [(_, number)] = workers.run(process_number, [0])
    assert number != idle


def test_after_a_job_that_failed_the_workers_can_be_used_again():
    with LocalWorkers(2) as workers:
        with pytest.raises(SetupError, match="three is too many"):
            list(workers.run(fail_at_three, range(10)))
        assert dict(workers.run(square_of, [5])) == {5: 25}


def test_results_can_be_had_in_the_order_of_the_jobs():
    assert results_in_order(LocalWorkers(2), later_the_smaller, [1, 4, 2, 4, 3]) == [1, 4, 2, 4, 3]
    assert results_in_order(LocalWorkers(2), later_the_smaller, []) == []


def test_a_process_computes_with_one_thread_unless_the_user_says_otherwise(monkeypatch):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    assert dict(LocalWorkers(1).run(thread_limit, [0])) == {0: "1"}
    assert "OPENBLAS_NUM_THREADS" not in os.environ
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    assert dict(LocalWorkers(1).run(thread_limit, [0])) == {0: "3"}


INTERRUPTED = """
import sys
from kibitz.workers import LocalWorkers
from worker_jobs import write_number_and_sleep
if __name__ == "__main__":
    try:
        list(LocalWorkers(2).run(write_number_and_sleep, sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
"""


def test_ctrl_c_ends_everything_without_a_word(tmp_path):
    files = [tmp_path / "a", tmp_path / "b"]
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED)
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent)}
    program = subprocess.Popen(
        [sys.executable, script, *map(str, files)], env=environment, stderr=subprocess.PIPE, start_new_session=True
    )
    wait_for(lambda: all(file.exists() for file in files))
    os.killpg(program.pid, signal.SIGINT)
    _, errors = program.communicate(timeout=PATIENCE)
    assert (program.returncode, errors) == (130, b"")
    assert not any(is_alive(int(file.read_text())) for file in files)
