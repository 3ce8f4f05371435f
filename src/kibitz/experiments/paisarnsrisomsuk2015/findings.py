"""The experiments of the report, for the page of all papers."""

from pathlib import Path

from kibitz.experiments.findings import Finding, reached
from kibitz.experiments.paisarnsrisomsuk2015.choices import compared, verdict
from kibitz.experiments.paisarnsrisomsuk2015.experiments import EXPERIMENTS, PREDICTED, RECIPES, VARIANTS, run_folder
from kibitz.experiments.paisarnsrisomsuk2015.gains import gain_of
from kibitz.experiments.paisarnsrisomsuk2015.paper import PRINTED, TRAINING_MOVES


def findings(runs: Path) -> list[Finding]:
    """Every final board by both recipes, and the report's choices made the other way: first guesses and gains."""
    boards = [_finding(recipe, name, runs) for recipe in RECIPES for name in EXPERIMENTS if name != PREDICTED]
    choices = [_choice(recipe, name, runs) for name, variant in VARIANTS.items() for recipe in variant.recipes]
    return boards + choices


def _choice(recipe: str, name: str, runs: Path) -> Finding:
    variant, (folder, gain) = VARIANTS[name], compared(name, recipe, runs)
    words, result = f"{variant.says}, {recipe} recipe", folder.result()
    if result is None:
        return Finding(words, "not stated", variant.printed)
    settings = folder.settings()
    here = f"{settings['train']:,} moves, {settings['networks']} networks"
    ours = f"{100 * result['top_1']:.1f} %" + ("" if gain is None else f", gain {gain}")
    return Finding(words, "not stated", variant.printed, here, ours, verdict(variant, gain))


def _finding(recipe: str, name: str, runs: Path) -> Finding:
    words = f"final board {name}, {recipe} recipe"
    there, printed = f"{TRAINING_MOVES:,} moves", PRINTED.get(name)
    said = "a curve only" if printed is None else f"{printed.top_1:g} %, gain {printed.top_1 - PRINTED['none'].top_1:g}"
    folder, base = run_folder(runs, recipe, name), run_folder(runs, recipe, "none")
    result = folder.result()
    if result is None or base.result() is None:
        return Finding(words, there, said)
    gain = gain_of(folder, base)
    ours = f"{100 * result['top_1']:.1f} %" + ("" if name == "none" else f", gain {gain}")
    settings = folder.settings()
    here = f"{settings['train']:,} moves, {settings['networks']} networks"
    return Finding(words, there, said, here, ours, _verdict(name, 100 * result["top_1"], gain.points))


def _verdict(name: str, top_1: float, gain: float) -> str:
    printed = PRINTED.get(name)
    if printed is None:
        return "nothing printed to compare with"
    return reached(round(top_1) >= printed.top_1) if name == "none" else reached(gain >= printed.top_1 - PRINTED["none"].top_1)
