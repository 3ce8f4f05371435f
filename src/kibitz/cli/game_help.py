"""What each game adds to the help of a command: HELP in the module `help` of its folder here, by the command's name.

For the commands of a group such as `kibitz archive` it is HELP in the module of the group's name.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from inspect import cleandoc
from typing import NamedTuple, TypeVar

import click

from kibitz.games.catalogue import GAMES

Command = TypeVar("Command", bound=click.Command)


class GameHelp(NamedTuple):
    """A paragraph about a command, empty if there is nothing to say, and examples of it."""

    about: str
    examples: tuple[str, ...]


def helped(command: Command) -> Command:
    """The command, whose help says what each game adds to it."""
    return helped_in("help")(command)


def helped_in(module: str) -> Callable[[Command], Command]:
    """A decorator as helped(), for what the games say in a module of another name."""

    def decorate(command: Command) -> Command:
        command.help = extended(command.help or "", helps_of_games(str(command.name), module))
        return command

    return decorate


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


def helps_of_games(command: str, module: str = "help") -> dict[str, GameHelp]:
    """What each game adds to the help of a command in a module of its folder, by the titles of the games."""
    return dict(_helps(module, command))


def _helps(module: str, command: str) -> Iterator[tuple[str, GameHelp]]:
    for kit in GAMES:
        name = f"kibitz.cli.{kit.name}.{module}"
        found = import_module(name).HELP if is_there(name) else {}
        if command in found:
            yield kit.title, found[command]
