"""The option --game, and the options that the games contribute to a command."""

from collections.abc import Callable
from functools import reduce, wraps
from typing import TYPE_CHECKING, Any

import click

from kibitz.errors import SetupError
from kibitz.games.catalogue import find_kit, kits_with
from kibitz.games.kit import Kit
from kibitz.games.options import OptionSpec

if TYPE_CHECKING:
    _Choice = click.Choice[str]
else:
    _Choice = click.Choice  # in click 8.1 it has no parameter

Command = Callable[..., Any]


def game_options(part: str, with_options: bool = True) -> Callable[[Command], Command]:
    """A decorator that adds --game with the games that have a part, and the options of that part if they are wanted.

    The command gets the `kit` that was chosen, and its `options` as far as they were given. An option of another game raises
    SetupError.
    """
    specs = _specs(part) if with_options else {}

    def decorate(command: Command) -> Command:
        @wraps(command)
        def run(*arguments: Any, game: str, **keywords: Any) -> Any:
            kit = find_kit(game)
            given = {name: value for name in specs if (value := keywords.pop(name)) is not None}
            if specs:
                _refuse_foreign(kit, part, given)
                keywords["options"] = given
            return command(*arguments, kit=kit, **keywords)

        return _with([_game_option(part), *map(_click_option, specs.values())], run)

    return decorate


def required(kit: Kit, part: str) -> Any:
    """A part of a kit; raises SetupError if the game has none."""
    found = getattr(kit, part)
    if found is None:
        raise SetupError(f"{kit.title} has no {part}; games that have: {_titles(kits_with(part))}")
    return found


class _GameChoice(_Choice):
    """The games that have a part; one that lacks it is refused with a sentence of its own."""

    def __init__(self, part: str, names: list[str]) -> None:
        super().__init__(names)
        self._part = part

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        for kit in kits_with("positions"):  # which all games have
            if kit.name == value:
                required(kit, self._part)
        return super().convert(value, param, ctx)


def _with(options: list[Callable[[Command], Command]], command: Command) -> Command:
    return reduce(lambda made, option: option(made), reversed(options), command)


def _game_option(part: str) -> Callable[[Command], Command]:
    names = [kit.name for kit in kits_with(part)]
    return click.option("--game", type=_GameChoice(part, names), default=names[0], show_default=True, help="What is played.")


def _specs(part: str) -> dict[str, OptionSpec]:
    """The options of all games by name, the help of each saying which game it is for."""
    found: dict[str, OptionSpec] = {}
    for kit in kits_with(part):
        for option in kit.options(part):
            help_ = f"{kit.title}: {option.help}"
            known = found.get(option.name)
            merged = f"{known.help}. {help_}" if known else help_
            found[option.name] = OptionSpec(option.name, option.kind, merged, option.low, option.high)
    return found


def _click_option(spec: OptionSpec) -> Callable[[Command], Command]:
    is_limited = spec.low is not None or spec.high is not None
    kind: Any = click.IntRange(spec.low, spec.high) if is_limited else spec.kind
    return click.option(f"--{spec.name}", type=kind, help=f"{spec.help}.")


def _refuse_foreign(kit: Kit, part: str, given: dict[str, Any]) -> None:
    for name in given:
        if name not in kit.option_names(part):
            owners = [other for other in kits_with(part) if name in other.option_names(part)]
            hint = f"say --game {owners[0].name}, or leave it out"
            raise SetupError(f"--{name} is for {_titles(owners)}, not for {kit.title}; {hint}")


def _titles(kits: Any) -> str:
    return " and ".join(kit.title for kit in kits)
