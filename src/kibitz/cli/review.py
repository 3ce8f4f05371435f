"""`kibitz review`: a game reviewed move by move, as a report or JSON."""

from typing import Any

import click

from kibitz.cli.arena_options import cluster_option, workers_option
from kibitz.cli.completions import complete_engine
from kibitz.cli.contributions import contributed
from kibitz.cli.output import json_option


@contributed
@click.command()
@click.argument("source", metavar="GAME")
@click.option(
    "--number", type=click.IntRange(min=1), default=1, show_default=True, help="The number of the game, in a file of several."
)
@click.option("--all", "is_all", is_flag=True, help="Review every game of a file, a line for each.")
@click.option(
    "--engine",
    metavar="NAME",
    shell_complete=complete_engine,
    help="An engine of your list instead of Kibitz's own; kibitz engines shows it.",
)
@click.option("--seconds", type=float, help="With --engine, how long it looks at each position; else as the list says.")
@workers_option
@cluster_option
@json_option
def review(**_values: Any) -> None:
    """Review a game move by move.

    GAME is a file, a list of moves, or - for standard input. The loss of a move is how much more the best move is
    worth. The report names the mistakes, the better moves and the reasons.
    """
