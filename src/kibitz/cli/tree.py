"""`kibitz tree`: what alpha-beta looks at, as an XML document or a drawing."""

from typing import Any, Final

import click

from kibitz.cli.contributions import contributed
from kibitz.cli.output import PLOT_FILE

_DEEPEST: Final = 6


@contributed
@click.command()
@click.argument("position")
@click.option("--depth", type=click.IntRange(1, _DEEPEST), default=3, show_default=True, help="How many plies it looks ahead.")
@click.option("--evaluation", help="The evaluation of positions; the game's default evaluation unless given.")
@click.option("--picture", type=PLOT_FILE, help="Draw the tree into this PNG or SVG file.")
def tree(**_values: Any) -> None:
    """Show the tree that alpha-beta looks at.

    POSITION is a list of moves, a board followed by the side to move, or - for standard input; `""` is the start. The tree is
    printed as XML. Each node has its move, its value for the side to move in POSITION, and the moves that were cut off.
    """
