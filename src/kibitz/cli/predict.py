"""`kibitz predict`: how likely each legal move is to be played, drawn for people or as JSON."""

from typing import Any

import click

from kibitz.cli.completions import complete_model
from kibitz.cli.contributions import contributed
from kibitz.cli.output import json_option


@contributed
@click.command()
@click.argument("position")
@click.option(
    "--model",
    shell_complete=complete_model,
    help="The model, as `kibitz models` lists it; the game's default model unless given.",
)
@click.option("--ownership", "with_ownership", is_flag=True, help="Also show who will own each square at the end.")
@json_option
def predict(**_values: Any) -> None:
    """Show how likely each move is to be played.

    POSITION is a list of moves, a board followed by the side to move, or - for standard input.
    """
