"""The report's experiments within a budget, and the page written from all that are finished."""

from pathlib import Path

from kibitz.errors import SetupError
from kibitz.experiments.paisarnsrisomsuk2015.experiments import RECIPES, is_finished, parse_experiments, run_folder
from kibitz.experiments.paisarnsrisomsuk2015.page import write_page
from kibitz.experiments.papers import Wanted


def reproduce(wanted: Wanted) -> Path:
    """Run the experiments that are wanted and not finished, and return the page written; `data` is a folder of SGF archives.

    Where none is left to be run, torch is not needed.
    """
    names, recipe = parse_experiments(wanted.parts), wanted.recipe
    if recipe not in RECIPES:
        raise SetupError(f"recipe {recipe!r} is not known; known are {', '.join(RECIPES)}")
    missing = [name for name in names if not is_finished(run_folder(wanted.runs, recipe, name), RECIPES[recipe])]
    if missing:
        from kibitz.experiments.paisarnsrisomsuk2015.runs import run_all

        run_all(missing, wanted)
    return write_page(wanted.runs, wanted.out)
