"""The page docs/papers/README.md: every experiment of every paper, its size there and here, both figures, and the verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from kibitz.experiments.papers import PAPERS, Wanted, runs_of
from kibitz.files import make_folder, write_whole

PAGE_FILE: Final = "README.md"
NOT_RUN: Final = "not run"
_TITLES: Final = {
    "hlynsson2017": "Hlynsson 2017: predicting expert moves with fully convolutional networks",
    "ng2017": "Ng 2017: a value network, and a player that thinks on its opponent's time",
    "pinkney2009": "Pinkney 2009: networks that evolve by playing each other",
    "leouski1996": "Leouski & Utgoff 1996: what a neural network can learn about Othello",
    "paisarnsrisomsuk2015": "Paisarnsrisomsuk & Wiratchotisatian 2015: the final board in a network's eyes",
}
_HEAD: Final = ("experiment", "size there", "size here", "printed", "ours", "verdict")


@dataclass(frozen=True, slots=True)
class Finding:
    """One experiment of a paper and what became of it; an experiment that was not run has no figure of ours."""

    experiment: str
    there: str
    printed: str
    here: str = NOT_RUN
    ours: str = NOT_RUN
    verdict: str = NOT_RUN

    def row(self) -> tuple[str, ...]:
        return self.experiment, self.there, self.here, self.printed, self.ours, self.verdict


def reached(is_reached: bool) -> str:
    """The verdict on a figure that is to be met."""
    return "reached" if is_reached else "not reached"


def names_of(found: Sequence[str]) -> str:
    """Names in a sentence, `none` if there is none."""
    return ", ".join(found) or "none"


def reproduce(wanted: Wanted) -> Path:
    """Write the page about all papers; nothing is run for it."""
    return write_findings(wanted.runs, wanted.out)


def write_findings(runs: Path, out: Path) -> Path:
    """Write the page from all kept runs under a folder and return its path."""
    parts = [_introduction()]
    for paper in PAPERS:
        found: list[Finding] = import_module(f"kibitz.experiments.{paper}.findings").findings(runs_of(paper, runs))
        parts.append(f"## [{_TITLES[paper]}]({paper}.md)\n\n{_count(found)}\n\n{_table([finding.row() for finding in found])}")
    make_folder(out)
    path = out / PAGE_FILE
    write_whole(path, "\n".join(parts))
    return path


def _introduction() -> str:
    return (
        "# The five papers, experiment by experiment\n\n"
        "This page is written by `kibitz reproduce verdicts --runs checkpoints` from kept runs. A figure is *reached* if ours, "
        "rounded as the printed one is, is at least as good. A statement in words *holds*, *holds partly* or *does not hold*; "
        "the paper's own page has the claims one by one.\n"
    )


def _count(found: Sequence[Finding]) -> str:
    done = sum(finding.verdict != NOT_RUN for finding in found)
    return f"{done} of {len(found)} experiments have been run."


def _table(rows: Sequence[Sequence[str]]) -> str:
    lines = [_HEAD, ["---"] * len(_HEAD), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"
