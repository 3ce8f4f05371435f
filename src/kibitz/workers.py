"""Work shared out among processes: one small interface, so that a match does not care where its games are played.

Whoever needs many results hands a function and its jobs to Workers and takes the results as they come. Here are the processes of
this machine; workers on other machines only have to keep the same interface.
"""

import signal
import sys
import time
import traceback
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from typing import Any, Final, Generic, Protocol, TypeVar

from kibitz.errors import ExitCode, KibitzError

Job = TypeVar("Job")
Result = TypeVar("Result")

_MOST_DEATHS: Final = 3
_SECONDS_TO_END: Final = 2.0
# A forked process would share locks with the threads of this one, and whatever else it holds open.
_PROCESSES: Final = get_context("spawn")


class Workers(Protocol):
    """Anything that runs a function on many jobs, several at a time."""

    def run(self, function: Callable[[Job], Result], jobs: Iterable[Job]) -> Generator[tuple[Job, Result], None, None]:
        """Each job with its result, in any order; closing the generator ends the work that is under way.

        Jobs are taken one by one, when there is somebody to do them. What the function raises is raised here. Function, jobs and
        results must be picklable.
        """
        ...


class WorkerDiedError(KibitzError):
    """A job ended the process it was run in, each time it was tried."""

    exit_code = ExitCode.FAILED


class LocalWorkers:
    """Processes of this machine. One that dies costs only the job it had, which another one runs again."""

    def __init__(self, count: int = 1) -> None:
        self._count = count

    def run(self, function: Callable[[Job], Result], jobs: Iterable[Job]) -> Generator[tuple[Job, Result], None, None]:
        """See Workers. Raises WorkerDiedError for a job whose process died three times."""
        waiting = iter(jobs)
        busy = [_Worker(function, job) for job in islice(waiting, self._count)]
        try:
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
                yield job, result
        finally:
            _end(busy)


class _Worker(Generic[Job, Result]):
    """A process that runs a function on one job at a time."""

    def __init__(self, function: Callable[[Job], Result], job: Job) -> None:
        self.job = job
        self._function = function
        self._deaths = 0
        self._start()

    def result(self) -> Result:
        """What the function made of the job; raises what it raised, EOFError if the process died."""
        outcome: _Outcome = self.connection.recv()
        if outcome.error is not None:
            raise outcome.error
        self._deaths = 0
        result: Result = outcome.result
        return result

    def take_from(self, jobs: Iterable[Job]) -> bool:
        """Begin with the next job; without one, end and return False."""
        for job in islice(jobs, 1):
            self.job = job
            self._send()
            return True
        self.connection.close()
        self.process.join()
        return False

    def start_again(self) -> None:
        """Run the job in a new process, the old one having died; raises WorkerDiedError if that happens too often."""
        self._deaths += 1
        if self._deaths == _MOST_DEATHS:
            raise WorkerDiedError(f"the process that ran {self.job} died {_MOST_DEATHS} times; it was given up")
        self.connection.close()
        self.process.kill()
        self.process.join()
        self._start()

    def _start(self) -> None:
        self.connection, theirs = _PROCESSES.Pipe()
        self.process = _PROCESSES.Process(target=_serve, args=(theirs, self._function))
        self.process.start()
        theirs.close()  # or the end of the process could not be noticed
        self._send()

    def _send(self) -> None:
        # A process that cannot be sent to has died, and receiving from it will tell.
        with suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send(self.job)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a process sends back: a result or what was raised instead."""

    result: Any = None
    error: Exception | None = None


def _first_ready(workers: list[_Worker[Job, Result]]) -> _Worker[Job, Result]:
    ready = connection.wait([worker.connection for worker in workers])
    return next(worker for worker in workers if worker.connection in ready)


def _end(workers: list[_Worker[Job, Result]]) -> None:
    """End processes in mid-job: first with a chance to end what they started, then without."""
    deadline = time.monotonic() + _SECONDS_TO_END
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join(max(deadline - time.monotonic(), 0.0))
        worker.process.kill()
        worker.process.join()
        worker.connection.close()


def _serve(link: Connection, function: Callable[[Any], Any]) -> None:
    """The life of a process: run the function on jobs until no more come."""
    # Ctrl-C reaches every process of the terminal; it is for the one that handed out the jobs to end the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            link.send(_outcome(function, link.recv()))


def _outcome(function: Callable[[Any], Any], job: Any) -> _Outcome:
    try:
        return _Outcome(function(job))
    except Exception as error:  # noqa: BLE001 - it is raised again where the job came from
        error.add_note(traceback.format_exc())
        return _Outcome(error=error)
