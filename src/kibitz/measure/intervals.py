"""Intervals of accuracy figures, found by drawing games, not positions, again and again: moves of one game go together."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.measure.accuracy import Verdicts

LEVEL: Final = 0.95
DRAWS: Final = 1000
_SEED: Final = 2017
_NO_INTERVAL: Final = {"top1_low": None, "top1_high": None, "nll_low": None, "nll_high": None}


def intervals(verdicts: Verdicts, game: NDArray[np.int64], draws: int = DRAWS) -> dict[str, float | None]:
    """Between which values 95 % of drawn sets of games have their top1 and nll; None where there are fewer than two games."""
    _, game = np.unique(game, return_inverse=True)
    count = int(game.max(initial=-1)) + 1
    if count < 2:
        return dict(_NO_INTERVAL)
    columns = (np.ones(len(verdicts)), verdicts.first, verdicts.nll)
    sums = np.stack([np.bincount(game, weights=column, minlength=count) for column in columns], axis=1)
    chooser = np.random.default_rng(_SEED)
    totals = np.array([sums[chooser.integers(0, count, count)].sum(axis=0) for _ in range(draws)])
    edges = ((1 - LEVEL) / 2, (1 + LEVEL) / 2)
    top1, nll = (np.quantile(totals[:, column] / totals[:, 0], edges) for column in (1, 2))
    return {"top1_low": float(top1[0]), "top1_high": float(top1[1]), "nll_low": float(nll[0]), "nll_high": float(nll[1])}
