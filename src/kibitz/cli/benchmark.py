"""`kibitz benchmark`: fixed questions for any program that predicts, and the table of what is known so far."""

from typing import Any

import click

from kibitz.cli.contributions import contributed
from kibitz.cli.output import json_option


@contributed
@click.command()
@click.argument("name", metavar="BENCHMARK", type=click.Choice(["human-moves"]))
@json_option
def benchmark(**_values: Any) -> None:
    """Build a benchmark, and score any program's predictions.

    Without predictions the table of the baselines is printed.
    """
