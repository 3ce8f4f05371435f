"""Learning of kind `winner`: the curves that turn what a search finds into the chance that a tournament player wins.

The evaluation that searches is trained on the same years, so curves are fitted to few games of the latest of them; what
the evaluation knows by heart of them is too little to be seen. The first year after training is there to choose by, the second
one to be quoted.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.learn.runs.configuration import Configuration, changed, require_positive, require_years
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.progress import Told
from kibitz.learn.tables.othello.evaluation import fit_win_chances
from kibitz.learn.tables.othello.game_tables import read_wthor_years
from kibitz.measure.calibration import plot_reliability
from kibitz.measure.othello.winners import (
    CALIBRATION_AXES,
    DecidedPositions,
    chance_reliability,
    decided_positions_of_replay,
    winner_report,
)
from kibitz.models.card import WINNER, write_card
from kibitz.models.othello.winner import DEPTHS, EXACT_FROM, LookAhead, load_winner, save_winner
from kibitz.models.othello.winners import foretold
from kibitz.models.store import find_by_name
from kibitz.rules.othello.bulk import Boards, replay
from kibitz.search.othello.evaluation import load_evaluation

_BATCH: Final = 1000


@dataclass(frozen=True, slots=True)
class WinnerPlan:
    """What is looked ahead, and which games fit the curves: some of the years given, drawn at random."""

    evaluation: str = "evaluation-2014"
    depth: int = 6
    exact_from: int = 12
    years: tuple[int, int] = (2000, 2014)
    games: int = 1000
    measured: tuple[int, ...] = (2015, 2016)  # years that the card has figures of
    measured_games: int = 0  # so many of each, drawn at random; 0 for all
    seed: int = 1

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def parse(configuration: Configuration) -> WinnerPlan:
    """The settings of a configuration; raises SetupError for whatever is wrong with them."""
    configuration.allow_tables(["settings"])
    plan = changed(WinnerPlan(), configuration.table("settings"), configuration.path)
    require_positive(plan, ["games"], configuration.path)
    require_years(plan.years, "years", configuration.path)
    for name, value, allowed in (("depth", plan.depth, DEPTHS), ("exact_from", plan.exact_from, EXACT_FROM)):
        if value not in allowed:
            raise SetupError(f"{configuration.path}: {name} is {value}, but should be from {allowed[0]} to {allowed[-1]}")
    return plan


def run(plan: WinnerPlan, job: Job) -> Path:
    """Search, fit, measure, and return the model's file; its card is beside it."""
    weights = job.model_path(".safetensors")
    job.folder.start(plan.to_json())
    if job.is_finished(weights):
        return weights
    positions = drawn_games(job.games, plan.years, plan.games, plan.seed)
    boards = positions.situations.boards
    look_ahead = LookAhead(load_evaluation(find_by_name(plan.evaluation).weights), plan.depth, plan.exact_from)
    values = _told_values(look_ahead, boards, job)
    save_winner(weights, fit_win_chances(values, positions.outcome.astype(np.float32), _disc_counts(boards)))
    facts = {**card_facts(plan, positions), "licence": job.licence, "command": job.command}
    write_card(weights, {**facts, "figures": {}})
    figures = {f"WTHOR {year}": _figures(plan, job, weights, year) for year in plan.measured}
    write_card(weights, {**facts, "figures": figures})
    job.folder.save_result({"model": weights.name, "figures": figures})
    return weights


def drawn_games(wthor: Path, years: tuple[int, int], games: int, seed: int) -> DecidedPositions:
    """Every position of some games of the years, drawn at random, or of all for 0 games.

    Raises SetupError if there is no file of these years.
    """
    moves = read_wthor_years(wthor, range(years[0], years[1] + 1)).moves
    if games:
        moves = moves[np.sort(np.random.default_rng(seed).permutation(len(moves))[:games])]
    return decided_positions_of_replay(replay(moves))


def card_facts(plan: WinnerPlan, positions: DecidedPositions) -> dict[str, Any]:
    """What the card says in addition to its figures."""
    first, last = plan.years
    return {
        "kind": WINNER,
        "features": plan.evaluation,
        "features_version": 1,
        "settings": {"evaluation": plan.evaluation, "depth": plan.depth, "exact_from": plan.exact_from},
        "predicts": "the chance that the side to move wins, a draw counted as half a win",
        "data": f"curves fitted to {len(np.unique(positions.game))} games of WTHOR {first} to {last}, drawn at random",
        "split": "by year",
        "training": plan.to_json(),
    }


def _told_values(look_ahead: LookAhead, boards: Boards, job: Job) -> NDArray[np.float64]:
    parts = []
    for start in range(0, len(boards), _BATCH):
        parts.append(look_ahead.values(Boards(boards.own[start : start + _BATCH], boards.opp[start : start + _BATCH])))
        job.tell(Told("searching", min(start + _BATCH, len(boards)), len(boards)))
    return np.concatenate(parts)


def _figures(plan: WinnerPlan, job: Job, weights: Path, year: int) -> dict[str, Any]:
    """The figures of a year; how far its chances can be trusted is drawn into the run's folder."""
    positions = drawn_games(job.games, (year, year), plan.measured_games, plan.seed)
    chances = foretold(
        load_winner(weights), positions.situations, lambda done: job.tell(Told(f"measuring {year}", done, len(positions)))
    )
    table = chance_reliability(chances, positions)
    plot_reliability(table, f"{job.name}, {year}", job.folder.path / f"calibration-{year}.png", *CALIBRATION_AXES)
    report = {**winner_report(chances, positions), "calibration": table.error()}
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in report.items()}


def _disc_counts(boards: Boards) -> NDArray[np.uint8]:
    counts: NDArray[np.uint8] = np.bitwise_count(boards.own | boards.opp)
    return counts
