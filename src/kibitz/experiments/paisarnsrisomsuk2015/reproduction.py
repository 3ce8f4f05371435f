"""The report's experiments within a budget, and the page written from all that are finished."""

from pathlib import Path

from kibitz.experiments.paisarnsrisomsuk2015.page import write_page
from kibitz.experiments.paisarnsrisomsuk2015.runs import run_all
from kibitz.experiments.papers import Wanted


def reproduce(wanted: Wanted) -> Path:
    """Run the experiments that are wanted and not finished, and return the page written; `data` is a folder of SGF archives."""
    run_all(wanted)
    return write_page(wanted.runs, wanted.out)
