"""A run of evolution on disk: every generation's weights and points in a file of its own, and metrics.csv with a row for each.

A generation's file appears complete or not at all, and holds all that the next one depends on. So a run that was killed goes on
from the last file, and ends with the same bits as one that was never interrupted.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Generic

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from kibitz.errors import SetupError
from kibitz.files import clear_parts, make_folder, parse_json, whole_path
from kibitz.learn.evolution.breeding import Breeder, make_breeder
from kibitz.learn.evolution.contract import EvolutionSettings, Hall, Record
from kibitz.learn.runs.progress import Tell, Told
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.models.evolved import N, Shape
from kibitz.workers import Workers

GENERATIONS: Final = "generations"


@dataclass(frozen=True, slots=True)
class Generation(Generic[N]):
    """One generation, after its games: the networks, their points, and how the best one did in the benchmark.

    `best` is its place; where networks are drawn around a mean, it is that mean.
    """

    number: int
    population: N
    points: NDArray[np.int64]
    best: int
    record: Record
    seconds: float = 0.0  # of all generations so far, interruptions left out
    core_seconds: float = 0.0  # the same, of one core

    @property
    def champion(self) -> N:
        """The best network alone."""
        return self.population.take(np.array([self.best]))

    def row(self) -> dict[str, float | int | str]:
        """The generation's row of metrics."""
        times = {"seconds": round(self.seconds, 2), "core_seconds": round(self.core_seconds, 2)}
        return {"step": self.number, **asdict(self.record), "points": int(self.points[self.best]), **times}


@dataclass(frozen=True, slots=True)
class EvolutionFolder(Generic[N]):
    """The folder of a run. Nothing is kept in memory."""

    folder: RunFolder
    shape: Shape[N]

    def save(self, generation: Generation[N]) -> None:
        """Keep a generation, then its row of metrics."""
        path = self.file(generation.number)
        make_folder(path.parent)
        tensors: dict[str, NDArray[Any]] = {**generation.population.tensors(), "points": generation.points}
        facts = {"best": generation.best, "record": asdict(generation.record)}
        with whole_path(path) as part:
            save_file(tensors, part, metadata={"facts": json.dumps(facts)})
        self.folder.add_metrics(generation.row())

    def load(self, number: int) -> Generation[N]:
        """A generation that was kept; raises SetupError if it was not, or cannot be read."""
        path = self.file(number)
        try:
            with safe_open(path, framework="numpy") as stored:
                tensors = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
                facts = parse_json(stored.metadata()["facts"])
            points = tensors.pop("points")
            best, record = facts["best"], Record(**facts["record"])
        except (OSError, SafetensorError, KeyError, TypeError) as error:
            raise SetupError(f"{path} is not a generation that can be read: {error}") from None
        times = (self._time_of("seconds", number), self._time_of("core_seconds", number))
        return Generation(number, self.shape.checked(tensors, path), points, best, record, *times)

    def file(self, number: int) -> Path:
        return self.folder.path / GENERATIONS / f"{number:05}.safetensors"

    def last(self) -> int | None:
        """The number of the last generation that was kept, None before the first."""
        numbers = [int(path.stem) for path in (self.folder.path / GENERATIONS).glob("*.safetensors")]
        return max(numbers, default=None)

    def _time_of(self, column: str, number: int) -> float:
        """How long it took up to a generation, by metrics.csv; up to the one before if it was killed before it had a row."""
        rows = (row for row in self.folder.metrics() if row["step"] and int(row["step"]) <= number)
        return max((float(row[column]) for row in rows if row[column]), default=0.0)

    def repair_metrics(self, last: Generation[N]) -> None:
        """Make metrics.csv end with the last generation kept, whatever was being written when the run was killed."""
        self.folder.forget_metrics_after(last.number - 1)
        self.folder.add_metrics(last.row())


def evolve(
    settings: EvolutionSettings[N],
    folder: RunFolder,
    workers: Workers,
    tell: Tell,
    goes_on: Callable[[], bool] = lambda: True,
) -> Generation[N]:
    """The last generation of a run, reached from where the folder's run stood.

    It is the one that the settings say is enough, or at which the run was told not to go on, if that comes first.
    Raises SetupError if the folder holds a run with other settings.
    """
    folder.start(settings.to_json(), lambda found: _is_shorter(found, settings))
    clear_parts(folder.path / GENERATIONS)
    for generation in _generations(settings, EvolutionFolder(folder, settings.shape), workers):
        tell(Told(folder.path.name, generation.number, settings.generations, settings.figures(generation.record)))
        if settings.is_enough(generation.record) or not goes_on():
            break
    return generation


def _is_shorter(found: dict[str, Any], settings: EvolutionSettings[N]) -> bool:
    """Whether settings differ only in the number of generations, which may grow."""
    return {**found, "generations": settings.generations} == settings.to_json() and found["generations"] <= settings.generations


def _generations(settings: EvolutionSettings[N], kept: EvolutionFolder[N], workers: Workers) -> Iterator[Generation[N]]:
    """The last generation kept, and all that are to follow it, each kept before it is given."""
    breeder = make_breeder(settings)
    hall = settings.hall(workers)
    population, last = breeder.first(), kept.last()
    if last is None:
        kept.folder.forget_metrics_after(-1)
        generation = _played(hall, breeder, population)
        kept.save(generation)
    else:
        generation = _caught_up(hall, breeder, kept, last)
    hall.remember(generation.champion, generation.number)
    yield generation
    while generation.number < settings.generations:
        population = breeder.next(generation.population, generation.points, generation.number)
        generation = _played(hall, breeder, population, generation)
        kept.save(generation)
        hall.remember(generation.champion, generation.number)
        yield generation


def _caught_up(hall: Hall[N], breeder: Breeder[N], kept: EvolutionFolder[N], last: int) -> Generation[N]:
    """The last generation kept, with a hall and a breeder that remember all before it."""
    for number in range(last):
        before = kept.load(number)
        hall.remember(before.champion, number)
        breeder.next(before.population, before.points, number)
    generation = kept.load(last)
    kept.repair_metrics(generation)
    return generation


def _played(hall: Hall[N], breeder: Breeder[N], population: N, before: Generation[N] | None = None) -> Generation[N]:
    """The generation of a population, after all of its games."""
    begin, begin_core = time.perf_counter(), hall.core_seconds
    number = before.number + 1 if before else 0
    points = hall.tournament(population, number)
    best = breeder.best(points)
    record = hall.benchmark(population.take(np.array([best])), number)
    spent = (time.perf_counter() - begin, hall.core_seconds - begin_core)
    seconds, core_seconds = (now + then for now, then in zip(spent, _times(before), strict=True))
    return Generation(number, population, points, best, record, seconds, core_seconds)


def _times(generation: Generation[N] | None) -> tuple[float, float]:
    return (generation.seconds, generation.core_seconds) if generation else (0.0, 0.0)
