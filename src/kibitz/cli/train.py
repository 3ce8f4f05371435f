"""`kibitz train`: makes a model by a configuration file; a run that was interrupted goes on where it stood."""

from pathlib import Path
from textwrap import indent

import click

from kibitz.cli.arena_options import cluster_option, workers_option
from kibitz.cli.output import json_option, print_json
from kibitz.errors import SetupError
from kibitz.learn.runs.shipped import configuration_file, described


@click.command(epilog="\b\nConfigurations that come with Kibitz:\n" + indent(described(), "  "))
@click.argument("config")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="The games, instead of those of the file: a folder of WTHOR files, for Go an archive of SGF.",
)
@click.option(
    "--run", "run_folder", type=click.Path(path_type=Path), help="The folder of the run, instead of the one of the file."
)
@workers_option
@cluster_option
@json_option
def train(config: str, data: Path | None, run_folder: Path | None, workers: int, cluster: str | None, as_json: bool) -> None:
    """Make a model by a configuration.

    CONFIG is the name of a configuration that comes with Kibitz, or the path of a TOML file of your own. The folder of the run
    gets settings, versions, metrics.csv, plots, checkpoints and in the end the model with its card. The same command goes on
    after an interruption, also after kill -9, and with one thread ends with the same weights to the bit. Workers and clusters
    are for kinds that play games.

    \b
    Example: kibitz train tiny --data WTHOR
             kibitz models import runs/tiny/tiny.onnx
    """
    require_plots()
    from dataclasses import replace

    from kibitz.cluster import open_workers
    from kibitz.learn.runs.configuration import read_configuration
    from kibitz.learn.runs.kinds import ALONE, GO_KINDS, WITH_TORCH, Job, find_kind, require_wthor
    from kibitz.learn.runs.progress import progress_bar
    from kibitz.learn.runs.run_folder import RunFolder
    from kibitz.models.card import card_beside
    from kibitz.models.store import stored_at

    path = configuration_file(config)
    found = read_configuration(path)
    found = replace(found, data=data or found.data, run=run_folder or found.run)
    if found.kind in WITH_TORCH:
        require_extra()
    kind = find_kind(found.kind)
    settings = kind.parse(found)
    if found.kind not in ALONE:
        require_wthor(found.data, Path(config))
    with progress_bar(found.name) as tell, open_workers(workers, cluster) as players:
        command = f"kibitz train {Path(config).name} --data {found.data.name if found.kind in GO_KINDS else 'WTHOR'}"
        job = Job(found.name, found.data, RunFolder(found.run), command, found.licence, tell, players)
        try:
            weights = kind.run(settings, job)
        except KeyboardInterrupt:
            click.echo("Interrupted; the same command goes on from the last checkpoint.", err=True)
            raise
    if as_json:
        print_json({**(job.folder.result() or {}), "model": str(weights)})
    else:
        is_usable = card_beside(weights).is_file() and stored_at(weights).predicts_moves
        hint = f"; `kibitz models import {weights}` adds it to your models" if is_usable else ""
        click.echo(f"{weights} is finished{hint}.")


def require_extra() -> None:
    """Raise SetupError if what networks need to learn, besides the light install, is not there."""
    _require("learning", "torch", "onnx", "matplotlib")


def require_plots() -> None:
    """Raise SetupError if what draws plots is not there."""
    _require("drawing plots", "matplotlib")


def _require(purpose: str, *packages: str) -> None:
    from importlib.util import find_spec

    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise SetupError(f"{purpose} needs {', '.join(missing)}; pip install 'kibitz[train]' brings all of it")
