"""Options that a game takes from the user; who asks for them decides how they are typed."""

from dataclasses import dataclass
from typing import TypeAlias

OptionValue: TypeAlias = int | float | str


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option of a game: `size` with values of type int, say. Numbers lie between `low` and `high` where these are given."""

    name: str
    kind: type[OptionValue]
    help: str
    low: int | None = None
    high: int | None = None


Options: TypeAlias = tuple[OptionSpec, ...]
