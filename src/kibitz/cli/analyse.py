"""`kibitz analyse`: what people, the engine and the archive say about each legal move, as a growing table or as JSON."""

from pathlib import Path
from typing import Any

import click

from kibitz.cli.completions import complete_engine, complete_model
from kibitz.cli.contributions import contributed
from kibitz.cli.output import json_option


@contributed
@click.command()
@click.argument("position")
@click.option("--seconds", type=float, help="How long to think.")
@click.option(
    "--model", shell_complete=complete_model, help="The model that predicts human moves; the game's default model unless given."
)
@click.option(
    "--engine",
    metavar="NAME",
    shell_complete=complete_engine,
    help="An engine of your list instead of Kibitz's own; kibitz engines shows it.",
)
@click.option("--archive", type=click.Path(path_type=Path), help="The archive to ask; your own unless given.")
@json_option
def analyse(**_values: Any) -> None:
    """Show what people, the engine and the archive say about each move.

    POSITION is a list of moves, a board followed by the side to move, or - for standard input. Each move shows how likely a
    tournament player is to play it and what the engine thinks of it. If you have an archive, it also shows in how many games the
    move was played and how they ended.
    """
