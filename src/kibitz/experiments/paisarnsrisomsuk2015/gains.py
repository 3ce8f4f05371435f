"""What a final board is worth to the network: gains with their standard errors, and the sentences that follow from them.

Every number comes from finished runs; without runs nothing is claimed.
"""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np

from kibitz.experiments.paisarnsrisomsuk2015.experiments import PREDICTED, RECIPES, SIMULATIONS, last_first_guesses, run_folder
from kibitz.experiments.paisarnsrisomsuk2015.paper import PRINTED
from kibitz.learn.runs.run_folder import RunFolder

RECIPE_NAMES: Final = {
    "thesis": "The report's recipe",
    "better": "The same network with Adam, batches of 100 and four passes",
}
_MOST: Final = f"simulated-{SIMULATIONS[-1]}"
_COMPARED: Final = {
    "record": "the record's final board",
    _MOST: "a thousand simulations",
    PREDICTED: "the owners our network expects",
}
_WHY_SIMULATIONS_FAIL: Final = (
    "Why a thousand simulations gain nothing here has not been found out. It may be that the recipe stops in the middle of "
    "learning: a network that sees a final board has 17 planes instead of 8, so that its first sums are larger, and what "
    "simulations tell would have to make up for that start within one pass."
)


@dataclass(frozen=True, slots=True)
class Gain:
    """By how many points a run's first guesses are more often right than the base's; the error is None for single networks."""

    points: float
    error: float | None

    def __str__(self) -> str:
        return f"{self.points:.1f}" + ("" if self.error is None else f" ± {self.error:.1f}")

    @property
    def is_clear(self) -> bool:
        """Whether the gain is above two standard errors."""
        return self.error is not None and self.points > 2 * self.error


def gain_of(run: RunFolder, base: RunFolder) -> Gain:
    """The gain of one finished run over another."""
    ours, theirs = (100 * np.array(last_first_guesses(folder)) for folder in (run, base))
    points = float(ours.mean() - theirs.mean())
    if min(len(ours), len(theirs)) < 2:
        return Gain(points, None)
    return Gain(points, float(np.hypot(*(shares.std(ddof=1) / np.sqrt(len(shares)) for shares in (ours, theirs)))))


def gains_text(runs: Path) -> str:
    """The section about gains: the report's, and for each recipe what was found; says so where no run is finished."""
    found = [text for recipe in RECIPES if (text := _recipe_text(recipe, runs))]
    return (
        "\n\n".join(["## The gains", _report_text(), *(found or ["No run is finished, so there is nothing to compare."])]) + "\n"
    )


def _report_text() -> str:
    gains = {name: printed.top_1 - PRINTED["none"].top_1 for name, printed in PRINTED.items()}
    board, simulations = (f"{gains[name]:g}" for name in ("record", _MOST))
    return f"The report gains {board} points with the record's final board and {simulations} with a thousand simulations."


def _recipe_text(recipe: str, runs: Path) -> str:
    """What a recipe's finished runs say, or nothing if the network without a final board is not among them."""
    base = run_folder(runs, recipe, "none")
    if base.result() is None:
        return ""
    gains = {name: gain_of(folder, base) for name in _COMPARED if (folder := run_folder(runs, recipe, name)).result()}
    if not gains:
        return ""
    told = ", ".join(f"{gain} points from {_COMPARED[name]}" for name, gain in gains.items())
    return f"**{RECIPE_NAMES[recipe]}.** It gains {told}. {_order_text(recipe, runs)}{_verdict(gains)}" + _why(recipe, gains)


def _verdict(gains: dict[str, Gain]) -> str:
    """Whether each of the report's gains is there at all, and as large; empty where none of its own was run."""
    said = []
    for name in ("record", _MOST):
        if name in gains:
            printed = PRINTED[name].top_1 - PRINTED["none"].top_1
            word = (
                "reached" if gains[name].points >= printed else "there, but smaller" if gains[name].is_clear else "not to be seen"
            )
            said.append(f"{_COMPARED[name]} {word}")
    return f" **Verdict on the report's gains**: {'; '.join(said)}." if said else ""


def _why(recipe: str, gains: dict[str, Gain]) -> str:
    is_explained = RECIPES[recipe].is_printed and _MOST in gains and not gains[_MOST].is_clear
    return f"\n\n{_WHY_SIMULATIONS_FAIL}" if is_explained else ""


def _order_text(recipe: str, runs: Path) -> str:
    """Whether the first guesses rise from no final board over more and more simulations to the record's, as the report has it."""
    names = ["none", *(f"simulated-{count}" for count in SIMULATIONS), "record"]
    shares = {name: 100 * result["top_1"] for name in names if (result := run_folder(runs, recipe, name).result())}
    told = ", ".join(f"{name} {share:.1f} %" for name, share in shares.items())
    falls = [f"{second} below {first}" for first, second in pairwise(shares) if shares[second] < shares[first]]
    verdict = f"The order is the report's but for {' and '.join(falls)}" if falls else "The order is the report's"
    return f"{verdict}: {told}."
