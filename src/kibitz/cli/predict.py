"""`kibitz predict`: how likely each legal move is to be played, drawn for people or as JSON."""

from typing import Any

import click

from kibitz.cli.contributions import contributed
from kibitz.cli.output import json_option


@contributed
@click.command()
@click.argument("position")
@click.option("--model", help="Which model; `kibitz models` lists them. Unless given, the game's own.")
@click.option("--ownership", "with_ownership", is_flag=True, help="Also tell who will own each square at the end.")
@json_option
def predict(**_values: Any) -> None:
    """Tell how likely each move is to be played.

    POSITION is moves, a board with the side to move behind it, or - for standard input.
    """
