"""A bar on standard error for work that takes a while."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(title: str, total: int, is_quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """A function to call with the number of steps done; it moves a bar if standard error is a terminal."""
    if is_quiet or not sys.stderr or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda done: progress.update(task, completed=done)
