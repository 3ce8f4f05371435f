"""Whether probabilities mean what they say: of the moves called 60 % likely, are 60 % played?

The table is that of a reliability diagram over the first choices; its error is the expected calibration error of Naeini, Cooper &
Hauskrecht, "Obtaining well calibrated probabilities using Bayesian binning" (AAAI 2015): the mean distance between what was said
and what happened, weighted by positions.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.pictures import new_figure, save_figure

BINS: Final = 10


@dataclass(frozen=True, slots=True)
class Reliability:
    """Positions by the probability of their first choice: how many, the mean probability, the share played, all [BINS].

    Means and shares are 0 in bins without positions.
    """

    positions: NDArray[np.int64]
    confidence: NDArray[np.float64]
    played: NDArray[np.float64]

    def error(self) -> float:
        """The expected calibration error, from 0 to 1."""
        distance = np.abs(self.confidence - self.played)
        return float((distance * self.positions).sum() / max(int(self.positions.sum()), 1))

    def to_json(self) -> dict[str, Any]:
        """`error`, and `table` with a row for each bin that has positions."""
        rows = [
            {
                "from": bin / BINS,
                "to": (bin + 1) / BINS,
                "positions": int(self.positions[bin]),
                "confidence": float(self.confidence[bin]),
                "played": float(self.played[bin]),
            }
            for bin in np.flatnonzero(self.positions).tolist()
        ]
        return {"error": self.error(), "table": rows}


def reliability(confidence: NDArray[np.float64], first: NDArray[np.bool_] | NDArray[np.floating[Any]]) -> Reliability:
    """The table of some first choices: their probabilities [N] and whether, or to which share, they were played [N]."""
    bins = np.clip((confidence * BINS).astype(np.int64), 0, BINS - 1)
    positions = np.bincount(bins, minlength=BINS)
    filled = np.maximum(positions, 1)
    said = np.bincount(bins, weights=confidence, minlength=BINS) / filled
    return Reliability(positions, said, np.bincount(bins, weights=first, minlength=BINS) / filled)


def plot_reliability(
    table: Reliability, title: str, path: Path, said: str = "probability of the first choice", happened: str = "share played"
) -> None:
    """Write the reliability diagram as a picture; raises SetupError without matplotlib or if the file cannot be written."""
    figure = new_figure(5, 5)
    axes = figure.subplots()
    filled = table.positions > 0
    axes.plot([0, 1], [0, 1], color="grey", linestyle="dotted", label="as said")
    axes.plot(table.confidence[filled], table.played[filled], marker="o", label=f"error {100 * table.error():.1f} %")
    axes.set(xlim=(0, 1), ylim=(0, 1), xlabel=said, ylabel=happened, title=title)
    axes.legend(loc="upper left")
    save_figure(figure, path)
