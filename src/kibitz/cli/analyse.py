"""`kibitz analyse`: what people, the engine and the archive say of each legal move, as a table that deepens or as JSON."""

from pathlib import Path
from typing import Any

import click

from kibitz.cli.contributions import contributed
from kibitz.cli.output import json_option


@contributed
@click.command()
@click.argument("position")
@click.option("--seconds", type=float, help="How long to think.")
@click.option("--model", help="Whose moves the human voice predicts; the game's own model unless given.")
@click.option("--archive", type=click.Path(path_type=Path), help="Which archive is asked; your own if there is one.")
@json_option
def analyse(**_values: Any) -> None:
    """Tell what people, the engine and the archive say of each move.

    POSITION is moves, a board with the side to move behind it, or - for standard input. Each move shows how likely a tournament
    player is to play it, what the engine finds and, if you have an archive, in how many games it was played and how they ended.
    """
