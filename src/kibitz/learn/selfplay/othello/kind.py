"""Learning of kind `selfplay`: tables for a tree search that teach themselves by playing, on boards of 4×4, 6×6 and 8×8.

They begin knowing nothing but the rules, or, on the standard board, with what the engine's evaluation and the expert know.
"""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from kibitz.errors import SetupError
from kibitz.features.othello.patterns import pattern_masks
from kibitz.learn.runs.configuration import Configuration, changed, require_positive
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.othello.wthor import require_wthor
from kibitz.learn.runs.plots import plot_generations
from kibitz.learn.selfplay.othello.games import GameSettings
from kibitz.learn.selfplay.othello.learning import LearningSettings, MatchSettings, SelfPlayPlan, teach_itself
from kibitz.learn.selfplay.othello.start import StartSettings, first_weights
from kibitz.models.card import POLICY_TABLES, write_card

_TABLES: Final = ("settings", "games", "learning", "match", "start")
_SIZES: Final = (4, 6, 8)


@dataclass(frozen=True, slots=True)
class SelfPlayRun:
    """The settings of a run of this kind."""

    plan: SelfPlayPlan = field(default_factory=SelfPlayPlan)
    start: StartSettings = field(default_factory=StartSettings)

    @property
    def begins_with_knowledge(self) -> bool:
        return bool(self.start.tables or self.start.evaluation or self.start.expert)


def parse(configuration: Configuration) -> SelfPlayRun:
    """The settings of a configuration; raises SetupError for whatever is wrong with them."""
    configuration.allow_tables(_TABLES)
    path = configuration.path
    play = changed(GameSettings(), configuration.table("games"), path)
    learning = changed(LearningSettings(), configuration.table("learning"), path)
    match = changed(MatchSettings(), configuration.table("match"), path)
    plan = changed(SelfPlayPlan(play=play, learning=learning, match=match), configuration.table("settings"), path)
    require_positive(plan, ["generations", "games"], path)
    require_positive(play, ["simulations", "noise", "games_per_job"], path)
    require_positive(learning, ["window", "reuse"], path)
    require_positive(match, ["pairs", "simulations"], path)
    _check_board(plan, path)
    return SelfPlayRun(plan, changed(StartSettings(), configuration.table("start"), path))


def run(settings: SelfPlayRun, job: Job) -> Path:
    """Play and learn, and return the file of the tables that play at the end; their card is beside it."""
    weights = job.model_path(".safetensors")
    plan = settings.plan
    job.folder.start(plan.to_json(), plan.goes_on)
    if job.is_finished(weights) and len(job.folder.metrics()) >= plan.generations:
        return weights
    if settings.start.expert:
        require_wthor(job.games, Path(job.name))
    first = first_weights(plan, settings.start, job) if settings.begins_with_knowledge else None
    tables = teach_itself(plan, job.folder, job.workers, job.tell, first)
    tables.save(weights)
    rows = job.folder.metrics()
    plot_generations(rows, job.folder.path / "learning.png")
    figures = {"generations": len(rows), "positions": sum(int(row["positions"]) for row in rows)}
    figures["taken_over"] = sum(float(row["score"]) >= plan.match.needed for row in rows)
    write_card(weights, {**card_facts(settings), "licence": job.licence, "command": job.command, "figures": figures})
    job.folder.save_result({"model": weights.name, "figures": figures})
    return weights


def card_facts(settings: SelfPlayRun) -> dict[str, Any]:
    """What the card says in addition to its figures."""
    plan, start = settings.plan, settings.start
    known = f"the values of {start.evaluation} and the moves of {start.expert}" if start.expert else start.tables or "nothing"
    return {
        "kind": POLICY_TABLES,
        "features": plan.patterns,
        "features_version": 1,
        "predicts": "the moves a tree search would choose, and the final disc difference for the side to move",
        "data": f"{plan.generations} generations of {plan.games} games against itself on {plan.size}×{plan.size} squares; "
        f"it began with {known}",
        "split": "none: it learned from its own games",
        "training": {**plan.to_json(), "start": asdict(start)},
    }


def _check_board(plan: SelfPlayPlan, path: Path) -> None:
    if plan.size not in _SIZES:
        raise SetupError(f"{path}: size is {plan.size}, but should be one of {', '.join(map(str, _SIZES))}")
    pattern_masks(plan.patterns)
    if len(plan.knots) < 2 or list(plan.knots) != sorted(set(plan.knots)):
        raise SetupError(f"{path}: knots are {list(plan.knots)}, but should be two or more rising numbers of discs")
