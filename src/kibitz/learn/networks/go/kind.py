"""Learning of kind `go-network`: a network that joins the expert for Go, and also says who will own each point and who wins.

`data` of the configuration is an archive, folder or file of SGF games; the expert is a model by name or path. Years decide what
is learned from, what the run is watched on, and what the finished model is measured on, as for kind `go-expert`.
"""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.go.moves import GoMoves
from kibitz.files import whole_file
from kibitz.learn.networks.go.figures import figures_of, judged
from kibitz.learn.networks.go.training import (
    Batch,
    GoNetworkSettings,
    Lessons,
    draw,
    losses,
    make_optimisers,
    new_network,
    rate_of,
    whole_loss,
)
from kibitz.learn.runs import loop
from kibitz.learn.runs.configuration import Configuration, changed, require_positive, require_years
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.network_state import arrays_of, load_optimiser, optimiser_arrays, set_rate, tensors_of
from kibitz.learn.runs.plots import plot_run
from kibitz.learn.runs.progress import Told
from kibitz.learn.runs.run_folder import Checkpoint
from kibitz.learn.tables.go.expert import GoExpertSettings, learned_remainders
from kibitz.learn.tables.go.expert_kind import (
    GAMES,
    SIZE,
    Measuring,
    require_measured_years,
    watched_moves,
)
from kibitz.learn.tables.go.games import DatedGames, final_owners, kept_games
from kibitz.measure.go.moves import GoVerdicts
from kibitz.models.card import write_card
from kibitz.models.go.expert import GoExpertModel
from kibitz.models.go.kinds import GO_NETWORK, GO_TABLES
from kibitz.models.go.network import FEATURES, FEATURES_VERSION, GoNetworkModel, load_go_network
from kibitz.models.store import StoredModel, find_model, load_stored
from kibitz.nets.go.export import export_go_onnx

OWNERS: Final = "owners.npy"
_CHECKPOINT_EVERY: Final = 250  # steps
_ABOVE_ZERO: Final = ("recent_visits", "filters", "blocks", "steps", "batch", "rate", "matrix_rate", "threads")


@dataclass(frozen=True, slots=True)
class GoNetworkPlan:
    """The settings of a run of this kind."""

    recipe: GoNetworkSettings
    measuring: Measuring

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self.recipe), **asdict(self.measuring)}


def parse(configuration: Configuration) -> GoNetworkPlan:
    """The settings of a configuration; raises SetupError for whatever is wrong with them."""
    configuration.allow_tables(["settings"])
    path = configuration.path
    given = dict(configuration.table("settings"))
    measured = {key: given.pop(key) for key in Measuring.__dataclass_fields__ if key in given}
    plan = GoNetworkPlan(changed(GoNetworkSettings(), given, path), changed(Measuring(), measured, path))
    require_positive(plan.recipe, _ABOVE_ZERO, path)
    require_years((plan.recipe.first_year, plan.recipe.last_year), "first_year and last_year", path)
    require_measured_years(plan.measuring, path)
    return plan


def run(plan: GoNetworkPlan, job: Job) -> Path:
    """Learn, export, measure on later years beside the expert alone, and return the model's file."""
    weights = job.model_path(".onnx")
    expert = _stored_expert(plan.recipe.expert)
    job.folder.start(plan.to_json())
    if job.is_finished(weights):
        return weights
    torch.set_num_threads(plan.recipe.threads)
    dated = kept_games(job.folder.path / GAMES, job.games, SIZE, lambda done: job.tell(Told("reading games", done, max(done, 1))))
    trained = _Run(plan, job, lessons_of(dated, plan.recipe, job.folder.path / OWNERS), watched_moves(dated, plan.measuring))
    loop.resume(trained, job.folder)
    loop.finish(trained, job.folder, job.tell)
    plot_run(job.folder)
    export_go_onnx(trained.net, weights)
    # The model is looked up with the expert beside it, wherever the run's folder is taken.
    beside = weights.with_name(expert.weights.name)
    shutil.copyfile(expert.weights, beside)
    _finish(plan, job, dated, weights, load_stored(expert))
    return weights


def card_facts(plan: GoNetworkPlan) -> dict[str, Any]:
    """What the card of such a model says in addition to its figures."""
    recipe = plan.recipe
    return {
        "kind": GO_NETWORK,
        "game": "go",
        "features": FEATURES,
        "features_version": FEATURES_VERSION,
        "predicts": "how likely a professional plays each legal move, who will own each point, and who wins",
        "data": f"dated 19×19 games of {recipe.first_year} to {recipe.last_year}; "
        f"{recipe.steps * recipe.batch:,} positions drawn",
        "split": "by year",
        "settings": {"expert": _stored_expert(recipe.expert).name},
        "training": asdict(recipe),
    }


def _stored_expert(name: str) -> StoredModel:
    stored = find_model(name)
    if stored.card.kind != GO_TABLES:
        raise SetupError(f"{name} is not an expert for Go made of tables, which the network needs")
    return stored


def lessons_of(dated: DatedGames, recipe: GoNetworkSettings, store: Path) -> Lessons:
    """The games to learn from with their ends; final owners are kept in a file, as playouts take a while.

    Which moves the expert has learned from is worked out from the recipe on its card: `dated` are its games too.
    """
    chosen = dated.of_years(recipe.first_year, recipe.last_year)
    if len(chosen) < recipe.batch:
        raise SetupError(f"there are {len(chosen)} games of {recipe.first_year} to {recipe.last_year}, too few for a batch")
    part = dated.selected(chosen)
    if not store.is_file():
        owners = np.zeros((len(chosen), part.games.size**2), np.int8)
        counted = np.flatnonzero(part.is_counted)
        owners[counted] = final_owners(part.games.selected(counted))
        with whole_file(store) as file:
            np.save(file, owners)
    is_open = ~_learned_by(_stored_expert(recipe.expert), dated)[chosen]
    visits = np.where(part.year >= recipe.recent_year, recipe.recent_visits, 1) * is_open.any(axis=1)
    if np.count_nonzero(visits) < recipe.batch:
        raise SetupError(f"{recipe.expert} has learned from all moves but those of {np.count_nonzero(visits)} games")
    return Lessons(part, visits / visits.sum(), is_open, np.load(store))


def _learned_by(expert: StoredModel, dated: DatedGames) -> NDArray[np.bool_]:
    """Which moves of the games an expert has learned from, by remainders, [games, stride]; none if its card does not say."""
    if not expert.card.settings:
        return np.zeros((len(dated.year), 1), np.bool_)
    return learned_remainders(dated.year, GoExpertSettings(**expert.card.settings))


class _Run(loop.Learner[Told]):
    """One training: the network, its optimisers, and the losses since the last row of metrics."""

    def __init__(self, plan: GoNetworkPlan, job: Job, lessons: Lessons, watched: GoMoves) -> None:
        self._recipe, self._job, self._lessons, self._watched = plan.recipe, job, lessons, watched
        self._expert: GoExpertModel = load_stored(_stored_expert(plan.recipe.expert))
        self.net = new_network(plan.recipe)
        self._optimisers = make_optimisers(plan.recipe, self.net)
        self._sums = np.zeros(4)
        self._batches: Iterator[Batch] | None = None

    @property
    def is_over(self) -> bool:
        return self.step >= self._recipe.steps

    def advance(self) -> None:
        if self._batches is None:
            self._batches = self._drawn()
        self._sums += self._learn(next(self._batches))
        self.step += 1

    def milestone(self) -> loop.Milestone[Told]:
        if self.step % _CHECKPOINT_EVERY and not self.is_over:
            return loop.Milestone()
        row, words = self._row_and_words()
        return loop.Milestone(row, True, Told("learning", self.step, self._recipe.steps, words))

    def _drawn(self) -> Iterator[Batch]:
        """What the steps that are left learn from, each drawn while the one before is learned."""
        steps = range(self.step, self._recipe.steps)
        with ThreadPoolExecutor(1) as drawing:
            ahead = [drawing.submit(draw, self._lessons, self._expert, self._recipe, step) for step in steps[:1]]
            for step in steps:
                batch = ahead.pop().result()
                if step + 1 < self._recipe.steps:
                    ahead.append(drawing.submit(draw, self._lessons, self._expert, self._recipe, step + 1))
                yield batch

    def _learn(self, batch: Batch) -> np.ndarray:
        """One step; returns the losses of moves, owners and winners, and the share of first guesses that were right."""
        self.net.train()
        answers = self.net(batch.planes, batch.expert)
        parts = losses(answers, batch)
        self.net.zero_grad()
        whole_loss(parts).backward()  # type: ignore[no-untyped-call]
        for optimiser in self._optimisers:
            set_rate(optimiser, rate_of(self._recipe, self.step))
            optimiser.step()
        right = (answers.moves.masked_fill(~batch.legal, -torch.inf).argmax(1) == batch.point).float().mean()
        return np.array([float(part.detach()) for part in (*parts, right)])

    def _row_and_words(self) -> tuple[loop.Row, str]:
        """A row of metrics and what is reported of it, from the losses since the last one."""
        taken = (self.step - 1) % _CHECKPOINT_EVERY + 1
        moves, owners, winner, right = (self._sums / taken).tolist()
        self._sums[:] = 0
        row: dict[str, float | int] = {
            "step": self.step,
            "positions": self.step * self._recipe.batch,
            "seconds": round(self.seconds, 1),
            "train_loss": round(moves, 5),
            "train_top1": round(right, 5),
            "owner_loss": round(owners, 5),
            "winner_loss": round(winner, 5),
        }
        words = f"loss {moves:.3f}, right {right:.1%}, owners {owners:.3f}, winner {winner:.3f}"
        if len(self._watched):
            found = self._judged().summary()
            row["validation_nll"], row["validation_top1"] = round(found["nll"], 5), round(found["top1"], 5)
            words += f", validation {found['top1']:.1%}"
        return row, words

    def _judged(self) -> GoVerdicts:
        """Verdicts on the watched moves, from the network as it stands."""
        trial = self._job.folder.path / "trial.onnx"
        export_go_onnx(self.net, trial)
        verdicts, _ = judged(GoNetworkModel(trial, self._expert), self._watched, self._job, "watching")
        trial.unlink()
        return verdicts

    def checkpoint(self) -> Checkpoint:
        tensors = arrays_of(self.net.state_dict(), "net.")
        for number, optimiser in enumerate(self._optimisers):
            tensors |= optimiser_arrays(optimiser, f"optimiser{number}.")
        return Checkpoint(tensors, {"step": self.step, "seconds": self.seconds})

    def restore(self, checkpoint: Checkpoint) -> None:
        self.net.load_state_dict(tensors_of(checkpoint.part("net.")))
        for number, optimiser in enumerate(self._optimisers):
            load_optimiser(optimiser, checkpoint.part(f"optimiser{number}."))
        self.step, self.seconds = checkpoint.facts["step"], checkpoint.facts["seconds"]


def _finish(plan: GoNetworkPlan, job: Job, dated: DatedGames, weights: Path, expert: GoExpertModel) -> None:
    """Write the card with figures measured on the very file that is kept, and the run's result."""
    facts = {**card_facts(plan), "licence": job.licence, "command": job.command}
    write_card(weights, {**facts, "figures": {}})
    model = load_go_network(weights)
    spans = (plan.measuring.validation_years, plan.measuring.test_years)
    every = plan.measuring.test_every
    figures = {f"games of {years[0]} to {years[1]}": figures_of(years, dated, every, model, expert, job) for years in spans}
    figures = {span: found for span, found in figures.items() if found}
    write_card(weights, {**facts, "figures": figures})
    job.folder.save_result({"model": weights.name, "figures": figures})
