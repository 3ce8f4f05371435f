"""The paper's runs within a budget, and the page written from all that are finished."""

from pathlib import Path

from kibitz.experiments.leouski1996.matches import CALIBRATION, PLAYED
from kibitz.experiments.leouski1996.page import write_page
from kibitz.experiments.leouski1996.runs import run_all
from kibitz.experiments.matches import play_missing
from kibitz.experiments.papers import MATCHES, Wanted, split_parts

_EVERYTHING = "all"


def reproduce(wanted: Wanted) -> Path:
    """Run what is wanted, everything where only a budget is given, and return the page written.

    Runs that the budget cuts short go on at the next call; finished ones are not run again.
    """
    names = split_parts(wanted.parts)
    if MATCHES in names:
        play_missing((*PLAYED, *CALIBRATION), wanted)
    parts = ",".join(name for name in names if name != MATCHES)
    run_all(parts or (_EVERYTHING if wanted.minutes else ""), wanted.runs, wanted.minutes, wanted.tell)
    return write_page(wanted.runs, wanted.out)
