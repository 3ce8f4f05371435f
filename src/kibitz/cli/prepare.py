"""`kibitz prepare`: a player's portrait, to prepare for an opponent or to see oneself."""

from typing import Any

import click

from kibitz.cli.contributions import contributed
from kibitz.cli.output import json_option


@contributed
@click.command()
@click.argument("player", metavar="NAME")
@json_option
def prepare(**_values: Any) -> None:
    """Prepare for an opponent, or look at your own games.

    Shows the player's openings with both colours, where the games leave the archive, results, typical mistakes, and positions in
    which an error is likely.
    """
