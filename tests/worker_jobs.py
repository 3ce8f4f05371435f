"""Functions that tests hand to worker processes; those must be able to import them."""

import os
import signal
import time
from functools import partial
from pathlib import Path

from kibitz.errors import SetupError


def square_of(number: int) -> int:
    return number * number


def fail_at_three(number: int) -> int:
    if number == 3:
        raise SetupError("three is too many")
    return number


def die_once(marker: str) -> str:
    """The process kills itself the first time, as if the system had run out of memory."""
    path = Path(marker)
    if path.name.startswith("deadly") and not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return path.name


def die_always(_job: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def write_number_and_sleep(file: str) -> None:
    """Leave the process's number in a file, then work without end."""
    part = Path(f"{file}.part")
    part.write_text(str(os.getpid()))
    part.rename(file)
    time.sleep(600)


def sleep_the_first_time(file: str) -> str:
    """As write_number_and_sleep(), unless the file is there already."""
    if not Path(file).exists():
        write_number_and_sleep(file)
    return "awake"


def sleep_or_square(job: str | int) -> int:
    """As write_number_and_sleep() for a file, and the square of a number at once."""
    if isinstance(job, int):
        return square_of(job)
    write_number_and_sleep(job)
    return 0


def meet(files: tuple[str, str]) -> int:
    """The process's number, once whoever makes the second file is at work at the same time."""
    own, other = map(Path, files)
    own.touch()
    while not other.exists():
        time.sleep(0.01)
    return os.getpid()


def process_number(_job: object) -> int:
    return os.getpid()


def thread_limit(_job: object) -> str | None:
    return os.environ.get("OPENBLAS_NUM_THREADS")


def later_the_smaller(number: int) -> int:
    """A number; whoever has a small one takes longer."""
    time.sleep(0.05 * (4 - number))
    return number


def killed_once(marker: str, function, job):
    """What a function makes of a job; the first process that comes here is killed in the middle of it."""
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return function(job)


class Unlucky:
    """Other workers, one of which is killed in mid-run."""

    def __init__(self, workers, marker):
        self._workers, self._marker = workers, str(marker)

    def run(self, function, jobs):
        return self._workers.run(partial(killed_once, self._marker, function), jobs)


class HereAndNow:
    """Workers that are nobody else, where it does not matter who does the work."""

    def run(self, function, jobs):
        for job in jobs:
            yield job, function(job)
