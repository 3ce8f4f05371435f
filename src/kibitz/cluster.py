"""Work shared out among many machines by Ray, behind the same interface as the processes of one; docs/cluster.md tells how.

Ray comes with the extra `cluster` and is imported only when a cluster is asked for.
"""

import logging
import os
import socket
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from types import TracebackType
from typing import Any, Final, Self

from kibitz.errors import SetupError
from kibitz.workers import MOST_DEATHS, ONE_THREAD_EACH, Job, LocalWorkers, Result, WorkerDiedError, Workers

_SECONDS_TO_ANSWER: Final = 10.0
_SECONDS_BETWEEN_COUNTS: Final = 2.0


class RayWorkers:
    """The cores of a Ray cluster, those that join while it works as well. A context: leaving it takes leave of the cluster."""

    def __init__(self, address: str = "auto") -> None:
        """`auto` finds the cluster this machine belongs to, `local` starts one here, anything else is where the head node is.

        Raises SetupError if Ray is not installed or no cluster answers.
        """
        self._ray = _import_ray()
        try:
            _reach(address)
            self._ray.init(
                address=address,
                log_to_driver=False,
                logging_level=logging.ERROR,
                runtime_env={"env_vars": dict(ONE_THREAD_EACH)},
            )
        except (OSError, ValueError, RuntimeError) as error:
            raise SetupError(f"no Ray cluster answers at {address!r}: {str(error).splitlines()[0]}") from None
        self._call = self._ray.remote(num_cpus=1, max_retries=MOST_DEATHS - 1)(_call)
        self._known_cores, self._known_until = 0, 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._ray.shutdown()

    def run(self, function: Callable[[Job], Result], jobs: Iterable[Job]) -> Generator[tuple[Job, Result], None, None]:
        """See Workers. The module of the function must be installed on every machine."""
        waiting = iter(jobs)
        under_way: dict[Any, Job] = {}
        try:
            while True:
                free = max(self._cores() - len(under_way), 0)
                under_way |= {self._call.remote(function, job): job for job in islice(waiting, free)}
                if not under_way:
                    return
                for answer in self._ray.wait(list(under_way))[0]:
                    job = under_way.pop(answer)
                    yield job, self._result(answer, job)
        finally:
            for answer in under_way:
                self._ray.cancel(answer, force=True)

    def _cores(self) -> int:
        """How many jobs the machines of the cluster can do at a time; at least one, for a cluster whose machines are to come."""
        now = time.monotonic()
        if now >= self._known_until:  # asking takes milliseconds
            self._known_cores = max(1, int(self._ray.cluster_resources().get("CPU", 0)))
            self._known_until = now + _SECONDS_BETWEEN_COUNTS
        return self._known_cores

    def _result(self, answer: Any, job: object) -> Any:
        try:
            return self._ray.get(answer)
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except (self._ray.exceptions.WorkerCrashedError, self._ray.exceptions.OutOfMemoryError):
            raise WorkerDiedError(job) from None


def _reach(address: str) -> None:
    """Raise OSError if nobody listens at a host and port; Ray itself would go on trying for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and "://" not in address:
        socket.create_connection((host, int(port)), _SECONDS_TO_ANSWER).close()


def _call(function: Callable[[Job], Result], job: Job) -> Result:
    return function(job)


@contextmanager
def open_workers(count: int, cluster: str | None = None) -> Iterator[Workers]:
    """So many processes of this machine that stay until the end of the context, or the cores of a cluster where one is named.

    Raises SetupError as RayWorkers does.
    """
    with LocalWorkers(count) if cluster is None else RayWorkers(cluster) as workers:
        yield workers


def _import_ray() -> Any:
    # Ray would report to its makers what it is used for.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise SetupError("a cluster needs Ray; pip install 'kibitz[cluster]' brings it") from None
    return ray
