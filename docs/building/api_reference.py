"""The reference of the public API: every name of `kibitz.__all__` with its signature and its docstring."""

import inspect
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import kibitz

HEAD = """# Reference of the public API

This page is made from the docstrings of the package. [Kibitz in Python](../python.md) shows the same by examples, and says
what stays.
"""


def markdown() -> str:
    """The page of all public names: questions and other functions first, then classes, then errors."""
    found = {name: getattr(kibitz, name) for name in kibitz.__all__ if not name.startswith("__")}
    errors = {name: thing for name, thing in found.items() if inspect.isclass(thing) and issubclass(thing, Exception)}
    classes = {name: thing for name, thing in found.items() if inspect.isclass(thing) and name not in errors}
    functions = {name: thing for name, thing in found.items() if name not in errors and name not in classes}
    groups = {"Functions": functions, "Classes": classes, "Errors": errors}
    return "\n".join([HEAD, *(line for title, names in groups.items() for line in _group(title, names))])


def _group(title: str, names: dict[str, Any]) -> Iterator[str]:
    yield f"## {title}\n"
    for name, thing in names.items():
        yield from _thing(name, thing)


def _thing(name: str, thing: Any) -> Iterator[str]:
    if name == "review":  # a room of the package that can be asked
        thing = inspect.getattr_static(__import__("kibitz.public.questions", fromlist=["review"]), "review")
    if isinstance(thing, ModuleType):
        for part in ("board",):
            yield from _thing(f"{name}.{part}", getattr(thing, part))
        return
    yield f"### kibitz.{name}\n"
    yield from _described(name, thing)
    if inspect.isclass(thing) and not issubclass(thing, Exception):
        for member in _members(thing):
            yield from _member(name, member, inspect.getattr_static(thing, member))


def _members(kind: type) -> list[str]:
    """Public methods and properties with a docstring, in the order in which they are written."""
    own = [member for base in reversed(kind.__mro__) if base.__module__.startswith("kibitz") for member in vars(base)]
    return [member for member in dict.fromkeys(own) if not member.startswith("_") and inspect.getdoc(getattr(kind, member, None))]


def _member(owner: str, name: str, member: Any) -> Iterator[str]:
    thing = member.__func__ if isinstance(member, classmethod | staticmethod) else member
    if isinstance(thing, property):
        yield f"#### {owner}.{name}\n\n{inspect.getdoc(thing) or ''}\n"
    elif inspect.isfunction(thing):
        yield f"#### {owner}.{name}\n"
        yield from _described(name, thing)


def _described(name: str, thing: Any) -> Iterator[str]:
    if callable(thing) and not (inspect.isclass(thing) and issubclass(thing, Exception)):
        yield f"```python\n{name}{_signature(thing)}\n```\n"
    yield f"{inspect.getdoc(thing) or ''}\n"


def _signature(thing: Any) -> str:
    try:
        return re.sub(r"\bkibitz\.(?:\w+\.)+", "", str(inspect.signature(thing)).replace("'", ""))
    except ValueError:
        return "(…)"
