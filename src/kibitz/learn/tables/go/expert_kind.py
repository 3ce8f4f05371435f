"""Learning of kind `go-expert`: tables that predict a professional's moves at Go.

`data` of the configuration is an archive, folder or file of SGF games. Years decide what is learned from, what the run is watched
on, and what the finished model is measured on; games without a date are left out.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.features.go.moves import GoMoves
from kibitz.learn.runs import loop
from kibitz.learn.runs.configuration import Configuration, changed, require_positive, require_years
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.plots import plot_run
from kibitz.learn.runs.progress import Told
from kibitz.learn.runs.run_folder import Checkpoint
from kibitz.learn.tables.go.expert import (
    GoExpertSettings,
    KnownPatterns,
    Learned,
    chunks,
    compressed,
    count_patterns,
    learn_chunk,
    new_trainer,
    training_games,
)
from kibitz.learn.tables.go.games import DatedGames, kept_games
from kibitz.measure.go.moves import GoVerdicts, judge_go_model
from kibitz.measure.intervals import intervals
from kibitz.models.card import write_card
from kibitz.models.go.expert import LAYOUT_VERSION, GoExpertModel, load, save_go_expert
from kibitz.models.go.kinds import GO_TABLES
from kibitz.tensor_files import Tensors

GAMES: Final = "games.npz"
SIZE: Final = 19
_ABOVE_ZERO: Final = (
    "recent_visits", "sweeps", "stride", "least", "vector_least", "row_rate", "straight_rate", "head_rate", "chunk", "threads",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measuring:
    """On which games a run is watched, and on which the finished model is measured."""

    validation_years: tuple[int, ...] = (2019, 2020)
    validation_moves: int = 3000
    test_years: tuple[int, ...] = (2021, 2023)
    test_every: int = 5  # so many moves of a game, one is judged


@dataclass(frozen=True, slots=True)
class GoExpertPlan:
    """The settings of a run of this kind."""

    recipe: GoExpertSettings
    measuring: Measuring

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self.recipe), **asdict(self.measuring)}


def parse(configuration: Configuration) -> GoExpertPlan:
    """The settings of a configuration; raises SetupError for whatever is wrong with them."""
    configuration.allow_tables(["settings"])
    path = configuration.path
    given = dict(configuration.table("settings"))
    measured = {key: given.pop(key) for key in Measuring.__dataclass_fields__ if key in given}
    plan = GoExpertPlan(changed(GoExpertSettings(), given, path), changed(Measuring(), measured, path))
    require_positive(plan.recipe, _ABOVE_ZERO, path)
    require_positive(plan.measuring, ["validation_moves", "test_every"], path)
    require_years((plan.recipe.first_year, plan.recipe.last_year), "first_year and last_year", path)
    require_measured_years(plan.measuring, path)
    return plan


def require_measured_years(measuring: Measuring, path: Path) -> None:
    """Raise SetupError unless the years of validation and test are two each, the first and the last."""
    for name in ("validation_years", "test_years"):
        years = getattr(measuring, name)
        if len(years) != 2:
            raise SetupError(f"{path}: {name} are {list(years)}, but should be the first and the last year")
        require_years((years[0], years[1]), name, path)


def run(plan: GoExpertPlan, job: Job) -> Path:
    """Count, learn, compress, measure on later years, and return the model's file."""
    weights = job.model_path(".safetensors")
    job.folder.start(plan.to_json())
    if job.is_finished(weights):
        return weights
    dated = kept_games(job.folder.path / GAMES, job.games, SIZE, _counted(job, "reading games"))
    trained = _Run(plan, job, dated)
    if not loop.resume(trained, job.folder):
        trained.begin()
    loop.finish(trained, job.folder, job.tell)
    plot_run(job.folder)
    save_go_expert(compressed(trained.trainer, trained.patterns), weights)
    _finish(plan, job, dated, weights, trained.facts())
    return weights


def card_facts(plan: GoExpertPlan) -> dict[str, Any]:
    """What the card of such a model says in addition to its figures."""
    recipe = plan.recipe
    return {
        "kind": GO_TABLES,
        "game": "go",
        "features": "go-patterns",
        "features_version": LAYOUT_VERSION,
        "predicts": "how likely a professional plays each legal move",
        "data": f"dated 19×19 games of {recipe.first_year} to {recipe.last_year}",
        "split": "by year; patterns are counted in the games that are learned from",
        "settings": asdict(recipe),
    }


class _Run(loop.Learner[Told]):
    """A training in memory; steps are chunks. It needs begin() unless it is restored from a checkpoint."""

    patterns: KnownPatterns
    trainer: _native.go.MoveTrainer

    def __init__(self, plan: GoExpertPlan, job: Job, dated: DatedGames) -> None:
        recipe = plan.recipe
        self._plan, self._job, self._dated = plan, job, dated
        self._chosen = training_games(dated.of_years(recipe.first_year, recipe.last_year), recipe)
        if not len(self._chosen):
            raise SetupError(f"{job.games} holds no game of {recipe.first_year} to {recipe.last_year}")
        self._watched = watched_moves(dated, plan.measuring)
        self._chunks = list(chunks(self._chosen, dated.year, recipe))
        self._positions, self._learned = 0, Learned(0.0, 0.0, 0)

    def begin(self) -> None:
        """Count the patterns, of which nothing is learned yet."""
        told = _counted(self._job, "counting patterns", len(self._chosen))
        self.patterns = count_patterns(self._dated.games, self._chosen, self._plan.recipe, told)
        self.trainer = new_trainer(self.patterns, self._plan.recipe)

    @property
    def is_over(self) -> bool:
        return self.step >= len(self._chunks)

    def advance(self) -> None:
        self._learned = learn_chunk(self.trainer, self._dated.games, self._chunks[self.step], self._plan.recipe)
        self.step += 1
        self._positions += self._learned.positions

    def milestone(self) -> loop.Milestone[Told]:
        """A row and a checkpoint after every chunk, with how well the validation years are predicted."""
        learned = self._learned
        row: dict[str, float | int] = {
            "step": self.step,
            "positions": self._positions,
            "seconds": round(self.seconds, 1),
            "train_loss": round(learned.loss, 5),
            "train_top1": round(learned.right, 5),
        }
        words = f"loss {learned.loss:.3f}, right {learned.right:.1%}"
        if len(self._watched):
            model = GoExpertModel(self._job.name, compressed(self.trainer, self.patterns))
            figures = judge_go_model(model, self._watched).summary()
            row["validation_nll"], row["validation_top1"] = round(figures["nll"], 5), round(figures["top1"], 5)
            words += f", validation {figures['top1']:.1%}"
        return loop.Milestone(row, True, Told("learning", self._chunks[self.step - 1].share_before, 1.0, words))

    def checkpoint(self) -> Checkpoint:
        trainer, patterns = self.trainer, self.patterns
        parts: Tensors = {
            # Older checkpoints hold signed numbers, as torch has no unsigned ones of this size.
            "keys": patterns.keys.view(np.int64),
            "is_barely": patterns.is_barely,
            "rows": trainer.rows,
            "straight_rows": trainer.straight_rows,
            "heads": trainer.heads,
            "head_squares": trainer.head_squares,
        }
        facts = {"chunks": self.step, "positions": self._positions, "seconds": self.seconds, "vectors": patterns.vectors}
        return Checkpoint(parts, facts)

    def restore(self, checkpoint: Checkpoint) -> None:
        if "straight_rows" not in checkpoint.tensors:
            raise SetupError(f"the checkpoint in {self._job.folder.path} is not one of this kind of run")
        stored, facts = checkpoint.tensors, checkpoint.facts
        self.patterns = KnownPatterns(stored["keys"].view(np.uint64), facts["vectors"], stored["is_barely"])
        self.trainer = new_trainer(self.patterns, self._plan.recipe)
        for name in ("rows", "straight_rows", "heads", "head_squares"):
            getattr(self.trainer, name)[:] = stored[name]
        self.step, self._positions, self.seconds = facts["chunks"], facts["positions"], facts["seconds"]

    def facts(self) -> dict[str, Any]:
        """What the card should say of the finished run."""
        patterns = self.patterns
        return {
            "training": {
                "games": len(self._chosen),
                "positions": self._positions,
                "seconds": round(self.seconds),
                "patterns": len(patterns.keys),
                "patterns_with_vectors": patterns.vectors,
            }
        }


def watched_moves(dated: DatedGames, measuring: Measuring) -> GoMoves:
    """About as many moves of the validation years as are asked for, spread over all their games."""
    first, last = measuring.validation_years
    games = dated.games.selected(dated.of_years(first, last))
    return GoMoves.of(games, max(1, int(games.move_counts.sum()) // measuring.validation_moves))


def _finish(plan: GoExpertPlan, job: Job, dated: DatedGames, weights: Path, training: dict[str, Any]) -> None:
    """Write the card with figures measured on the very file that is kept, and the run's result."""
    facts = {**card_facts(plan), **training, "licence": job.licence, "command": job.command}
    model = load(weights)
    spans = (plan.measuring.validation_years, plan.measuring.test_years)
    figures = {f"games of {first} to {last}": _figures(plan, job, dated, model, first, last) for first, last in spans}
    figures = {span: found for span, found in figures.items() if found}
    write_card(weights, {**facts, "figures": figures})
    job.folder.save_result({"model": weights.name, "figures": figures})


def _figures(plan: GoExpertPlan, job: Job, dated: DatedGames, model: GoExpertModel, first: int, last: int) -> dict[str, Any]:
    moves = GoMoves.of(dated.games.selected(dated.of_years(first, last)), plan.measuring.test_every)
    if not len(moves):
        return {}
    verdicts = judge_go_model(model, moves, _counted(job, f"measuring {first} to {last}", len(moves)))
    figures: dict[str, Any] = rounded(with_intervals(verdicts))
    return figures


def with_intervals(verdicts: GoVerdicts) -> dict[str, Any]:
    """The summary of some verdicts, and how sure it is."""
    return {**verdicts.summary(), **intervals(verdicts.as_verdicts(), verdicts.game)}


def rounded(value: Any) -> Any:
    """The same with four digits behind the point, however deep the numbers lie."""
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return round(value, 4) if isinstance(value, float) else value


def _counted(job: Job, part: str, total: int = 0) -> Callable[[int], None]:
    """A function that tells how many were done of so many; where the number is not known, it is only told."""

    def tell(done: int) -> None:
        job.tell(Told(part, done, max(total, done, 1), f"{done:,}"))

    return tell
