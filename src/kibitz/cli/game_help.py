"""What each game adds to the help of a command: HELP in the module `help` of its folder here, by the command's name."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from inspect import cleandoc
from typing import NamedTuple

import click

from kibitz.games.catalogue import GAMES


class GameHelp(NamedTuple):
    """A paragraph about a command, empty if there is nothing to say, and examples of it."""

    about: str
    examples: tuple[str, ...]


def helped(command: click.Command) -> click.Command:
    """The command, whose help says what each game adds to it."""
    command.help = extended(command.help or "", helps_of_games(str(command.name)))
    return command


def extended(text: str, games: dict[str, GameHelp], examples_of_all: tuple[str, ...] = ()) -> str:
    """A help text with the paragraphs of some games, by their titles, and all examples: those of every game, then the games'."""
    abouts = [f"{title}: {found.about}" for title, found in games.items() if found.about]
    examples = [*examples_of_all, *(example for found in games.values() for example in found.examples)]
    return "\n\n".join([cleandoc(text), *abouts, "\b\nExample: " + "\n         ".join(examples)])


def is_there(module: str) -> bool:
    """Whether a module of a game's folder exists."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the game has no folder here
        return False


def helps_of_games(command: str) -> dict[str, GameHelp]:
    """What each game adds to the help of a command, by the titles of the games."""
    return dict(_helps(command))


def _helps(command: str) -> Iterator[tuple[str, GameHelp]]:
    for kit in GAMES:
        module = f"kibitz.cli.{kit.name}.help"
        found = import_module(module).HELP if is_there(module) else {}
        if command in found:
            yield kit.title, found[command]
