"""`kibitz solve`: exact scores of one position or of a file of them, for people or as JSON."""

from typing import Any

import click

from kibitz.cli.contributions import contributed
from kibitz.cli.output import json_option


@contributed
@click.command()
@click.argument("position", metavar="POSITION|FILE")
@json_option
def solve(**_values: Any) -> None:
    """Find the exact score and the best line.

    POSITION is a list of moves, a board followed by the side to move, or - for standard input. Ctrl-C stops the work and prints
    what was solved so far.
    """
