"""Learning of kind `network`: a fully convolutional network that predicts moves, by the thesis's recipe or the better one.

Settings are those of kibitz.learn.networks.othello.settings.Settings and kibitz.nets.othello.spec.NetSpec in one table; a recipe
gives those that are left out.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from kibitz.errors import SetupError
from kibitz.learn.networks.othello.batches import load_data
from kibitz.learn.networks.othello.settings import RECIPES, Settings
from kibitz.learn.networks.othello.supervised import Progress, Report, load_net, start_run, train
from kibitz.learn.runs.configuration import Configuration, changed, require_positive, require_years
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.othello.finished import finish_move_model
from kibitz.learn.runs.plots import plot_run
from kibitz.learn.runs.progress import Tell, Told
from kibitz.nets.othello.export import export_onnx
from kibitz.nets.othello.spec import NetSpec

DEFAULT_POSITIONS: Final = 1_000_000
_NET_KEYS: Final = ("planes", "layers", "filters", "normalised", "skips", "blocks")
_ABOVE_ZERO: Final = ("positions", "batch", "learning_rate", "validation_sample", "validate_every", "checkpoint_every", "threads")


def parse(configuration: Configuration) -> Settings:
    """The settings of a configuration; raises SetupError for whatever is wrong with them."""
    configuration.allow_tables(["settings"])
    path = configuration.path
    given = dict(configuration.table("settings"))
    recipe = given.pop("recipe", "better")
    if recipe not in RECIPES:
        raise SetupError(f"{path}: recipe is {recipe!r}, but should be one of {', '.join(RECIPES)}")
    settings = RECIPES[recipe]("hlynsson42", 11, DEFAULT_POSITIONS)
    net = changed(settings.net, {key: given.pop(key) for key in _NET_KEYS if key in given}, path)
    settings = changed(replace(settings, net=_checked(net, path)), given, path)
    require_positive(settings, _ABOVE_ZERO, path)
    require_years(settings.train_years, "train_years", path)
    require_years(settings.validation_years, "validation_years", path)
    return settings


def run(settings: Settings, job: Job) -> Path:
    """Learn, export, measure on all of the validation years, and return the model's file."""
    weights = job.model_path(".onnx")
    start_run(settings, job.folder)
    if job.is_finished(weights):
        return weights
    train(settings, load_data(job.games, settings), job.folder, teller(job.tell))
    plot_run(job.folder)
    export_onnx(load_net(job.folder), weights)
    first, last = settings.validation_years
    finish_move_model(job, weights, card_facts(settings), range(first, last + 1))
    return weights


def teller(tell: Tell, part: str = "learning") -> Report:
    """What a supervised run reports, told with speed, loss and accuracy in a few words."""
    validation = ""

    def report(progress: Progress) -> None:
        nonlocal validation
        if progress.validation_top1 is not None:
            validation = f", validation {progress.validation_top1:.1%}"
        figures = f"{progress.positions_per_second:,.0f} positions/s, loss {progress.loss:.3f}, right {progress.top1:.1%}"
        done = min(progress.positions, progress.total)  # the last batch may go beyond
        tell(Told(part, done, progress.total, figures + validation))

    return report


def card_facts(settings: Settings) -> dict[str, Any]:
    """What the card of such a network says in addition to its figures."""
    first, last = settings.train_years
    return {
        "kind": "onnx-planes",
        "features": settings.net.planes,
        "features_version": settings.net.planes_version,
        "settings": {"images": 1},
        "predicts": "how likely a tournament player plays each legal move",
        "data": f"WTHOR games of {first} to {last}; {settings.steps * settings.batch:,} positions drawn",
        "split": "by year",
        "training": settings.to_json(),
    }


def _checked(net: NetSpec, path: Path) -> NetSpec:
    try:
        NetSpec.from_json(net.to_json()).plane_set()
    except SetupError as error:
        raise SetupError(f"{path}: {error}") from None
    return net
