"""The whole protocol of measuring a model on games: what every accuracy figure of Kibitz says in addition to one number.

Figures are over all moves, with forced moves left out, with every different position counted once, and, where the keys of the
training positions are given, apart for positions that were seen in training and those that were not. Intervals hold 95 % of the
values found by drawing games, not positions, again and again: moves of one game go together.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.position_keys import position_keys
from kibitz.features.othello.recorded_moves import UNKNOWN_YEAR, RecordedMoves
from kibitz.measure.accuracy import Verdicts
from kibitz.measure.calibration import reliability
from kibitz.measure.intervals import intervals
from kibitz.rules.othello.bulk import Masks


def accuracy_report(verdicts: Verdicts, played: RecordedMoves, seen: Masks | None = None) -> dict[str, Any]:
    """All figures of the verdicts on some games, as JSON; `seen` are the keys of the positions of training, in any order.

    `choices` leaves forced moves out, `unique` counts each position up to symmetry once. Games without a year are missing in
    `by_year`.
    """
    keys = position_keys(played.moves.situations)
    report = {
        "games": len(np.unique(played.game)),
        **verdicts.summary(),
        **intervals(verdicts, played.game),
        "choices": _part(verdicts, played, ~verdicts.forced),
        "unique": verdicts.figures(_once_each(keys)),
        "by_year": _by_year(verdicts, played.year),
        "calibration": reliability(verdicts.confidence, verdicts.first).to_json(),
    }
    if seen is not None:
        was_seen = np.isin(keys, seen)
        report["seen"] = _part(verdicts, played, was_seen)
        report["unseen"] = _part(verdicts, played, ~was_seen)
    return report


def _part(verdicts: Verdicts, played: RecordedMoves, rows: NDArray[np.bool_]) -> dict[str, Any]:
    part = verdicts.take(rows)
    return {**part.figures(), **intervals(part, played.game[rows])}


def _once_each(keys: Masks) -> NDArray[np.float64]:
    """Weights [N] with which each different position counts once, however often it occurs."""
    _, place, count = np.unique(keys, return_inverse=True, return_counts=True)
    return 1.0 / count[place]


def _by_year(verdicts: Verdicts, year: NDArray[np.int64]) -> list[dict[str, Any]]:
    years = [known for known in np.unique(year).tolist() if known != UNKNOWN_YEAR]
    return [{"year": known, **verdicts.take(year == known).figures()} for known in years]
