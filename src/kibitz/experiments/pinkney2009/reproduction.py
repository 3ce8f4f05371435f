"""Running the evolutions within a budget, measuring them, and writing the page."""

import math
import time
from pathlib import Path

from kibitz.cluster import open_workers
from kibitz.errors import SetupError
from kibitz.experiments.papers import Wanted
from kibitz.experiments.pinkney2009.measuring import best_network_file, compare, measure
from kibitz.experiments.pinkney2009.page import write_page
from kibitz.experiments.pinkney2009.variants import PAPER, needs_opponent, parse_parts, settings_of
from kibitz.learn.evolution.run import evolve
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.workers import Workers


def reproduce(wanted: Wanted) -> Path:
    """Evolve until all is done or the time is over, measure what is finished, and return the page written.

    A run that was interrupted goes on where it stood; a finished one is not run again.
    """
    parts = parse_parts(wanted.parts)
    if parts:
        _require_opponent(parts, wanted.runs)
        deadline = math.inf if wanted.minutes is None else time.monotonic() + 60 * wanted.minutes
        with open_workers(wanted.threads, wanted.cluster) as workers:
            for name in parts:
                _run(name, wanted, workers, deadline)
            compare(wanted.runs, workers)
    return write_page(wanted.runs, wanted.out)


def _require_opponent(parts: list[str], runs: Path) -> None:
    needing = [name for name in parts if needs_opponent(name)]
    if needing and PAPER not in parts and not best_network_file(runs / PAPER).is_file():
        raise SetupError(f"{needing[0]} needs the best network of the evolution {PAPER}, which was not run to its end")


def _run(name: str, wanted: Wanted, workers: Workers, deadline: float) -> None:
    """Evolve one variant to its end, if there is time, and measure it."""
    folder = RunFolder(wanted.runs / name)
    opponent = best_network_file(wanted.runs / PAPER)
    is_possible = opponent.is_file() or not needs_opponent(name)
    if folder.result() is None and is_possible and time.monotonic() < deadline:
        settings = settings_of(name, opponent)
        reached = evolve(settings, folder, workers, wanted.tell, lambda: time.monotonic() < deadline)
        if reached.number == settings.generations:
            measure(folder, workers)
