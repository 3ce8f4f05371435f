"""The evolutions of the dissertation, for the page of all papers."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from kibitz.experiments.findings import Finding
from kibitz.experiments.pinkney2009.page import repeats, share_won
from kibitz.experiments.pinkney2009.paper import PLATEAU_FROM, RISE_FROM, STOPPED_AFTER
from kibitz.experiments.pinkney2009.variants import VARIANTS
from kibitz.experiments.pinkney2009.verdicts import curve_verdict
from kibitz.learn.runs.run_folder import RunFolder

_THERE: Final = f"{STOPPED_AFTER} generations, one run"
# What was tried beside the recipe, each with all its seeds: his extensions, and ours.
_PROPOSED: Final = (("crossover",), ("larger",), ("searcher",), ("pool", *(f"pool-seed{seed}" for seed in range(2, 6))))
_OURS: Final = (
    ("small-start",),
    ("cma",),
    ("cma-random", "cma-random-seed2", "cma-random-seed3"),
    ("cma-few",),
    ("cma-pool",),
    ("cma-searcher",),
)


def findings(runs: Path) -> list[Finding]:
    """The curve of figure 8, his extensions, and ours."""
    return [
        _curve(runs),
        *(_extension(names, "proposed", runs) for names in _PROPOSED),
        *(_extension(names, "ours", runs) for names in _OURS),
    ]


def _curve(runs: Path) -> Finding:
    words = "figure 8: games won against a random mover"
    printed = f"rises markedly from generation {RISE_FROM}, is level from {PLATEAU_FROM}"
    folders = repeats(runs)
    if not folders:
        return Finding(words, _THERE, printed)
    generations = int(folders[0].metrics()[-1]["step"])
    here = f"{generations} generations, {len(folders)} seed{'s' if len(folders) > 1 else ''}"
    verdict, ours = curve_verdict(folders)
    return Finding(words, _THERE, printed, here, ours, verdict)


def _extension(names: Sequence[str], printed: str, runs: Path) -> Finding:
    """What the best networks of some seeds of an extension win, in games that had no say in their choice."""
    words = f"{printed}: {VARIANTS[names[0]].says}"
    found = [result for name in names if (result := RunFolder(runs / name).result()) is not None]
    if not found:
        return Finding(words, "not run there", printed)
    shares = [share_won(result["random"]) for result in found]
    here = f"{found[0]['generations']} generations, {len(found)} of {len(names)} seed{'s' if len(names) > 1 else ''}"
    ours = f"{', '.join(f'{100 * share:.1f} %' for share in shares)} against a random mover"
    return Finding(words, "not run there", printed, here, ours, _better(shares, runs))


def _better(shares: Sequence[float], runs: Path) -> str:
    """Whether an extension does better than the recipe as printed; a single seed of either is only said to be higher or not."""
    printed = [share_won(found["random"]) for folder in repeats(runs) if (found := folder.result()) is not None]
    if not printed:
        return "nothing to compare with"
    gain = float(np.mean(shares) - np.mean(printed))
    if min(len(shares), len(printed)) < 2:
        return f"{'higher' if gain > 0 else 'not higher'} than as printed, by single seeds"
    error = float(np.hypot(*(np.std(each, ddof=1) / len(each) ** 0.5 for each in (shares, printed))))
    return "better" if gain > 2 * error else "worse" if gain < -2 * error else "within two standard errors"
