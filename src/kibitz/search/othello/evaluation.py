"""The learned evaluation: pattern tables that say in discs what a position is worth to the side to move.

The weights are whole numbers of 1/64 disc at a few disc counts, blended between them; see native/othello/evaluation.hpp. A file
is a safetensors file and holds nothing that could run.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.features.othello.patterns import pattern_set
from kibitz.rules.othello.bulk import Boards
from kibitz.tensor_files import read_tensors, write_tensors

UNITS_PER_DISC: Final = _native.othello.UNITS_PER_DISC
DISC_COUNTS: Final = 65  # a board has 0 to 64 discs

_FORMAT: Final = "kibitz evaluation 1"


@dataclass(frozen=True)
class WinChances:
    """How a value becomes a chance: a logistic curve for each disc count, draws counted as half a win."""

    slope: NDArray[np.float32]  # [65], per disc of value
    offset: NDArray[np.float32]  # [65]

    def of(self, values: NDArray[np.float64], disc_counts: NDArray[np.integer]) -> NDArray[np.float64]:
        """The mover's chance to win of values in discs, [N]."""
        chances: NDArray[np.float64] = 1 / (1 + np.exp(-(self.slope[disc_counts] * values + self.offset[disc_counts])))
        return chances


@dataclass(frozen=True)
class Evaluation:
    """Pattern tables ready for use. `weights` is int16 [knots, rows]; `knots` are the disc counts they belong to."""

    patterns: str
    knots: tuple[int, ...]
    weights: NDArray[np.int16]
    win_chances: WinChances

    @cached_property
    def core(self) -> _native.othello.Evaluation:
        """The tables laid out for speed; made on first use, which takes a tenth of a second."""
        return _native.othello.Evaluation(pattern_set(self.patterns), list(self.knots), self.weights)

    def values(self, boards: Boards) -> NDArray[np.float64]:
        """The expected final score in discs, seen by the side to move, [N]. Whether a game is over is not looked at."""
        values: NDArray[np.float64] = self.core.values(boards.own, boards.opp) / UNITS_PER_DISC
        return values

    def chances(self, boards: Boards) -> NDArray[np.float64]:
        """The mover's chance to win, [N]."""
        return self.win_chances.of(self.values(boards), np.bitwise_count(boards.own | boards.opp))

    def save(self, path: Path) -> None:
        """Write the file; raises SetupError if that is not possible."""
        tensors: dict[str, NDArray[Any]] = {
            "knots": np.array(self.knots, dtype=np.int32),
            "weights": self.weights,
            "win_slope": self.win_chances.slope,
            "win_offset": self.win_chances.offset,
        }
        write_tensors(path, tensors, {"format": _FORMAT, "patterns": self.patterns})


def load_evaluation(path: Path) -> Evaluation:
    """The evaluation in a file; raises SetupError if it is missing, damaged or of another kind."""
    tensors, facts = read_tensors(path, "an evaluation", _FORMAT)
    _check_tensors(tensors, facts.get("patterns", ""), path)
    chances = WinChances(tensors["win_slope"], tensors["win_offset"])
    return Evaluation(facts["patterns"], tuple(map(int, tensors["knots"])), tensors["weights"], chances)


def row_count(patterns: str) -> int:
    """Rows of an evaluation on a pattern set: those of the patterns and of the counts of the whole board."""
    return pattern_set(patterns).row_count + _native.othello.COUNT_ROWS


def _check_tensors(tensors: Mapping[str, NDArray[np.generic]], patterns: str, path: Path) -> None:
    knots = tensors.get("knots", np.zeros(0, dtype=np.int32))
    wanted = {
        "knots": ("int32", knots.shape),
        "weights": ("int16", (*knots.shape, row_count(patterns))),
        "win_slope": ("float32", (DISC_COUNTS,)),
        "win_offset": ("float32", (DISC_COUNTS,)),
    }
    for name, (kind, shape) in wanted.items():
        found = tensors.get(name)
        if found is None or str(found.dtype) != kind or found.shape != shape:
            held = "missing" if found is None else f"{found.dtype} {list(found.shape)}"
            raise SetupError(f"{path} is damaged: {name} is {held}, not {kind} {list(shape)}")
    if knots.ndim != 1 or knots.size < 2 or (np.diff(knots.astype(np.int64)) <= 0).any():
        raise SetupError(f"{path} is damaged: its knots do not rise")
