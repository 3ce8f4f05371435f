"""The report's own choices made the other way: a section of its page, made from finished runs alone."""

from pathlib import Path
from typing import Final

from kibitz.experiments.paisarnsrisomsuk2015.experiments import RECIPES, VARIANTS, Variant, run_folder
from kibitz.experiments.paisarnsrisomsuk2015.gains import Gain, gain_of
from kibitz.learn.runs.run_folder import RunFolder

NOT_RUN: Final = "not run"
NO_VERDICT: Final = "nothing to compare with"
HEAD: Final = ("the other choice", "recipe", "the report", "networks", "top 1, here", "gain, here", "verdict")
_WITHIN_CHANCE: Final = "within two standard errors"


def choice_rows(runs: Path) -> list[tuple[str, ...]]:
    """Rows of a table, one for each variant and each recipe that has what it changes."""
    return [_row(name, recipe, runs) for name, variant in VARIANTS.items() for recipe in RECIPES if recipe in variant.recipes]


def ranks_text(runs: Path) -> str:
    """How the movers' ranks are spread in the games of all ranks; empty if no network was taught on them."""
    folder = run_folder(runs, "thesis", "none-all-ranks")
    if folder.result() is None:
        return ""
    settings = folder.settings()
    told = ", ".join(f"{count:,} of {dan} dan" for dan, count in settings["ranks"].items() if count)
    return f"\nThe {settings['train']:,} moves of all ranks are {told}; kyu players count as 1 dan.\n"


def compared(name: str, recipe: str, runs: Path) -> tuple[RunFolder, Gain | None]:
    """A variant's run, and its gain over the run it is compared with if both are finished."""
    folder, base = run_folder(runs, recipe, f"none-{name}"), VARIANTS[name].base
    other = run_folder(runs, recipe, base) if base else None
    if folder.result() is None or other is None or other.result() is None:
        return folder, None
    return folder, gain_of(folder, other)


def verdict(variant: Variant, gain: Gain | None) -> str:
    """Whether what the report says of a choice shows here."""
    if gain is None:
        return NO_VERDICT
    is_worse, is_better = Gain(-gain.points, gain.error).is_clear, gain.is_clear
    if variant.printed == "no better":
        return "does not hold" if is_better else "holds"
    if variant.printed == "worse":
        return "holds" if is_worse else "does not hold" if is_better else _WITHIN_CHANCE
    return "worse" if is_worse else "better" if is_better else _WITHIN_CHANCE


def _row(name: str, recipe: str, runs: Path) -> tuple[str, ...]:
    variant, (folder, gain) = VARIANTS[name], compared(name, recipe, runs)
    result = folder.result()
    if result is None:
        return variant.says, recipe, variant.printed, *[NOT_RUN] * 4
    shown = f"{100 * result['top_1']:.1f} %"
    told = "–" if gain is None else f"{gain} over `{variant.base}`"
    return variant.says, recipe, variant.printed, str(folder.settings()["networks"]), shown, told, verdict(variant, gain)
