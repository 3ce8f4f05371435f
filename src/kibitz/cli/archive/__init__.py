"""`kibitz archive`: many games in one file, imported, downloaded, explored, listed, rated and exported."""

import click

from kibitz.cli.archive.explore import explore
from kibitz.cli.archive.export import export
from kibitz.cli.archive.fetch import fetch
from kibitz.cli.archive.games import games
from kibitz.cli.archive.imports import import_
from kibitz.cli.archive.info import info
from kibitz.cli.archive.players import players
from kibitz.cli.archive.ratings import ratings
from kibitz.cli.game_help import helped_in
from kibitz.cli.output import JsonGroup


@helped_in("archive")
@click.group(cls=JsonGroup)
def archive() -> None:
    """Keep many games in one file: import, search, explore.

    The archive is a DuckDB file that belongs to you: copy it, move it, open it with other tools. Each game has tables of its own.
    """


for _command in (import_, fetch, info, explore, games, export, ratings, players):
    archive.add_command(_command)
