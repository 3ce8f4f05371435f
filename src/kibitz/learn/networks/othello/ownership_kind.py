"""Learning of kind `ownership`: a network that says who will own each square at the end of the game.

Settings are those of kind `network`, but for the loss and the targets, which are given.
"""

from pathlib import Path
from typing import Any, Final

from kibitz.errors import SetupError
from kibitz.features.othello.final_boards import read_final_boards
from kibitz.learn.networks.othello import network_kind
from kibitz.learn.networks.othello.ownership import (
    EVALUATION_NAME,
    VALUE_DEPTH,
    as_ownership,
    load_ownership_data,
    train_ownership,
)
from kibitz.learn.networks.othello.settings import Settings
from kibitz.learn.networks.othello.supervised import load_net
from kibitz.learn.runs.configuration import Configuration
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.plots import plot_run
from kibitz.learn.runs.progress import Told
from kibitz.measure.calibration import plot_reliability
from kibitz.measure.othello.ownership import chance_reliability, ownership_report
from kibitz.models.card import OWNERSHIP, write_card
from kibitz.models.othello.ownership import load_ownership
from kibitz.nets.othello.export import export_onnx

_GIVEN: Final = ("loss", "targets", "soft_weight")
_MEANS: Final = ("right", "brier", "nll")
_DIGITS: Final = 4


def parse(configuration: Configuration) -> Settings:
    """The settings of a configuration; raises SetupError for whatever is wrong with them."""
    for key in _GIVEN:
        if key in configuration.table("settings"):
            raise SetupError(f"{configuration.path}: {key} cannot be chosen for kind {OWNERSHIP}; leave it out")
    return as_ownership(network_kind.parse(configuration))


def run(settings: Settings, job: Job) -> Path:
    """Learn, export, measure on the two years after those of training, and return the model's file."""
    train_ownership(settings, load_ownership_data(job.games, settings), job.folder, network_kind.teller(job.tell))
    plot_run(job.folder)
    weights = job.model_path(".onnx")
    export_onnx(load_net(job.folder), weights)
    facts = {**card_facts(settings), "licence": job.licence, "command": job.command}
    write_card(weights, {**facts, "figures": {}})
    last = settings.train_years[1]
    years = [year for year in (last + 1, last + 2) if (job.games / f"WTH_{year}.wtb").is_file()]
    figures = {f"WTHOR {year}": _figures(job, weights, year) for year in years}
    write_card(weights, {**facts, "figures": figures})
    job.folder.save_result({"model": weights.name, "figures": figures})
    return weights


def card_facts(settings: Settings) -> dict[str, Any]:
    """What the card of such a model says in addition to its figures."""
    first, last = settings.train_years
    return {
        "kind": OWNERSHIP,
        "features": settings.net.planes,
        "features_version": settings.net.planes_version,
        "settings": {"evaluation": EVALUATION_NAME, "depth": VALUE_DEPTH},
        "predicts": "the chance that the side to move owns each square at the end; squares left empty are the winner's",
        "data": f"final boards of the finished WTHOR games of {first} to {last}; "
        f"{settings.steps * settings.batch:,} positions drawn",
        "split": "by year",
        "training": settings.to_json(),
    }


def _figures(job: Job, weights: Path, year: int) -> dict[str, Any]:
    """The figures on all positions of a year; the reliability diagram goes into the run's folder."""
    part = f"measuring {year}"
    ends = read_final_boards(job.games, [year])
    job.tell(Told(part, 0, len(ends)))
    chances = load_ownership(weights).ownership(ends.situations)
    job.tell(Told(part, len(ends), len(ends)))
    diagram = job.folder.path / f"reliability-{year}.png"
    plot_reliability(chance_reliability(chances, ends), f"{job.name}, {year}", diagram, "chance said", "share owned")
    return _rounded(ownership_report(chances, ends))


def _rounded(report: dict[str, Any]) -> dict[str, Any]:
    """The figures of a report in four digits, without the table of the reliability diagram."""
    means = {key: round(report[key], _DIGITS) for key in _MEANS}
    by_stage = {f"{key}_by_stage": [round(row[key], _DIGITS) for row in report["by_stage"]] for key in _MEANS}
    calibration = round(report["calibration"]["error"], _DIGITS)
    return {"positions": report["positions"], **means, "calibration_error": calibration, **by_stage}
