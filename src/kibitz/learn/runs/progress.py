"""What a job tells while it works, and a bar on standard error that shows it: how far, how well, and how long still."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, TypeAlias

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

_LINES: Final = 10  # how often a part is reported where nobody watches a bar


@dataclass(frozen=True, slots=True)
class Told:
    """How far a part of a job is; `figures` are a few words such as the accuracy reached."""

    part: str
    done: float
    total: float
    figures: str = ""


Tell: TypeAlias = Callable[[Told], None]


@contextmanager
def progress_bar(title: str) -> Iterator[Tell]:
    """A function that draws a bar for each part of a job while the context lasts, or prints lines where there is no terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _Lines(title, console)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[figures]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as bar:
        yield _Bars(title, bar)


class _Bars:
    """One bar for each part."""

    def __init__(self, title: str, bar: Progress) -> None:
        self._title, self._bar = title, bar
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, told: Told) -> None:
        if told.part not in self._tasks:
            self._tasks[told.part] = self._bar.add_task(f"{self._title}, {told.part}", total=told.total, figures="")
        self._bar.update(self._tasks[told.part], total=told.total, completed=told.done, figures=told.figures)


class _Lines:
    """A line for each tenth of a part."""

    def __init__(self, title: str, console: Console) -> None:
        self._title, self._console = title, console
        self._last: tuple[str, int] | None = None

    def __call__(self, told: Told) -> None:
        tenth = int(_LINES * told.done / max(told.total, 1))
        if (told.part, tenth) != self._last:
            self._last = told.part, tenth
            text = f"{self._title}, {told.part}: {100 * told.done / max(told.total, 1):.0f} % {told.figures}"
            self._console.print(text.rstrip(), highlight=False, soft_wrap=True)
