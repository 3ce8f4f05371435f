"""`kibitz evaluate`: a model's accuracy on recorded games, measured like every figure of Kibitz."""

from pathlib import Path
from typing import Any

import click

from kibitz.cli.completions import complete_model
from kibitz.cli.contributions import contributed
from kibitz.cli.output import json_option


@contributed
@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--model", "model_name", required=True, shell_complete=complete_model, help="The model, as `kibitz models` lists it."
)
@json_option
def evaluate(**_values: Any) -> None:
    """Measure how well a model predicts moves, or who wins.

    The files may be in any record format of the game. Intervals are 95 % bootstrap intervals over games.
    """
