"""`kibitz convert`: a file of games in another format."""

from pathlib import Path

import click

from kibitz.cli.game_options import game_options, required
from kibitz.cli.output import json_option, print_json
from kibitz.games.kit import Kit, RecordsPart


@click.command()
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path))
@game_options("records", with_options=False)
@json_option
def convert(source: Path, target: Path, kit: Kit, as_json: bool) -> None:
    """Turn a file of games into another format.

    The endings of the names tell the formats. A game that cannot be used is left out and named on standard error. Games of Go
    come from an SGF file, a folder of them or an archive (tar, zip), in any encoding, and go to one SGF file in UTF-8.

    \b
    Example: kibitz convert games.ggf games.pgn
             kibitz convert WTH_2004.wtb games.txt --json
             kibitz convert --game go games.tar.gz games.sgf
    """
    part: RecordsPart = required(kit, "records")
    result = part.convert(source, target, on_skip=_say, on_warning=_say)
    if as_json:
        print_json({"games": result.games, "skipped": result.skipped, "warnings": result.warnings})
    else:
        click.echo(f"{target}: {result.games} games, {result.skipped} skipped")


def _say(about: object) -> None:
    click.echo(str(about), err=True)
