"""The papers that `kibitz reproduce` knows, and what the module of a paper has to do.

To add one, write a module or a folder with `reproduce(wanted)` as Reproduction says, and name it in PAPERS.
"""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol, cast

from kibitz.errors import SetupError
from kibitz.learn.runs.othello.wthor import require_wthor
from kibitz.learn.runs.progress import Tell

# Modules that are imported when their paper is wanted.
PAPERS: Final = {
    "hlynsson2017": "kibitz.experiments.hlynsson2017.reproduction",
    "leouski1996": "kibitz.experiments.leouski1996.reproduction",
    "ng2017": "kibitz.experiments.ng2017.reproduction",
    "paisarnsrisomsuk2015": "kibitz.experiments.paisarnsrisomsuk2015.reproduction",
    "pinkney2009": "kibitz.experiments.pinkney2009.reproduction",
}
# In the place of a paper: the page about all of them.
VERDICTS: Final = "verdicts"
# Papers whose networks learn from games against themselves, without any archive.
WITHOUT_ARCHIVE: Final = frozenset({"leouski1996", "pinkney2009"})

# Papers whose networks torch teaches; it is needed for nothing else than that.
WITH_TORCH: Final = frozenset({"hlynsson2017", "ng2017", "paisarnsrisomsuk2015"})

# Parts of papers that no network learns in: matches between players, games of trained networks that are counted, and models of
# Kibitz measured as the paper's are. Only the last need games of an archive.
MATCHES: Final = "matches"
STYLES: Final = "styles"
MODELS: Final = "models"

# Papers about Go: their data is a folder of SGF archives, which has no default place.
OF_GO: Final = frozenset({"paisarnsrisomsuk2015"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to run, and where runs and pages go.

    `parts` are the networks or experiments of the paper that are wanted, in its own names, with commas between; empty for none
    but those that are there. `minutes` are for all of them together; where `positions` is given it decides instead. Without
    either nothing is trained. Games are played on a `cluster` if one is named.
    """

    parts: str
    recipe: str
    minutes: float | None
    positions: int | None
    runs: Path
    out: Path
    data: Path
    threads: int
    tell: Tell
    cluster: str | None = None


class Reproduction(Protocol):
    """A module that can repeat a paper."""

    def reproduce(self, wanted: Wanted) -> Path:
        """Run what is wanted, going on with runs that were interrupted, and return the page written from all finished runs."""


def runs_of(paper: str, folder: Path | None) -> Path:
    """The folder of a paper's runs: what is under its name in `folder` if anything is, else `folder` itself.

    Without a folder it is `runs/PAPER` where the command is run. All papers together have the folder above.
    """
    if paper == VERDICTS:
        return folder or Path("runs")
    if folder is None:
        return Path("runs") / paper
    return folder / paper if (folder / paper).is_dir() else folder


def data_of(paper: str, folder: Path | None, parts: str) -> Path:
    """The folder of a paper's games: the one that was named, else WTHOR as it was fetched.

    Raises SetupError if these parts need games of WTHOR that are not there; matches and games of trained networks need none.
    """
    from kibitz.archive.othello.fetch import default_folder

    found = folder or default_folder()
    if set(split_parts(parts)) - {MATCHES, STYLES} and paper not in WITHOUT_ARCHIVE | OF_GO:
        require_wthor(found, Path(paper))
    return found


def needs_torch(paper: str, parts: str) -> bool:
    """Whether torch teaches the networks of these parts of a paper."""
    return paper in WITH_TORCH and bool(set(split_parts(parts)) - {MATCHES, STYLES, MODELS})


def split_parts(parts: str) -> list[str]:
    """The names in a list with commas between."""
    return [name.strip() for name in parts.split(",") if name.strip()]


def find_paper(name: str) -> Reproduction:
    """The paper of a name, or what stands for all of them; raises SetupError if it is not known."""
    if name == VERDICTS:
        return cast(Reproduction, import_module("kibitz.experiments.findings"))
    if name not in PAPERS:
        raise SetupError(f"{name!r} is not a paper that can be repeated; known are {', '.join(PAPERS)} and {VERDICTS}")
    return cast(Reproduction, import_module(PAPERS[name]))
