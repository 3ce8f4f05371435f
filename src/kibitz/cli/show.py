"""`kibitz show`: a position drawn, or described for programs."""

from pathlib import Path
from typing import Any

import click

from kibitz.cli.game_help import helped
from kibitz.cli.game_options import game_options
from kibitz.cli.given import given_text
from kibitz.cli.output import SVG_FILE, json_option, print_json
from kibitz.games.kit import Kit, LineOfPlay, PlayedLine


@helped
@click.command()
@click.argument("position")
@game_options("positions")
@click.option("--svg", "picture", type=SVG_FILE, help="Write a picture to this file, in SVG, instead of drawing in the terminal.")
@json_option
def show(position: str, kit: Kit, options: dict[str, Any], picture: Path | None, as_json: bool) -> None:
    """Draw a position.

    POSITION is a list of moves, a board followed by the side to move, or - for standard input.
    """
    line = kit.positions.parse(given_text(position), **options)
    if picture:
        _write_picture(kit, line, picture)
    if as_json:
        print_json(kit.positions.describe(line.position))
    elif not picture:
        kit.positions.draw(line.position, line.moves[-1] if line.moves else None)


def _write_picture(kit: Kit, line: LineOfPlay, picture: Path) -> None:
    from kibitz import svg
    from kibitz.files import write_whole
    from kibitz.public.board import Board

    write_whole(picture, svg.board(Board.of(kit, PlayedLine.of(line))))
    click.echo(f"The picture is in {picture}.", err=True)
