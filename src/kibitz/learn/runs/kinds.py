"""The kinds of learning that `kibitz train` knows, and what a kind has to do.

To add one, write a module with `parse` and `run` as Kind says, and name it in KINDS; docs/adding-a-model.md has the steps.
"""

from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol, cast

from kibitz.errors import SetupError
from kibitz.learn.runs.configuration import Configuration
from kibitz.learn.runs.progress import Tell
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.workers import LocalWorkers, Workers

# Modules that are imported when their kind is wanted.
KINDS: Final = {
    "evaluation": "kibitz.learn.tables.othello.evaluation_kind",
    "expert": "kibitz.learn.tables.othello.expert_kind",
    "go-expert": "kibitz.learn.tables.go.expert_kind",
    "go-nested": "kibitz.learn.networks.go.nested_kind",
    "go-network": "kibitz.learn.networks.go.kind",
    "network": "kibitz.learn.networks.othello.network_kind",
    "ownership": "kibitz.learn.networks.othello.ownership_kind",
    "selfplay": "kibitz.learn.selfplay.othello.kind",
    "winner": "kibitz.learn.tables.othello.winner_kind",
}
# Kinds whose networks torch teaches; tables learn without it.
WITH_TORCH: Final = ("go-nested", "go-network", "network", "ownership")
# Kinds that learn from games of Go.
GO_KINDS: Final = ("go-expert", "go-nested", "go-network")
# Kinds that may do without the games of WTHOR, and see to it themselves if they need some.
ALONE: Final = (*GO_KINDS, "selfplay")


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
    """The kind of a name; raises SetupError if it is not known."""
    if name not in KINDS:
        raise SetupError(f"{name!r} is no kind of learning; known are {', '.join(KINDS)}")
    return cast(Kind, import_module(KINDS[name]))


def require_wthor(folder: Path, configuration: Path) -> None:
    """Raise SetupError if a folder is not there or holds no WTHOR file."""
    if not folder.is_dir():
        raise SetupError(f"{configuration}: there is no folder {folder}; --data names the one with WTH_1977.wtb and so on")
    if not any(folder.glob("WTH_*.wtb")):
        raise SetupError(f"{configuration}: {folder} holds no WTHOR file; their names are like WTH_2014.wtb")
