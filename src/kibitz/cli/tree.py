"""`kibitz tree`: what alpha-beta looks at, as an XML document or a drawing."""

from pathlib import Path
from typing import Any, Final

import click

from kibitz.cli.contributions import contributed

_DEEPEST: Final = 6


@contributed
@click.command()
@click.argument("position")
@click.option("--depth", type=click.IntRange(1, _DEEPEST), default=3, show_default=True, help="How many plies it looks ahead.")
@click.option("--evaluation", help="How positions are valued; the game's own way unless given.")
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="Draw the tree into this PNG or SVG file.")
def tree(**_values: Any) -> None:
    """Show the tree that alpha-beta looks at.

    POSITION is moves, a board with the side to move behind it, or - for standard input; `""` is the start. The tree is printed as
    XML: nested nodes with their move, their value for the side to move in POSITION, and the moves that were left out.
    """
