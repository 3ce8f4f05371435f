"""Players by the place of their class: `python:mypackage.players.MyPlayer`. Whoever names one runs its code."""

import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from kibitz.errors import SetupError
from kibitz.players.player import Player


def make_python_player(target: str, name: str, seed: int | None = None) -> Player:
    """A player of a class, or of a function that makes one; it gets `name` and `seed` if it takes keywords of these names.

    Modules of the current folder are found, after those that are installed. Raises SetupError if there is no such class, or if
    what it makes is no player.
    """
    make = _found(target)
    offered = {"name": name, "seed": seed}
    player = make(**{key: value for key, value in offered.items() if key in _keywords(make)})
    if not callable(getattr(player, "choose", None)) or not isinstance(getattr(player, "name", None), str):
        raise SetupError(
            f"player {name}: {target} makes no player; derive it from kibitz.players.player.Player and give it a name"
        )
    made: Player = player
    return made


def _keywords(make: Callable[..., Any]) -> set[str]:
    """What a callable takes by name; nothing is known of some built-in types."""
    try:
        return set(inspect.signature(make).parameters)
    except ValueError:
        return set()


def _found(target: str) -> Callable[..., Any]:
    module, _, attribute = target.replace(":", ".").rpartition(".")
    if not module or not attribute:
        raise SetupError(f"player python:{target}: write the module and the class, such as python:mymodule.MyPlayer")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise SetupError(f"player python:{target} cannot be loaded: {error}") from None
    if not callable(found):
        raise SetupError(f"player python:{target}: {attribute} is of type {type(found).__name__} and makes no player")
    make: Callable[..., Any] = found
    return make
