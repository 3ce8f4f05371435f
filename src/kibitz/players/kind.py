"""What can be said of a player that has a name: how it is made, and its options. A game lists its own in `<game>/kinds.py`."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

_YES: Final = ("true", "on")
_NO: Final = ("false", "off")


@dataclass(frozen=True, slots=True)
class ValueKind:
    """What an option's text may be: `parse` raises ValueError for anything that `meaning` does not say."""

    meaning: str
    parse: Callable[[str], Any]


def _positive_number(text: str) -> float:
    number = float(text)
    if not 0 < number < math.inf:
        raise ValueError(f"{number} is not a positive number")
    return number


def _number_from_0(text: str) -> float:
    number = float(text)
    if not 0 <= number < math.inf:
        raise ValueError(f"{number} is below 0 or not a number")
    return number


def _yes_or_no(text: str) -> bool:
    if text.lower() not in _YES + _NO:
        raise ValueError(f"{text} is neither true nor false")
    return text.lower() in _YES


WHOLE_NUMBER: Final = ValueKind("a whole number", int)
POSITIVE_NUMBER: Final = ValueKind("a number above 0", _positive_number)
NUMBER_FROM_0: Final = ValueKind("a number, 0 or more", _number_from_0)
TEXT: Final = ValueKind("a text", str)
YES_OR_NO: Final = ValueKind("true or false, or on or off", _yes_or_no)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a player. Left out, it has its default, or the player decides if that is None."""

    name: str
    kind: ValueKind
    description: str
    default: Any = None
    is_required: bool = False


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A player that can be named. `maker` is `module:callable`, called with `name` and the options as keywords.

    The first option may be written without its key if `has_main_option`. A player with an `only_game` refuses all others.
    """

    name: str
    description: str
    maker: str
    options: tuple[Option, ...] = ()
    has_main_option: bool = False
    only_game: str = ""


SEED: Final = Option("seed", WHOLE_NUMBER, "makes the choices repeatable")


def temperature(default: float) -> Option:
    """The option that says how freely a model's moves are drawn."""
    meaning = "0 plays the most likely move, 1 plays each move with the probability of the model, values between sharpen it"
    return Option("temperature", NUMBER_FROM_0, meaning, default)
