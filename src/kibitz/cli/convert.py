"""`kibitz convert`: a file of games in another format."""

from pathlib import Path

import click

from kibitz.cli.game_help import helped
from kibitz.cli.game_options import game_options, required
from kibitz.cli.output import json_option, print_json
from kibitz.games.kit import Kit, RecordsPart


@helped
@click.command()
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path))
@game_options("records", with_options=False)
@json_option
def convert(source: Path, target: Path, kit: Kit, as_json: bool) -> None:
    """Convert a file of games to another format.

    A game that cannot be used is left out and named on standard error.
    """
    part: RecordsPart = required(kit, "records")
    result = part.convert(source, target, on_skip=_say, on_warning=_say)
    if as_json:
        print_json({"games": result.games, "skipped": result.skipped, "warnings": result.warnings})
    else:
        click.echo(f"{target}: {result.games} games, {result.skipped} skipped")


def _say(about: object) -> None:
    click.echo(str(about), err=True)
