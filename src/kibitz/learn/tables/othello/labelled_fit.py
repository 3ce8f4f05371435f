"""Pattern tables fitted to a labelled set, from the end of the game backwards, and then to known games as well."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.features.othello.patterns import pattern_set
from kibitz.learn.tables.othello.evaluation import Samples, in_chunks, joined
from kibitz.learn.tables.othello.labels import LabelFolder, bands
from kibitz.search.othello.evaluation import DISC_COUNTS, UNITS_PER_DISC, Evaluation, WinChances, row_count

Weights = NDArray[np.float32]

# Before a band is fitted, the tables that its labels reach are learned again together with it.
_REACH: Final = 2


@dataclass(frozen=True, slots=True)
class FitSettings:
    """What decides the weights besides the labels."""

    patterns: str = "wide16"
    knots: tuple[int, ...] = tuple(range(4, 65, 3))
    caution: float = 30.0  # squared errors, in discs, that a row has to have met before it moves freely
    band_rates: tuple[float, ...] = (0.4, 0.2)  # one pass over a band each
    game_rates: tuple[float, ...] = (0.6, 0.3)  # one pass over known games and labels each
    rates: tuple[float, ...] = (0.4, 0.2, 0.1)  # one pass over the labels alone each, at the end
    seed: int = 3


class Fitter:
    """Weights on their way, and how they move."""

    def __init__(self, settings: FitSettings):
        self.settings = settings
        self.weights: Weights = np.zeros((len(settings.knots), row_count(settings.patterns)), np.float32)
        self._random = np.random.default_rng(settings.seed)

    def fit(self, passes: list[tuple[Samples, float]], report: Callable[[float], None] = lambda _error: None) -> None:
        """Go over samples at a rate, one pass after the other."""
        settings = self.settings
        trainer = _native.othello.EvaluationTrainer(
            pattern_set(settings.patterns), list(settings.knots), True, True, settings.caution
        )
        trainer.restore(self.weights, np.full_like(self.weights, settings.caution))
        for samples, rate in passes:
            chosen = samples.select(in_chunks(samples.disc_counts, self._random))
            report(trainer.learn(chosen.boards.own, chosen.boards.opp, chosen.target, rate))
        self.weights = trainer.weights()

    def start_earlier_knots(self, discs: int) -> None:
        """Knots before those that boards with so many discs have taught begin as these ended."""
        first = max(0, int(np.searchsorted(self.settings.knots, discs, side="right")) - 1)
        self.weights[:first] = self.weights[first]

    def evaluation(self) -> Evaluation:
        """The tables as they are now, without chances to win."""
        limits = np.iinfo(np.int16)
        whole = np.clip(np.rint(self.weights * UNITS_PER_DISC), -limits.max, limits.max).astype(np.int16)
        flat = WinChances(np.zeros(DISC_COUNTS, np.float32), np.zeros(DISC_COUNTS, np.float32))
        return Evaluation(self.settings.patterns, self.settings.knots, whole, flat)


def fit_backwards(
    fitter: Fitter, folder: LabelFolder, exact: Samples, report: Callable[[int, float], None] = lambda _discs, _error: None
) -> Samples:
    """All labels, each band's made by the tables fitted to what comes after it; the fitter's weights are left fitted to them.

    `exact` are further positions near the end with exact scores. `report` gets the fewest discs of each band that is done.
    """
    first_solved = 64 - folder.settings.solved_empties
    solved = folder.labelled(range(first_solved, 64), None)
    made = [part for part in (solved,) if part is not None]
    _fit_band(fitter, joined([*made, _between(exact, first_solved, 63)]), first_solved, report)
    for band in bands(folder.settings):
        labelled = folder.labelled(band, fitter.evaluation())
        if labelled is None:
            break
        made.append(labelled)
        reached = _REACH * len(band) - 1
        parts = [_between(part, band[0], band[0] + reached) for part in (*made, exact)]
        _fit_band(fitter, joined(parts), band[0], report)
    return joined(made)


def evened(samples: Samples, evaluation: Evaluation) -> Samples:
    """The samples with targets that on the mean of each number of discs are what the evaluation says.

    How games went on is a noisy label with a bias against the side to move; evened out, the noise alone is left.
    """
    counts = samples.disc_counts
    excess = samples.target - evaluation.values(samples.boards)
    met = np.maximum(np.bincount(counts, minlength=DISC_COUNTS), 1)
    bias = np.bincount(counts, excess, DISC_COUNTS) / met
    return Samples(samples.boards, (samples.target - bias[counts]).astype(np.float32), samples.result)


def _fit_band(fitter: Fitter, samples: Samples, discs: int, report: Callable[[int, float], None]) -> None:
    fitter.fit([(samples, rate) for rate in fitter.settings.band_rates], lambda error: report(discs, error))
    fitter.start_earlier_knots(discs)


def _between(samples: Samples, first: int, last: int) -> Samples:
    counts = samples.disc_counts
    return samples.select((counts >= first) & (counts <= last))
