"""A progress bar for runs: speed, loss, accuracy, time left."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from kibitz.learn.supervised import Progress as RunProgress
from kibitz.learn.supervised import Report


@contextmanager
def progress_bar(title: str) -> Iterator[Report]:
    """A report function that draws on stderr while the context lasts."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[figures]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(title, total=1.0, figures="")
        validation = ""

        def report(progress: RunProgress) -> None:
            nonlocal validation
            if progress.validation_top1 is not None:
                validation = f", validation {progress.validation_top1:.1%}"
            bar.update(task, total=progress.total, completed=progress.positions, figures=figures(progress) + validation)

        yield report


def figures(progress: RunProgress) -> str:
    """Speed, loss and accuracy in a few words."""
    return f"{progress.positions_per_second:,.0f} positions/s, loss {progress.loss:.3f}, right {progress.top1:.1%}"
