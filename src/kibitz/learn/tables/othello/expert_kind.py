"""Learning of kind `expert`: tables that predict a tournament player's moves, with the engine's values among their inputs.

Most of the time goes into the engine's values of all moves, about four minutes for a million positions on one core. They are kept
in a cache folder that runs share, a year at a time, so that no year is searched twice.
"""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.features.othello.candidates import LAYOUT_VERSION
from kibitz.features.othello.openings import OpeningYears
from kibitz.learn.runs.configuration import Configuration, changed, require_positive, require_years
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.othello.finished import finish_move_model
from kibitz.learn.runs.plots import plot_run
from kibitz.learn.runs.progress import Told
from kibitz.learn.runs.run_folder import Checkpoint
from kibitz.learn.tables.othello.expert import (
    ExpertGames,
    ExpertSettings,
    Progress,
    compressed,
    new_trainer,
    read_games,
    train,
    training_candidates,
    valued,
)
from kibitz.models.othello.expert import MoveSearch, save_expert
from kibitz.models.store import find_by_name
from kibitz.search.othello.evaluation import load_evaluation
from kibitz.tensor_files import Tensors

JUDGED_YEARS: Final = 2  # after the last one of training
_ABOVE_ZERO: Final = ("passes", "row_rate", "straight_rate", "head_rate", "chunk", "threads")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a run needs besides the recipe and the games."""

    evaluation: str = "evaluation-2014"  # the model whose search values are inputs
    cache: str = "runs/values"  # folder of these values
    checkpoint_chunks: int = 4  # chunks of training between two checkpoints; one has up to 430 MB


@dataclass(frozen=True, slots=True)
class ExpertPlan:
    """The settings of a run of this kind."""

    recipe: ExpertSettings
    surroundings: Surroundings

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self.recipe), "evaluation": self.surroundings.evaluation}


def parse(configuration: Configuration) -> ExpertPlan:
    """The settings of a configuration; raises SetupError for whatever is wrong with them."""
    configuration.allow_tables(["settings"])
    path = configuration.path
    given = dict(configuration.table("settings"))
    around = {key: given.pop(key) for key in Surroundings.__dataclass_fields__ if key in given}
    plan = ExpertPlan(changed(ExpertSettings(), given, path), changed(Surroundings(), around, path))
    require_positive(plan.recipe, _ABOVE_ZERO, path)
    require_positive(plan.surroundings, ["checkpoint_chunks"], path)
    require_years((plan.recipe.first_year, plan.recipe.last_year), "first_year and last_year", path)
    return plan


def run(plan: ExpertPlan, job: Job) -> Path:
    """Learn, compress, measure on the two years behind the last one, and return the model's file."""
    weights = job.model_path(".safetensors")
    job.folder.start(plan.to_json())
    if job.is_finished(weights):
        return weights
    recipe, evaluation = plan.recipe, plan.surroundings.evaluation
    games = read_games(job.games, range(recipe.first_year, recipe.last_year + 1))
    search = MoveSearch(load_evaluation(find_by_name(evaluation).weights))
    openings = OpeningYears.of_positions(games.situations.boards, games.situations.black_to_move, games.year)
    trainer = _trained(plan, games, search, openings, job)
    plot_run(job.folder)
    save_expert(compressed(trainer, games, openings, recipe, search, evaluation), weights)
    first = recipe.last_year + 1
    finish_move_model(job, weights, card_facts(plan), range(first, first + JUDGED_YEARS))
    return weights


def card_facts(plan: ExpertPlan) -> dict[str, Any]:
    """What the card of such a model says besides its figures."""
    recipe = plan.recipe
    return {
        "kind": "tables",
        "features": "candidates",
        "features_version": LAYOUT_VERSION,
        "predicts": "how likely a tournament player plays each legal move",
        "data": f"WTHOR games of {recipe.first_year} to {recipe.last_year}; programs are marked, not left out",
        "split": "by year; openings are counted up to two years before a game, ratings are those of its year",
        "evaluation": plan.surroundings.evaluation,
        "settings": asdict(recipe),
    }


def _trained(
    plan: ExpertPlan, games: ExpertGames, search: MoveSearch, openings: OpeningYears, job: Job
) -> _native.othello.MoveTrainer:
    """The trainer at the end of the run, from the folder's checkpoint on if it has one."""
    trainer = new_trainer(plan.recipe)
    keeper = _Keeper(trainer, job, plan)
    keeper.resume()
    known = training_candidates(games, _values(games, search, plan, job), openings, plan.recipe)
    return train(games, known, plan.recipe, keeper.told, trainer, keeper.chunks)


def _values(games: ExpertGames, search: MoveSearch, plan: ExpertPlan, job: Job) -> Any:
    years = plan.recipe.last_year + 1 - plan.recipe.first_year
    return valued(games, search, Path(plan.surroundings.cache).expanduser(), _counted(job, "values of moves", years))


def _counted(job: Job, part: str, total: int) -> Callable[[str], None]:
    """A function that tells of one more thing done each time it is called."""
    done = 0

    def tell(what: str) -> None:
        nonlocal done
        done += 1
        job.tell(Told(part, done, total, what))

    return tell


class _Keeper:
    """Keeps the state of a trainer in a run's folder: what it has learned, what slows its learning down, and where it stood.

    Rows that no position has met are as the seed made them, and are left out.
    """

    def __init__(self, trainer: _native.othello.MoveTrainer, job: Job, plan: ExpertPlan) -> None:
        self._trainer, self._job, self._plan = trainer, job, plan
        self._seconds = 0.0
        self._began = time.monotonic()
        self.chunks = 0

    def resume(self) -> None:
        """Bring the trainer to where the last checkpoint stood; raises SetupError if that is of another kind of run."""
        folder = self._job.folder
        if folder.has_checkpoint():
            checkpoint = folder.load_checkpoint()
            if "met" not in checkpoint.tensors:
                raise SetupError(f"the checkpoint in {folder.path} is not one of this kind of run")
            stored = checkpoint.tensors
            self._trainer.rows[stored["met"]] = stored["rows"]
            self._trainer.heads[:] = stored["heads"]
            self._trainer.head_squares[:] = stored["head_squares"]
            self.chunks, self._seconds = checkpoint.facts["chunks"], checkpoint.facts["seconds"]
        folder.forget_metrics_after(self.chunks if self.chunks else -1)

    def told(self, progress: Progress) -> None:
        """Write metrics, and a checkpoint where one is due."""
        seconds = self._seconds + time.monotonic() - self._began
        self._job.folder.add_metrics(
            {
                "step": progress.chunks,
                "positions": progress.done,
                "seconds": round(seconds, 1),
                "train_loss": round(progress.loss, 5),
                "train_top1": round(progress.right, 5),
            }
        )
        if progress.chunks % self._plan.surroundings.checkpoint_chunks == 0 or progress.done == progress.total:
            self._job.folder.save_checkpoint(Checkpoint(self._tensors(), {"chunks": progress.chunks, "seconds": seconds}))
        figures = f"loss {progress.loss:.3f}, right {progress.right:.1%}"
        self._job.tell(Told("learning", progress.done, progress.total, figures))

    def _tensors(self) -> Tensors:
        rows = self._trainer.rows
        met = np.flatnonzero(rows[:, -1])
        return {"met": met, "rows": rows[met], "heads": self._trainer.heads, "head_squares": self._trainer.head_squares}
