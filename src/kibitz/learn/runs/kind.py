"""What can be said of a kind of learning that has a name. A game lists its own in `learn/runs/<game>/kinds.py`."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Games:
    """Where kinds find the games they learn from.

    `find` returns their place, given what was named, if anything, and the file that asks; it raises SetupError if they are not
    there. `shown` is what the command on a card calls them; their own name if it is empty.
    """

    find: Callable[[Path | None, Path], Path]
    shown: str = ""


NO_GAMES: Final = Path()  # where the games are of a kind that learns from none


@dataclass(frozen=True, slots=True)
class LearningKind:
    """A kind that `kibitz train` knows. `module` has the functions that kibitz.learn.runs.kinds.Kind names.

    It is imported when the kind is wanted. A kind without `games` learns from none. Torch teaches the networks of a kind
    `with_torch`; tables learn without it.
    """

    name: str
    module: str
    games: Games | None = None
    with_torch: bool = False
