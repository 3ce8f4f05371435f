"""`kibitz evaluate`: a model's accuracy on recorded games, measured as every figure of Kibitz is."""

from pathlib import Path
from typing import Any

import click

from kibitz.cli.contributions import contributed
from kibitz.cli.output import json_option


@contributed
@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--model", "model_name", required=True, help="Which model; `kibitz models` lists them.")
@json_option
def evaluate(**_values: Any) -> None:
    """Measure how well a model predicts moves, or who wins.

    The files may have any record format of the game. Intervals hold 95 % of the values found by drawing games at random.
    """
