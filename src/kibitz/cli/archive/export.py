"""`kibitz archive export`: games of the archive in a file."""

from pathlib import Path
from typing import Any

import click

from kibitz.cli.archive.options import archive_option, archive_part, filter_options, game_filter, read_position, say
from kibitz.cli.game_help import helped_in
from kibitz.cli.game_options import game_options
from kibitz.cli.output import json_option, print_json
from kibitz.games.kit import Kit


@helped_in("archive")
@click.command()
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--position", metavar="POSITION", help="Only games that reached this position.")
@game_options("archive")
@filter_options
@archive_option
@json_option
def export(
    target: Path,
    position: str | None,
    kit: Kit,
    options: dict[str, Any],
    archive_file: Path | None,
    as_json: bool,
    **filters: Any,
) -> None:
    """Write games to a file.

    The file extension sets the format. A game that the format cannot hold is left out and named on standard error.
    """
    from kibitz.archive.database import open_archive

    wanted = None if position is None else read_position(position, kit, options)
    refused: list[object] = []
    with open_archive(archive_file, game=kit.name) as opened:
        written = archive_part(kit).export(opened, target, game_filter(filters, kit), wanted, refused.append)
    for refusal in refused:
        say(refusal)
    if as_json:
        print_json({"games": written, "skipped": len(refused), "file": str(target)})
    else:
        click.echo(f"{target}: {written} games, {len(refused)} left out")
