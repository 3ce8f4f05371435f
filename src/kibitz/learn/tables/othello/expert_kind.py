"""Learning of kind `expert`: tables that predict a tournament player's moves, with the engine's values among their inputs.

Most of the time goes into the engine's values of all moves, about four minutes for a million positions on one core. They are kept
in a cache folder that runs share, a year at a time, so that no year is searched twice.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.features.othello.candidates import LAYOUT_VERSION, Candidates
from kibitz.features.othello.openings import OpeningYears
from kibitz.learn.runs import loop
from kibitz.learn.runs.configuration import Configuration, changed, require_positive, require_years
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.othello.finished import finish_move_model
from kibitz.learn.runs.plots import plot_run
from kibitz.learn.runs.progress import Told
from kibitz.learn.runs.run_folder import Checkpoint
from kibitz.learn.tables.othello.expert import (
    ExpertGames,
    ExpertSettings,
    Learned,
    Lesson,
    compressed,
    learn,
    lessons,
    new_trainer,
    read_games,
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
    """What a run needs in addition to the recipe and the games."""

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
    """What the card of such a model says in addition to its figures."""
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
    run = _Run(plan, games, job)
    loop.resume(run, job.folder)
    run.begin(training_candidates(games, _values(games, search, plan, job), openings, plan.recipe))
    loop.finish(run, job.folder, job.tell)
    return run.trainer


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


class _Run(loop.Learner[Told]):
    """A training in memory; steps are lessons. It is restored first, if there is a checkpoint, and then needs begin().

    A checkpoint holds what was learned and what slows learning down. Rows that no position has met are as the seed made them, and
    are left out.
    """

    _known: Candidates
    _lessons: Iterator[Lesson]

    def __init__(self, plan: ExpertPlan, games: ExpertGames, job: Job) -> None:
        self._plan, self._games, self._folder = plan, games, job.folder
        self.trainer = new_trainer(plan.recipe)
        self._done, self._learned = 0, Learned(0.0, 0.0)

    def begin(self, known: Candidates) -> None:
        """Go on behind the lessons that were learned, now that all is known of the moves."""
        self._known = known
        self._lessons = islice(lessons(len(self._games), self._plan.recipe), self.step, None)

    @property
    def is_over(self) -> bool:
        recipe = self._plan.recipe
        return self.step >= recipe.passes * math.ceil(len(self._games) / recipe.chunk)

    def advance(self) -> None:
        lesson = next(self._lessons)
        self._learned = learn(self.trainer, self._games, self._known, lesson, self._plan.recipe)
        self._done = lesson.done + len(lesson.moves)
        self.step += 1

    def milestone(self) -> loop.Milestone[Told]:
        loss, right = self._learned.loss, self._learned.right
        total = self._plan.recipe.passes * len(self._games)
        row: dict[str, float | int] = {
            "step": self.step,
            "positions": self._done,
            "seconds": round(self.seconds, 1),
            "train_loss": round(loss, 5),
            "train_top1": round(right, 5),
        }
        is_due = self.is_over or self.step % self._plan.surroundings.checkpoint_chunks == 0
        return loop.Milestone(row, is_due, Told("learning", self._done, total, f"loss {loss:.3f}, right {right:.1%}"))

    def checkpoint(self) -> Checkpoint:
        rows = self.trainer.rows
        met = np.flatnonzero(rows[:, -1])
        parts: Tensors = {"met": met, "rows": rows[met], "heads": self.trainer.heads, "head_squares": self.trainer.head_squares}
        return Checkpoint(parts, {"chunks": self.step, "seconds": self.seconds})

    def restore(self, checkpoint: Checkpoint) -> None:
        stored = checkpoint.tensors
        if "met" not in stored:
            raise SetupError(f"the checkpoint in {self._folder.path} is not one of this kind of run")
        self.trainer.rows[stored["met"]] = stored["rows"]
        self.trainer.heads[:] = stored["heads"]
        self.trainer.head_squares[:] = stored["head_squares"]
        self.step, self.seconds = checkpoint.facts["chunks"], checkpoint.facts["seconds"]
