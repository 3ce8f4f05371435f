"""What installed packages add to Kibitz, by entry points: players, models, record formats, engines, games.

docs/plug-ins.md describes them.
"""

import warnings
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, TypeVar

from kibitz.errors import KibitzError

Part = TypeVar("Part")

# What goes wrong when a package is imported that was made for another version of Kibitz, or is not whole.
_BROKEN: Final = (ImportError, AttributeError, TypeError, ValueError, SyntaxError, OSError, KibitzError)


def plugged(
    group: str, kind: type[Part], known: Iterable[Any], check: Callable[[Part], object] | None = None
) -> tuple[Part, ...]:
    """What installed packages offer in a group such as `kibitz.players`, in the order of their names.

    A part that cannot be loaded, that is no `kind`, at which `check` raises a KibitzError, or whose `name` one of the `known`
    parts has, is left out, and a warning says which package it is of.
    """
    taken = {part.name for part in known}
    found = []
    for entry in sorted(entry_points(group=group), key=lambda entry: entry.name):
        part = _loaded(entry, kind, check)
        if part is None:
            continue
        if part.name in taken:
            _leave_out(entry, f"there is a {part.name!r} already")
            continue
        taken.add(part.name)
        found.append(part)
    return tuple(found)


def named(place: str) -> Any:
    """What a text `module:name` names; the module is imported now."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def _loaded(entry: EntryPoint, kind: type[Part], check: Callable[[Part], object] | None) -> Any:
    """The part of an entry; None if it cannot be used, which is said."""
    try:
        part = entry.load()
    except _BROKEN as error:
        _leave_out(entry, f"{type(error).__name__}: {error}")
        return None
    if not isinstance(part, kind):
        _leave_out(entry, f"{entry.value} is a {type(part).__name__} and not a {kind.__name__}")
        return None
    return part if check is None or _passes(entry, part, check) else None


def _passes(entry: EntryPoint, part: Any, check: Callable[[Any], object]) -> bool:
    try:
        check(part)
    except KibitzError as error:
        _leave_out(entry, str(error))
        return False
    return True


def _leave_out(entry: EntryPoint, reason: str) -> None:
    package = entry.dist.name if entry.dist else "a package"
    warnings.warn(f"{entry.name!r} of {package} ({entry.group}) is left out: {reason}", stacklevel=4)
