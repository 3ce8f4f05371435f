"""The figures of an entrant of the benchmark, and the kept figures of the baselines beside which they are printed."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.samples import STAGE_NAMES
from kibitz.files import parse_json, write_whole
from kibitz.measure.accuracy import Verdicts, join
from kibitz.measure.calibration import reliability
from kibitz.measure.intervals import intervals
from kibitz.measure.othello.accuracy import judge
from kibitz.measure.othello.human_moves.asked import Asked

RATING_EDGES: Final = (-np.inf, 1200.0, 1400.0, 1600.0, 1800.0, np.inf)
RATING_NAMES: Final = ("below 1200", "1200–1399", "1400–1599", "1600–1799", "1800 and more")
_BASELINES: Final = "baselines.json"
_BATCH: Final = 1 << 14


@dataclass(frozen=True, slots=True)
class Entry:
    """Whose predictions they are, what they know of the players, and what else should be said of them."""

    name: str
    knowing: str
    note: str = ""


def report_of(entry: Entry, asked: Asked, probabilities: NDArray[np.float64]) -> dict[str, Any]:
    """All figures of some predictions [N, 64] as JSON: over all moves, without forced ones, on unseen positions, and by what."""
    verdicts = _verdicts(asked, probabilities)
    return {
        "entrant": entry.name,
        "knowing": entry.knowing,
        "note": entry.note,
        "split": asked.split,
        "digest": asked.digest,
        "sample": asked.sample,
        "games": len(np.unique(asked.game)),
        "all": _part(verdicts, asked.game, np.ones(len(asked), np.bool_)),
        "choices": _part(verdicts, asked.game, ~verdicts.forced),
        "unseen": _part(verdicts, asked.game, ~asked.seen),
        "by_stage": list(_by_stage(verdicts)),
        "by_rating": list(_by_rating(verdicts, asked)),
    }


def _verdicts(asked: Asked, probabilities: NDArray[np.float64]) -> Verdicts:
    rows = [slice(start, start + _BATCH) for start in range(0, max(len(asked), 1), _BATCH)]
    return join([judge(probabilities[some], asked.moves.take(some)) for some in rows])


def _part(verdicts: Verdicts, game: NDArray[np.int64], rows: NDArray[np.bool_]) -> dict[str, Any]:
    part = verdicts.take(rows)
    calibration = reliability(part.confidence, part.first).error() if len(part) else None
    return {**part.figures(), **intervals(part, game[rows]), "calibration": calibration}


def _by_stage(verdicts: Verdicts) -> Iterator[dict[str, Any]]:
    for stage, name in enumerate(STAGE_NAMES):
        rows = verdicts.stage == stage
        if rows.any():
            yield {"stage": name, **verdicts.take(rows).figures()}


def _by_rating(verdicts: Verdicts, asked: Asked) -> Iterator[dict[str, Any]]:
    people = ~asked.is_program
    for (low, high), name in zip(pairwise(RATING_EDGES), RATING_NAMES, strict=True):
        rows = people & (asked.rating >= low) & (asked.rating < high)
        if rows.any():
            yield {"rating": name, **verdicts.take(rows).figures()}
    for rows, name in ((people & np.isnan(asked.rating), "not known"), (asked.is_program, "programs")):
        if rows.any():
            yield {"rating": name, **verdicts.take(rows).figures()}


def kept_reports(path: Path | None = None) -> list[dict[str, Any]]:
    """The reports in a file, those of the baselines that come with Kibitz unless one is named; none if it is not there yet.

    Raises SetupError if the file is not such a list.
    """
    source = files(__package__) / _BASELINES if path is None else path
    if not source.is_file():
        return []
    found = parse_json(source.read_text(encoding="utf-8"))
    if not isinstance(found, dict) or not isinstance(found.get("reports"), list):
        raise SetupError(f"{source} holds no reports of the benchmark")
    return list(found["reports"])


def keep_report(path: Path, report: dict[str, Any]) -> None:
    """Add a report to a file, in place of an earlier one of the same entrant, knowledge and split."""
    others = [other for other in kept_reports(path) if identity(other) != identity(report)]
    kept = sorted([*others, report], key=lambda each: (each["split"], each["all"]["top1"]))
    write_whole(path, json.dumps({"reports": kept}, indent=1, ensure_ascii=False) + "\n")


def identity(report: dict[str, Any]) -> tuple[str, str, str]:
    """What tells a report from others: who predicted, knowing what, which split."""
    return report["entrant"], report["knowing"], report["split"]
