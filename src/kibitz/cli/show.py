"""`kibitz show`: a position drawn, or described for programs."""

from typing import Any

import click

from kibitz.cli.game_help import helped
from kibitz.cli.game_options import game_options
from kibitz.cli.given import given_text
from kibitz.cli.output import json_option, print_json
from kibitz.games.kit import Kit


@helped
@click.command()
@click.argument("position")
@game_options("positions")
@json_option
def show(position: str, kit: Kit, options: dict[str, Any], as_json: bool) -> None:
    """Draw a position.

    POSITION is a list of moves, a board followed by the side to move, or - for standard input.
    """
    line = kit.positions.parse(given_text(position), **options)
    if as_json:
        print_json(kit.positions.describe(line.position))
    else:
        kit.positions.draw(line.position, line.moves[-1] if line.moves else None)
