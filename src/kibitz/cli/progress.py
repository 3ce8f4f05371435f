"""How far work has come, on standard error: a bar in a terminal, plain lines in a file or a pipe."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol

import click

# So that short work leaves no lines in a log, and long work not too many.
SECONDS_BETWEEN_LINES: Final = 10.0


class Watch(Protocol):
    """Is called with the steps done, and with all steps if their number was not known before."""

    def __call__(self, done: float, total: float | None = None) -> None: ...


@contextmanager
def progress_bar(title: str, total: float | None, is_quiet: bool) -> Iterator[Watch | None]:
    """A function to call with the number of steps done, None if nobody wants to know."""
    if is_quiet or not sys.stderr:
        yield None
    elif is_watched():
        with _moving_bar(title, total) as watch:
            yield watch
    else:
        yield PlainLines(title, total)


def is_watched() -> bool:
    """Whether standard error is a terminal."""
    return bool(sys.stderr) and sys.stderr.isatty()


class PlainLines:
    """A line such as `perft 12: 40 %` every few seconds, for a file or a pipe."""

    def __init__(self, title: str, total: float | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._title, self._total, self._clock = title, total, clock
        self._last = clock()

    def __call__(self, done: float, total: float | None = None, title: str = "") -> None:
        self._total = total or self._total
        is_over = self._total is not None and done >= self._total  # then the result comes, and says more
        if is_over or self._clock() - self._last < SECONDS_BETWEEN_LINES:
            return
        self._last = self._clock()
        share = f"{100 * done / self._total:.0f} %" if self._total else f"{done:.0f} done"
        click.echo(f"{title or self._title}: {share}", err=True)


@contextmanager
def _moving_bar(title: str, total: float | None) -> Iterator[Watch]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)

        def watch(done: float, total: float | None = None) -> None:
            progress.update(task, completed=done, total=total)

        yield watch
