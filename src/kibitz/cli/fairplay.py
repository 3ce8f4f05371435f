"""`kibitz fairplay`: how far a set of games lies from what clean games by players of that rating look like."""

from typing import Any

import click

from kibitz.cli.contributions import contributed
from kibitz.cli.output import json_option


@contributed
@click.command()
@click.argument("player", metavar="NAME")
@json_option
def fairplay(**_values: Any) -> None:
    """Compare a player's games with clean games of that rating.

    The report is for referees. It says how rare such games are among clean ones, and cannot say why a player was so good.
    """
