"""`kibitz train`: a model from a configuration file; an interrupted run goes on where it stopped."""

from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING

import click

from kibitz.cli.arena_options import cluster_option, workers_option
from kibitz.cli.completions import complete_configuration
from kibitz.cli.game_help import helped
from kibitz.cli.output import json_option, print_json
from kibitz.errors import SetupError
from kibitz.learn.runs.shipped import configuration_file, described, name_on_card

if TYPE_CHECKING:
    from kibitz.learn.runs.kind import LearningKind


@helped
@click.command(epilog="\b\nConfigurations that come with Kibitz:\n" + indent(described(), "  "))
@click.argument("config", shell_complete=complete_configuration)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="The games to learn from, instead of those that the configuration names.",
)
@click.option(
    "--run", "run_folder", type=click.Path(path_type=Path), help="The folder of the run, instead of the one in the configuration."
)
@workers_option
@cluster_option
@json_option
def train(config: str, data: Path | None, run_folder: Path | None, workers: int, cluster: str | None, as_json: bool) -> None:
    """Train a model from a configuration.

    CONFIG is the name of a configuration that comes with Kibitz, or the path of a TOML file of your own. The folder of the run
    gets settings, versions, metrics.csv, plots, checkpoints and finally the model with its card. After an interruption, even
    after kill -9, the same command goes on; with one thread it ends with the same weights, bit for bit. Workers and clusters are
    for kinds of learning that play games.
    """
    require_plots()
    from dataclasses import replace

    from kibitz.cluster import open_workers
    from kibitz.learn.runs.configuration import read_configuration
    from kibitz.learn.runs.kinds import Job, find_kind, listed_kind
    from kibitz.learn.runs.progress import progress_bar
    from kibitz.learn.runs.run_folder import RunFolder
    from kibitz.models.card import card_beside
    from kibitz.models.store import stored_at

    path = configuration_file(config)
    found = read_configuration(path)
    found = replace(found, data=data or found.data, run=run_folder or found.run)
    listed = listed_kind(found.kind)
    if listed.with_torch:
        require_extra()
    kind = find_kind(found.kind)
    settings = kind.parse(found)
    games, data_option = _games(listed, found.data, Path(config))
    with progress_bar(found.name) as tell, open_workers(workers, cluster) as players:
        command = f"kibitz train {name_on_card(path)}{data_option}"
        job = Job(found.name, games, RunFolder(found.run), command, found.licence, tell, players)
        try:
            weights = kind.run(settings, job)
        except KeyboardInterrupt:
            click.echo("Interrupted. The same command goes on from the last checkpoint.", err=True)
            raise
    if as_json:
        print_json({**(job.folder.result() or {}), "model": str(weights)})
    else:
        is_usable = card_beside(weights).is_file() and stored_at(weights).predicts_moves
        hint = f"; `kibitz models import {weights}` adds it to your models" if is_usable else ""
        click.echo(f"{weights} is finished{hint}.")


def _games(kind: "LearningKind", given: Path | None, config: Path) -> tuple[Path, str]:
    """Where the games are that a kind learns from, and how a card's command names them; raises SetupError if there are none."""
    from kibitz.learn.runs.kind import NO_GAMES

    if kind.games is None:
        return NO_GAMES, ""
    games = kind.games.find(given, config)
    return games, f" --data {kind.games.shown or games.name}"


def require_extra() -> None:
    """Raise SetupError if a package is missing that networks need to learn, beyond the light install."""
    _require("learning", ("torch", "onnx", "matplotlib"), "'kibitz[train]'")


def require_plots() -> None:
    """Raise SetupError if the package that draws plots is missing."""
    _require("drawing plots", ("matplotlib",), "matplotlib")


def _require(purpose: str, packages: tuple[str, ...], source: str) -> None:
    from importlib.util import find_spec

    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise SetupError(f"{purpose} needs {', '.join(missing)}; install it with: pip install {source}")
