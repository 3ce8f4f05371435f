"""The report's experiments within a budget, and the page written from all that are finished."""

from pathlib import Path

from kibitz.errors import SetupError
from kibitz.experiments.paisarnsrisomsuk2015.experiments import RECIPES, is_finished, parse_experiments, recipe_of, run_folder
from kibitz.experiments.paisarnsrisomsuk2015.owners_page import OWNERS
from kibitz.experiments.paisarnsrisomsuk2015.page import write_page
from kibitz.experiments.papers import Wanted, split_parts


def reproduce(wanted: Wanted) -> Path:
    """Run the experiments that are wanted and not finished, and return the page written; `data` is a folder of SGF archives.

    Where none is left to be run, torch is not needed. Variants that change nothing about the recipe are left out.
    `owners` stands for what owners are worth to `go-network`; its data are professionals' games.
    """
    parts, recipe = split_parts(wanted.parts), wanted.recipe
    names = parse_experiments(",".join(part for part in parts if part != OWNERS))
    if recipe not in RECIPES:
        raise SetupError(f"recipe {recipe!r} is not known; known are {', '.join(RECIPES)}")
    if OWNERS in parts:
        from kibitz.experiments.paisarnsrisomsuk2015.strong_model import measure_owners

        measure_owners(wanted)
    found = {name: how for name in names if (how := recipe_of(name, recipe)) is not None}
    missing = {name: how for name, how in found.items() if not is_finished(run_folder(wanted.runs, recipe, name), how)}
    if missing:
        from kibitz.experiments.paisarnsrisomsuk2015.runs import run_all

        run_all(missing, wanted)
    return write_page(wanted.runs, wanted.out)
