"""Learning of kind `go-nested`: the nested network of Go, on boards of all sizes, in as many sittings as it takes.

`data` of the configuration is the folder that the archives of the settings are in. Years decide what is learned from and what the
run is watched on. A run goes on from the checkpoint in its folder as if it had never stopped, on the same kind of machine.
The finished weights have no card yet, since no player reads them.
"""

import copy
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.go.moves import GoMoves
from kibitz.learn.networks.go.games import LabelledGames, stored_games, stored_owners
from kibitz.learn.networks.go.lessons import Batch, Shelf, draw
from kibitz.learn.networks.go.nested_training import LOSSES, NestedSettings, average, make_optimisers, new_network, take_step
from kibitz.learn.networks.go.watching import spread_moves, watched
from kibitz.learn.runs import loop
from kibitz.learn.runs.configuration import Configuration, changed, require_positive, require_years
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.network_state import arrays_of, load_optimiser, optimiser_arrays, tensors_of
from kibitz.learn.runs.progress import Told
from kibitz.learn.runs.run_folder import Checkpoint
from kibitz.learn.tables.go.expert import GoExpertSettings, learned_remainders
from kibitz.models.go.expert import GoExpertModel
from kibitz.models.go.kinds import GO_TABLES
from kibitz.models.store import StoredModel, find_model, load_stored
from kibitz.tensor_files import write_tensors

FORMAT: Final = "kibitz go nested network 1"
_ABOVE_ZERO: Final = (
    "held_out", "recent_visits", "width", "inner", "blocks", "steps", "batch", "rate", "matrix_rate", "watch_every", "save_every",
    "threads",
)  # fmt: skip
# How long a run is and how often it is looked at may change between two sittings; everything else makes another run.
_MAY_CHANGE: Final = ("steps", "decay", "watch_every", "save_every", "validation_moves", "threads", "narrow")


@dataclass(frozen=True, slots=True)
class Watching:
    """On which games a run is watched."""

    validation_years: tuple[int, ...] = (2019, 2020)
    validation_moves: int = 1500


@dataclass(frozen=True, slots=True)
class NestedPlan:
    """The settings of a run of this kind."""

    recipe: NestedSettings
    watching: Watching

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self.recipe), **asdict(self.watching)}

    def is_begun_as(self, found: dict[str, Any]) -> bool:
        """Whether a run begun with the settings found may go on with these."""
        ours = {key: list(value) if isinstance(value, tuple) else value for key, value in self.to_json().items()}
        return all(found.get(key) == value for key, value in ours.items() if key not in _MAY_CHANGE)


def parse(configuration: Configuration) -> NestedPlan:
    """The settings of a configuration; raises SetupError for whatever is wrong with them."""
    configuration.allow_tables(["settings"])
    path = configuration.path
    given = dict(configuration.table("settings"))
    watching = {key: given.pop(key) for key in Watching.__dataclass_fields__ if key in given}
    plan = NestedPlan(changed(NestedSettings(), given, path), changed(Watching(), watching, path))
    recipe = plan.recipe
    require_positive(recipe, _ABOVE_ZERO, path)
    require_years((recipe.first_year, recipe.last_year), "first_year and last_year", path)
    if len(recipe.sizes) != len(recipe.shares) or min(recipe.shares, default=0) <= 0:
        raise SetupError(f"{path}: sizes are {list(recipe.sizes)}, and shares should have a number above zero for each")
    if len(plan.watching.validation_years) != 2:
        raise SetupError(f"{path}: validation_years should be the first and the last year")
    return plan


def run(plan: NestedPlan, job: Job) -> Path:
    """Learn to the last step and return the file with the averaged weights."""
    weights = job.model_path(".safetensors")
    expert = _stored_expert(plan.recipe.expert)
    job.folder.start(plan.to_json(), plan.is_begun_as)
    if job.is_finished(weights):
        return weights
    torch.set_num_threads(plan.recipe.threads)
    trained = _Run(plan, job, *_shelves(plan, job, expert), load_stored(expert))
    loop.resume(trained, job.folder)
    loop.finish(trained, job.folder, job.tell)
    write_tensors(weights, arrays_of(trained.averaged.state_dict(), ""), {"format": FORMAT, "expert": expert.name})
    job.folder.save_result({"model": weights.name, "figures": job.folder.metrics()[-1]})
    return weights


def _stored_expert(name: str) -> StoredModel:
    stored = find_model(name)
    if stored.card.kind != GO_TABLES:
        raise SetupError(f"{name} is not an expert for Go made of tables, which the network needs")
    return stored


def _shelves(plan: NestedPlan, job: Job, expert: StoredModel) -> tuple[list[Shelf], list[Shelf]]:
    """What is learned from and what the run is watched on, one shelf of each for each size."""
    recipe, store = plan.recipe, job.folder.path
    sources = [job.games / name for name in recipe.games]
    found = stored_games(store, sources, recipe.sizes, _counted(job, "reading games"))
    lessons, watching = [], []
    for size, labelled in found.items():
        owners = stored_owners(store / f"owners-{size}.npy", labelled, _counted(job, f"owners of {size}×{size}"))
        whole = Shelf(labelled, _visits(labelled, recipe), ~_learned_by(expert, labelled), owners)
        is_lesson, is_watched = _cut(labelled, plan, is_first=size == recipe.sizes[0])
        lessons.append(_part(whole, np.flatnonzero(is_lesson & whole.is_open.any(axis=1))))
        watching.append(_part(whole, np.flatnonzero(is_watched)))
    return lessons, watching


def _counted(job: Job, part: str) -> Callable[[int], None]:
    """A function that tells how many are done of a number that is not known."""
    return lambda done: job.tell(Told(part, done, max(done, 1), f"{done:,}"))


def _visits(labelled: LabelledGames, recipe: NestedSettings) -> NDArray[np.float64]:
    return np.where(labelled.year >= recipe.recent_year, float(recipe.recent_visits), 1.0)


def _learned_by(expert: StoredModel, labelled: LabelledGames) -> NDArray[np.bool_]:
    """Which moves the pattern model has learned from, by remainders, [G, stride]: some of the first archive's on 19×19."""
    if not expert.card.settings or labelled.games.size != 19:
        return np.zeros((len(labelled), 1), np.bool_)
    settings = GoExpertSettings(**expert.card.settings)
    learned = np.zeros((len(labelled), settings.stride), np.bool_)
    of_first = labelled.source == 0
    learned[of_first] = learned_remainders(labelled.year[of_first], settings)
    return learned


def _cut(labelled: LabelledGames, plan: NestedPlan, is_first: bool) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which games are learned from and which are watched: by year, and on the other sizes each `held_out`th."""
    recipe, (first, last) = plan.recipe, plan.watching.validation_years
    in_years = (labelled.year >= recipe.first_year) & (labelled.year <= recipe.last_year)
    if is_first:
        return in_years, (labelled.year >= first) & (labelled.year <= last)
    held = np.arange(len(labelled)) % recipe.held_out == 0
    return in_years & ~held, in_years & held


def _part(shelf: Shelf, numbers: NDArray[np.int64]) -> Shelf:
    if not len(numbers):
        size = shelf.labelled.games.size
        raise SetupError(f"of the games on {size}×{size} none is left to learn from or to watch")
    return Shelf(shelf.labelled.selected(numbers), shelf.visits[numbers], shelf.is_open[numbers], shelf.owners[numbers])


class _Run(loop.Learner[Told]):
    """One training: the network, its average, its optimisers, and the losses since the last row of metrics."""

    def __init__(self, plan: NestedPlan, job: Job, lessons: list[Shelf], watching: list[Shelf], expert: GoExpertModel) -> None:
        self._recipe, self._job, self._lessons, self._expert = plan.recipe, job, lessons, expert
        shares = np.array(plan.recipe.shares)
        self._shares = shares / shares.sum()
        self._watched: list[tuple[Shelf, GoMoves]] = [
            (shelf, spread_moves(shelf, plan.watching.validation_moves if number == 0 else plan.watching.validation_moves // 3))
            for number, shelf in enumerate(watching)
        ]
        self.net = new_network(plan.recipe)
        self.averaged = copy.deepcopy(self.net)
        self._optimisers = make_optimisers(plan.recipe, self.net)
        self._positions = 0
        self._sums = np.zeros(len(LOSSES) + 1)
        self._taken = 0
        self._batches: Iterator[Batch] | None = None

    @property
    def is_over(self) -> bool:
        return self.step >= self._recipe.steps

    def advance(self) -> None:
        if self._batches is None:
            self._batches = self._drawn()
        batch = next(self._batches)
        self._sums += take_step(self._recipe, self.net, self._optimisers, batch, self.step)
        self._taken += 1
        self._positions += len(batch)
        average(self.averaged, self.net, self._recipe, self.step)
        self.step += 1

    def milestone(self) -> loop.Milestone[Told]:
        is_saved = self.is_over or self.step % self._recipe.save_every == 0
        if self.step % self._recipe.watch_every and not self.is_over:
            return loop.Milestone(needs_checkpoint=is_saved)
        row, words = self._row_and_words()
        return loop.Milestone(row, is_saved, Told("learning", self.step, self._recipe.steps, words))

    def _drawn(self) -> Iterator[Batch]:
        """What the steps that are left learn from, each drawn while the one before is learned."""
        steps = range(self.step, self._recipe.steps)
        with ThreadPoolExecutor(1) as drawing:
            ahead = [drawing.submit(self._draw, step) for step in steps[:1]]
            for step in steps:
                batch = ahead.pop().result()
                if step + 1 < self._recipe.steps:
                    ahead.append(drawing.submit(self._draw, step + 1))
                yield batch

    def _draw(self, step: int) -> Batch:
        return draw(self._lessons, self._shares, self._expert, self._recipe.batch, self._recipe.seed, step)

    def _row_and_words(self) -> tuple[loop.Row, str]:
        """A row with the means since the last and the figures of the averaged weights, and what is reported of it."""
        means = self._sums / max(self._taken, 1)
        self._sums, self._taken = np.zeros_like(means), 0
        row: dict[str, float | int] = {"step": self.step, "positions": self._positions, "seconds": round(self.seconds, 1)}
        row["positions_per_second"] = round(self._positions / max(self.seconds, 1e-9), 1)
        row |= {f"train_{name}": round(float(mean), 5) for name, mean in zip((*LOSSES, "top1"), means, strict=True)}
        for shelf, moves in self._watched:
            size = shelf.labelled.games.size
            row |= watched(self.averaged, shelf, moves, self._expert).row(f"validation{size}")
        first = self._recipe.sizes[0]
        figures = f"validation {row[f'validation{first}_top1']:.1%}, nll {row[f'validation{first}_nll']:.3f}"
        return row, f"loss {means[0]:.3f}, {figures}"

    def checkpoint(self) -> Checkpoint:
        tensors = arrays_of(self.net.state_dict(), "net.") | arrays_of(self.averaged.state_dict(), "averaged.")
        tensors["sums"] = self._sums
        for number, optimiser in enumerate(self._optimisers):
            tensors |= optimiser_arrays(optimiser, f"optimiser{number}.")
        facts = {"step": self.step, "positions": self._positions, "seconds": self.seconds, "taken": self._taken}
        return Checkpoint(tensors, facts)

    def restore(self, checkpoint: Checkpoint) -> None:
        if "sums" not in checkpoint.tensors:
            raise SetupError(f"the checkpoint in {self._job.folder.path} is not one of this kind of run")
        self.net.load_state_dict(tensors_of(checkpoint.part("net.")))
        self.averaged.load_state_dict(tensors_of(checkpoint.part("averaged.")))
        for number, optimiser in enumerate(self._optimisers):
            load_optimiser(optimiser, checkpoint.part(f"optimiser{number}."))
        facts = checkpoint.facts
        self.step, self._positions = facts["step"], facts["positions"]
        self.seconds, self._taken = facts["seconds"], facts["taken"]
        self._sums = checkpoint.tensors["sums"].copy()
