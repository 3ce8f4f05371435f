"""Learning of kind `go-nested`: the nested network of Go, on boards of all sizes, in as many sittings as it takes.

`data` of the configuration is the folder that the archives of the settings are in. Years decide what is learned from and what the
run is watched on. A run goes on from the checkpoint in its folder as if it had never stopped, on the same kind of machine. One
whose checkpoint has reached `steps` ends at once: the averaged weights are exported, measured on years that were neither learned
from nor watched, and get their card.
"""

import copy
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from kibitz.errors import SetupError
from kibitz.features.go.moves import GoMoves
from kibitz.learn.networks.go.lessons import Batch, Shelf, draw
from kibitz.learn.networks.go.nested_figures import nested_figures
from kibitz.learn.networks.go.nested_plan import NestedPlan
from kibitz.learn.networks.go.nested_plan import parse as parse
from kibitz.learn.networks.go.nested_shelves import Shelves, shelves_of
from kibitz.learn.networks.go.nested_training import LOSSES, average, make_optimisers, new_network, take_step
from kibitz.learn.networks.go.watching import spread_moves, watched
from kibitz.learn.runs import loop
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.network_state import arrays_of, load_optimiser, optimiser_arrays, tensors_of
from kibitz.learn.runs.progress import Told
from kibitz.learn.runs.run_folder import Checkpoint
from kibitz.models.card import write_card
from kibitz.models.go.expert import GoExpertModel
from kibitz.models.go.judging import GoJudge
from kibitz.models.go.kinds import GO_NESTED, GO_TABLES
from kibitz.models.go.nested import FEATURES, FEATURES_VERSION, load_go_nested
from kibitz.models.store import StoredModel, find_model, load_stored
from kibitz.nets.go.nested_export import export_nested_onnx

_EVERY_OF_FEW: Final = 5  # moves of a game, one is judged where there are few games


def run(plan: NestedPlan, job: Job) -> Path:
    """Learn to the last step, export the averaged weights, measure them, and return the model's file."""
    weights = job.model_path(".onnx")
    expert = _stored_expert(plan.recipe.expert)
    job.folder.start(plan.to_json(), plan.is_begun_as)
    if job.is_finished(weights):
        return weights
    torch.set_num_threads(plan.recipe.threads)
    shelves = shelves_of(plan, job, expert)
    trained = _Run(plan, job, shelves.lessons, shelves.watched, load_stored(expert))
    loop.resume(trained, job.folder)
    loop.finish(trained, job.folder, job.tell)
    export_nested_onnx(trained.averaged, weights)
    # The model is looked up with the expert beside it, wherever the run's folder is taken.
    shutil.copyfile(expert.weights, weights.with_name(expert.weights.name))
    _finish(plan, job, shelves, weights, card_facts(plan, expert, trained))
    return weights


def card_facts(plan: NestedPlan, expert: StoredModel, trained: "_Run") -> dict[str, Any]:
    """What the card of such a model says in addition to its figures."""
    recipe, sizes = plan.recipe, ", ".join(f"{size}×{size}" for size in sorted(plan.recipe.sizes))
    return {
        "kind": GO_NESTED,
        "game": "go",
        "features": FEATURES,
        "features_version": FEATURES_VERSION,
        "predicts": "how likely a professional plays each legal move, the reply, who will own each point, the score, and who "
        "wins, with komi and the way of counting",
        "data": f"dated games of {recipe.first_year} to {recipe.last_year} on {sizes}, from {', '.join(recipe.games)}; "
        f"{trained.positions:,} positions drawn",
        "split": f"by year on {recipe.sizes[0]}×{recipe.sizes[0]}; on other sizes each {recipe.held_out}th game was kept back "
        "for watching the run",
        "settings": {"expert": expert.name},
        "training": {**plan.to_json(), "seconds": round(trained.seconds), "steps": trained.step},
    }


def _finish(plan: NestedPlan, job: Job, shelves: Shelves, weights: Path, facts: dict[str, Any]) -> None:
    """Write the card with figures measured on the very file that is kept, and the run's result."""
    facts = {**facts, "licence": job.licence, "command": job.command}
    write_card(weights, {**facts, "figures": {}})
    figures = _figures(plan, job, shelves, load_go_nested(weights))
    write_card(weights, {**facts, "figures": figures})
    job.folder.save_result({"model": weights.name, "figures": figures})


def _figures(plan: NestedPlan, job: Job, shelves: Shelves, model: GoJudge) -> dict[str, Any]:
    """Figures on the test years, and on the watched games of the other sizes, which are too few for years of their own."""
    first, last = plan.watching.test_years
    every, figures = plan.watching.test_every, {}
    if shelves.tested is not None:
        figures[f"games of {first} to {last}"] = nested_figures(shelves.tested, every, model, job, f"measuring {first} to {last}")
    for shelf in shelves.watched[1:]:
        size = shelf.labelled.games.size
        name = f"watched games on {size}×{size}"
        figures[name] = nested_figures(shelf, _EVERY_OF_FEW, model, job, f"measuring {name}")
    return {name: found for name, found in figures.items() if found}


def _stored_expert(name: str) -> StoredModel:
    stored = find_model(name)
    if stored.card.kind != GO_TABLES:
        raise SetupError(f"{name} is not an expert for Go made of tables, which the network needs")
    return stored


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
        self.positions = 0
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
        self.positions += len(batch)
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
        row: dict[str, float | int] = {"step": self.step, "positions": self.positions, "seconds": round(self.seconds, 1)}
        row["positions_per_second"] = round(self.positions / max(self.seconds, 1e-9), 1)
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
        facts = {"step": self.step, "positions": self.positions, "seconds": self.seconds, "taken": self._taken}
        return Checkpoint(tensors, facts)

    def restore(self, checkpoint: Checkpoint) -> None:
        if "sums" not in checkpoint.tensors:
            raise SetupError(f"the checkpoint in {self._job.folder.path} is not one of this kind of run")
        self.net.load_state_dict(tensors_of(checkpoint.part("net.")))
        self.averaged.load_state_dict(tensors_of(checkpoint.part("averaged.")))
        for number, optimiser in enumerate(self._optimisers):
            load_optimiser(optimiser, checkpoint.part(f"optimiser{number}."))
        facts = checkpoint.facts
        self.step, self.positions = facts["step"], facts["positions"]
        self.seconds, self._taken = facts["seconds"], facts["taken"]
        self._sums = checkpoint.tensors["sums"].copy()
