"""What each game adds to a room: a room's `<game>/kinds.py` has a list KINDS, and the room finds the lists of all games."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any


def kinds_of_games(room: ModuleType) -> Iterator[Any]:
    """The entries of KINDS in each `<game>/kinds.py` of a room, one game after the other by name."""
    return entries_of_games(room, "kinds", "KINDS")


def entries_of_games(room: ModuleType, module: str, entries: str) -> Iterator[Any]:
    """The entries of a list in the module of a name that some games have in a room, one game after the other by name."""
    for found in pkgutil.iter_modules(room.__path__, f"{room.__name__}."):
        if found.ispkg and find_spec(f"{found.name}.{module}"):
            yield from getattr(import_module(f"{found.name}.{module}"), entries)
