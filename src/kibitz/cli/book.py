"""`kibitz book`: what is known of openings before anybody searches. Each game that has a book brings its commands."""

from importlib import import_module

import click

from kibitz.cli.game_help import helped_in, is_there
from kibitz.cli.output import JsonGroup
from kibitz.games.catalogue import GAMES


@helped_in("book")
@click.group(cls=JsonGroup)
def book() -> None:
    """Value openings by search and keep the values in a book.

    The engine looks into the book before it searches, unless it plays with `book=off`.
    """


for _kit in GAMES:
    if is_there(f"kibitz.cli.{_kit.name}.book"):
        for _command in import_module(f"kibitz.cli.{_kit.name}.book").COMMANDS:
            book.add_command(_command)
