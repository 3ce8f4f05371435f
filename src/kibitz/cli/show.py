"""`kibitz show`: a position drawn, or described for programs."""

from typing import Any

import click

from kibitz.cli.game_options import game_options
from kibitz.cli.othello.positions import given_text
from kibitz.cli.output import json_option, print_json
from kibitz.games.kit import Kit


@click.command()
@click.argument("position")
@game_options("positions")
@json_option
def show(position: str, kit: Kit, options: dict[str, Any], as_json: bool) -> None:
    """Draw a position.

    POSITION is a transcript, a board of 16, 36, 64 or 100 signs (X black, O white, - empty) with the side to move behind it,
    or - for standard input. For Go it is moves such as 'Q16 D4', or a board of that game.

    \b
    Example: kibitz show f5d6c3
             kibitz show '---------------------------OX------XO--------------------------- X'
             echo f5d6 | kibitz show - --json
             kibitz show --game go --size 9 'E5 C3'
    """
    line = kit.positions.parse(given_text(position), **options)
    if as_json:
        print_json(kit.positions.describe(line.position))
    else:
        kit.positions.draw(line.position, line.moves[-1] if line.moves else None)
