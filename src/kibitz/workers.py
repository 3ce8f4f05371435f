"""Work shared out among processes: one small interface, so that nobody who needs many games cares where they are played.

Whoever needs many results hands a function and its jobs to Workers and takes the results as they come. Here are the processes of
this machine; kibitz.cluster has those of many machines.
"""

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeVar

from kibitz.errors import ExitCode, KibitzError

Job = TypeVar("Job")
Result = TypeVar("Result")

MOST_DEATHS: Final = 3
# There is a process for every core already, and sums over many threads need not be the same twice.
ONE_THREAD_EACH: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
_SECONDS_TO_END: Final = 2.0
# A forked process would share locks with the threads of this one, and whatever else it holds open.
_PROCESSES: Final = get_context("spawn")


class Workers(Protocol):
    """Anything that runs a function on many jobs, several at a time."""

    def run(self, function: Callable[[Job], Result], jobs: Iterable[Job]) -> Generator[tuple[Job, Result], None, None]:
        """Each job with its result, in any order; closing the generator ends the work that is under way.

        Jobs are taken one by one, when there is somebody to do them. What the function raises is raised here. Function, jobs and
        results must be picklable. A worker that dies costs only the job it had, which is run again; raises WorkerDiedError if
        that happens three times to one job.
        """
        ...


def results_in_order(workers: Workers, function: Callable[[Job], Result], jobs: Iterable[Job]) -> list[Result]:
    """The results of all jobs, in the order of the jobs, whoever was done first."""
    found = {number: result for (number, _), result in workers.run(partial(_of_numbered, function), enumerate(jobs))}
    return [found[number] for number in range(len(found))]


def _of_numbered(function: Callable[[Job], Result], numbered: tuple[int, Job]) -> Result:
    return function(numbered[1])


class WorkerDiedError(KibitzError):
    """A job ended the process it was run in, each time it was tried."""

    exit_code = ExitCode.FAILED

    def __init__(self, job: object) -> None:
        super().__init__(f"the process that ran {job} died {MOST_DEATHS} times; it was given up")


class LocalWorkers:
    """Processes of this machine. Whoever has little work many times uses them as a context, in which they stay between runs."""

    def __init__(self, count: int = 1) -> None:
        self._count = count
        self._stay = False
        self._idle: list[_Worker] = []

    def __enter__(self) -> Self:
        self._stay = True
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stay = False
        while self._idle:
            self._idle.pop().dismiss()

    def run(self, function: Callable[[Job], Result], jobs: Iterable[Job]) -> Generator[tuple[Job, Result], None, None]:
        """See Workers."""
        waiting = iter(jobs)
        busy: list[_Worker] = []
        try:
            busy.extend(self._begin(function, job) for job in islice(waiting, self._count))
            while busy:
                worker = _first_ready(busy)
                job = worker.job
                try:
                    result = worker.result()
                except (EOFError, ConnectionResetError):
                    worker.start_again()
                    continue
                # The next job is handed out first, so that nobody waits while this result is used.
                if not worker.take_from(waiting):
                    busy.remove(worker)
                    self._release(worker)
                yield job, result
        finally:
            _end(busy)

    def _begin(self, function: Callable[[Job], Result], job: Job) -> "_Worker":
        worker = self._idle.pop() if self._idle else _Worker()
        worker.begin(function, job)
        return worker

    def _release(self, worker: "_Worker") -> None:
        if self._stay:
            self._idle.append(worker)
        else:
            worker.dismiss()


class _Worker:
    """A process that runs a function on one job at a time."""

    def __init__(self) -> None:
        self.job: Any = None
        self._function: Callable[[Any], Any] | None = None
        self._deaths = 0
        self._start()

    def begin(self, function: Callable[[Any], Any], job: Any) -> None:
        """Run a function on a job from now on; the process must have nothing to do."""
        self._function, self.job = function, job
        self._send()

    def result(self) -> Any:
        """What the function made of the job; raises what it raised, EOFError if the process died."""
        outcome: _Outcome = self.connection.recv()
        if outcome.error is not None:
            raise outcome.error
        self._deaths = 0
        return outcome.result

    def take_from(self, jobs: Iterable[Any]) -> bool:
        """Begin with the next job; False if there is none."""
        for job in islice(jobs, 1):
            self.job = job
            self._send()
            return True
        return False

    def start_again(self) -> None:
        """Run the job in a new process, the old one having died; raises WorkerDiedError if that happens too often."""
        self._deaths += 1
        if self._deaths == MOST_DEATHS:
            raise WorkerDiedError(self.job)
        self.connection.close()
        self.process.kill()
        self.process.join()
        self._start()
        self._send()

    def dismiss(self) -> None:
        """End the process, which has nothing to do."""
        self.connection.close()
        self.process.join()

    def _start(self) -> None:
        self.connection, theirs = _PROCESSES.Pipe()
        self.process = _PROCESSES.Process(target=_serve, args=(theirs,))
        with _environment(ONE_THREAD_EACH):
            self.process.start()
        theirs.close()  # or the end of the process could not be noticed

    def _send(self) -> None:
        # A process that cannot be sent to has died, and receiving from it will tell.
        with suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send((self._function, self.job))


@contextmanager
def _environment(values: dict[str, str]) -> Iterator[None]:
    """Let processes that are started inside find some variables, unless the user has set them otherwise."""
    added = {name: value for name, value in values.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a process sends back: a result or what was raised instead."""

    result: Any = None
    error: Exception | None = None


def _first_ready(workers: list[_Worker]) -> _Worker:
    ready = connection.wait([worker.connection for worker in workers])
    return next(worker for worker in workers if worker.connection in ready)


def _end(workers: list[_Worker]) -> None:
    """End processes in mid-job: first with a chance to end what they started, then without."""
    deadline = time.monotonic() + _SECONDS_TO_END
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join(max(deadline - time.monotonic(), 0.0))
        worker.process.kill()
        worker.process.join()
        worker.connection.close()


def _serve(link: Connection) -> None:
    """The life of a process: run functions on jobs until no more come."""
    # Ctrl-C reaches every process of the terminal; it is for the one that handed out the jobs to end the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            link.send(_outcome(*link.recv()))


def _outcome(function: Callable[[Any], Any], job: Any) -> _Outcome:
    try:
        return _Outcome(function(job))
    except Exception as error:  # noqa: BLE001 - it is raised again where the job came from
        error.add_note(traceback.format_exc())
        return _Outcome(error=error)
