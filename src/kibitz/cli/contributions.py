"""What each game contributes to a command: its options, its part of the help, and the work.

The contribution of a game to `kibitz analyse`, say, is CONTRIBUTION in the module `analyse` of that game's folder here. A game
without such a module is not offered.
"""

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

import click
from click.core import ParameterSource

from kibitz.cli.game_help import GameHelp, extended, is_there
from kibitz.errors import SetupError
from kibitz.games.catalogue import GAMES


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a game adds to a command.

    `run` gets the values of the command's own options and of the game's; what it returns, if anything, is the exit code.
    """

    run: Callable[..., int | None]
    about: str
    examples: tuple[str, ...]
    options: tuple[click.Option, ...] = ()

    def names(self) -> set[str]:
        return {str(option.name) for option in self.options}


def contributed(command: click.Command) -> click.Command:
    """The command with --game, and with the options and the help of every game that contributes to it.

    An option of another game than the one that is played raises SetupError.
    """
    games = dict(_contributions(str(command.name)))
    command.params += [_game_option(list(games)), *_options(games)]
    command.help = _help(command.help or "", games)
    command.callback = partial(_run, games)
    return command


def _contributions(command: str) -> Iterator[tuple[str, Contribution]]:
    for kit in GAMES:
        module = f"kibitz.cli.{kit.name}.{command}"
        if is_there(module):
            yield kit.name, import_module(module).CONTRIBUTION


def _run(games: dict[str, Contribution], game: str, **values: Any) -> int | None:
    foreign = {name for other in games.values() for name in other.names()} - games[game].names()
    for name in sorted(foreign):
        _refuse_given(games, game, name)
    own = {name: value for name, value in values.items() if name not in foreign}
    return games[game].run(**{**own, **_defaults(games[game])})


def _defaults(contribution: Contribution) -> dict[str, Any]:
    """The values of a game's options that were not given; another game may have one of the same name and another default."""
    defaults = click.Command(None, params=list(contribution.options)).make_context(None, []).params
    return {name: value for name, value in defaults.items() if not _is_given(name)}


def _is_given(name: str) -> bool:
    return click.get_current_context().get_parameter_source(name) not in (None, ParameterSource.DEFAULT)


def _refuse_given(games: dict[str, Contribution], game: str, name: str) -> None:
    """Raise SetupError if an option was given that the game does not have."""
    if not _is_given(name):
        return
    owner, option = next((owner, option) for owner, option in _owned(games) if option.name == name)
    flag = option.opts[0]
    raise SetupError(f"{flag} is for {_title(owner)}, not for {_title(game)}; say --game {owner}, or leave it out")


def _owned(games: dict[str, Contribution]) -> Iterator[tuple[str, click.Option]]:
    for game, contribution in games.items():
        for option in contribution.options:
            yield game, option


def _options(games: dict[str, Contribution]) -> list[click.Option]:
    """The options of all games, each of which says whose it is; those with one name are one option with the help of all."""
    found: dict[str, click.Option] = {}
    for game, option in _owned(games):
        ours = found.setdefault(str(option.name), _without_help(option))
        ours.help = f"{ours.help or ''} {_title(game)}: {option.help}".strip()
    return list(found.values())


def _without_help(option: click.Option) -> click.Option:
    copied = copy(option)
    copied.help = None
    return copied


def _game_option(names: list[str]) -> click.Option:
    return click.Option(["--game"], type=click.Choice(names), default=names[0], show_default=True, help="What is played.")


def _help(text: str, games: dict[str, Contribution]) -> str:
    return extended(text, {_title(game): GameHelp(found.about, found.examples) for game, found in games.items()})


def _title(game: str) -> str:
    return next(kit.title for kit in GAMES if kit.name == game)
