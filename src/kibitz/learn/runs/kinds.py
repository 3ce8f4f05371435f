"""The kinds of learning that `kibitz train` knows, and what a kind has to do.

To add one, write a module with `parse` and `run` as Kind says, and name it in KINDS of `<game>/kinds.py` beside this file;
docs/adding-a-model.md has the steps.
"""

from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from kibitz.errors import SetupError
from kibitz.learn import runs
from kibitz.learn.runs.configuration import Configuration
from kibitz.learn.runs.kind import LearningKind
from kibitz.learn.runs.progress import Tell
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.per_game import kinds_of_games
from kibitz.workers import LocalWorkers, Workers


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be made, from what, and where: the model's name, the folder or file of the games, the folder of the run.

    `command` is how to do it again, for the card; `workers` play the games of kinds that play some.
    """

    name: str
    games: Path
    folder: RunFolder
    command: str
    licence: str
    tell: Tell
    workers: Workers = field(default_factory=LocalWorkers)

    def model_path(self, suffix: str) -> Path:
        """Where the model's file belongs."""
        return self.folder.path / (self.name + suffix)

    def is_finished(self, weights: Path) -> bool:
        """Whether the folder's run came to its end, with the model there and measured."""
        return weights.is_file() and self.folder.result() is not None


class Kind(Protocol):
    """A module that knows one kind of learning. Settings are whatever dataclass it likes."""

    def parse(self, configuration: Configuration) -> Any:
        """The settings of a configuration; raises SetupError for whatever is wrong with them, before any work."""

    def run(self, settings: Any, job: Job) -> Path:
        """Learn, going on from the folder's checkpoint if it has one, and return the model's file; its card is beside it.

        Raises SetupError if the folder holds a run with other settings.
        """


def find_kind(name: str) -> Kind:
    """The module of a kind; raises SetupError if there is not a kind of that name."""
    return cast(Kind, import_module(listed_kind(name).module))


def listed_kind(name: str) -> LearningKind:
    """What a game's list says of a kind; raises SetupError if there is not a kind of that name."""
    known = known_kinds()
    if name not in known:
        raise SetupError(f"{name!r} is not a kind of learning; known are {', '.join(known)}")
    return known[name]


@cache
def known_kinds() -> dict[str, LearningKind]:
    """The kinds of all games, by their names."""
    return {kind.name: kind for kind in sorted(kinds_of_games(runs), key=lambda kind: kind.name)}
