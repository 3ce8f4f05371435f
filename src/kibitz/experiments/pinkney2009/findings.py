"""The evolutions of the dissertation, for the page of all papers."""

from pathlib import Path
from typing import Final

import numpy as np

from kibitz.experiments.findings import Finding
from kibitz.experiments.pinkney2009.page import repeats, share_won
from kibitz.experiments.pinkney2009.paper import PLATEAU_FROM, RISE_FROM, STOPPED_AFTER
from kibitz.experiments.pinkney2009.pictures import smoothed_curves
from kibitz.experiments.pinkney2009.variants import VARIANTS
from kibitz.learn.runs.run_folder import RunFolder

_THERE: Final = f"{STOPPED_AFTER} generations, one run"
_EXTENSIONS: Final = ("crossover", "larger", "searcher", "pool")


def findings(runs: Path) -> list[Finding]:
    """The curve of figure 8, and his extensions."""
    return [_curve(runs), *(_extension(name, runs) for name in _EXTENSIONS)]


def _curve(runs: Path) -> Finding:
    words = "figure 8: games won against a random mover"
    printed = f"rises markedly from generation {RISE_FROM}, is level from {PLATEAU_FROM}"
    folders = repeats(runs)
    if not folders:
        return Finding(words, _THERE, printed)
    curve = 100 * smoothed_curves(folders).mean(axis=0)
    first, rise, level, last = (curve[place] for place in (0, RISE_FROM, PLATEAU_FROM, len(curve) - 1))
    ours = f"{first:.0f} % at the start, {rise:.0f} % at {RISE_FROM}, {level:.0f} % at {PLATEAU_FROM}, {last:.0f} % at the end"
    here = f"{len(curve) - 1} generations, {len(folders)} seed{'s' if len(folders) > 1 else ''}"
    is_late, is_level = level - rise > rise - first, abs(last - level) < (level - first) / 2
    verdict = "holds" if is_late and is_level else "holds partly" if level > first else "does not hold"
    return Finding(words, _THERE, printed, here, ours, verdict)


def _extension(name: str, runs: Path) -> Finding:
    words = f"proposed: {VARIANTS[name].says}"
    result = RunFolder(runs / name).result()
    if result is None:
        return Finding(words, "not run there", "proposed")
    ours = f"{100 * share_won(result['random']):.1f} % against a random mover"
    return Finding(words, "not run there", "proposed", f"{result['generations']} generations", ours, _better(result, runs))


def _better(result: dict[str, dict[str, int]], runs: Path) -> str:
    """Whether an extension does better than the recipe as printed."""
    shares = [share_won(found["random"]) for folder in repeats(runs) if (found := folder.result()) is not None]
    if not shares:
        return "nothing to compare with"
    return "better than as printed" if share_won(result["random"]) > np.mean(shares) else "no better than as printed"
