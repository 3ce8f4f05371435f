"""How far shallow searches can be trusted: the table of ProbCut (Buro, 1995).

The table is measured with the evaluation it will be used with, on positions of real games.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.files import parse_json, write_whole
from kibitz.rules.othello.bulk import Boards
from kibitz.search.othello.evaluation import Evaluation
from kibitz.search.othello.move_values import position_values

STAGES: Final = 16
DISCS_PER_STAGE: Final = 4
# The shallow search's depth for each depth, 0 for none. Both have the same parity: who moves last matters to a value.
SHALLOW: Final = (0, 0, 0, 1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 5, 6, 7, 8, 7, 8, 9, 10)

# Called with the number of depths that are done and of all.
CutProgress = Callable[[int, int], None]

_FORMAT: Final = "kibitz probable cuts 1"
_LEAST_SPREAD: Final = 0.5


@dataclass(frozen=True)
class CutTable:
    """Slope, offset and spread of deep values against shallow ones, in discs: float32 [16 stages, depths, 3]."""

    shallow: tuple[int, ...]
    relations: NDArray[np.float32]

    def save(self, path: Path) -> None:
        """Write a JSON file."""
        content = {"format": _FORMAT, "shallow": self.shallow, "relations": np.round(self.relations.astype(float), 4).tolist()}
        write_whole(path, json.dumps(content) + "\n")


def load_cuts(path: Path) -> CutTable:
    """The table in a file; raises SetupError if it is missing, damaged or of another kind."""
    try:
        content = parse_json(path.read_text(encoding="utf-8"))
        if content["format"] != _FORMAT:
            raise SetupError(f"{path} is not a ProbCut table: its format is {content['format']!r}, not {_FORMAT!r}")
        table = CutTable(tuple(map(int, content["shallow"])), np.array(content["relations"], dtype=np.float32))
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise SetupError(f"{path} is not a ProbCut table: {error}") from None
    if table.relations.shape != (STAGES, len(table.shallow), 3):
        raise SetupError(f"{path} is damaged: relations have the shape {list(table.relations.shape)}")
    return table


def measure_cuts(evaluation: Evaluation, boards: Boards, deepest: int, progress: CutProgress | None = None) -> CutTable:
    """The table of an evaluation, measured on positions by searching them at every depth up to `deepest`.

    Greater depths are taken to be as certain as the greatest measured one of the same parity. Needs some hundred positions of
    every stage; stages without positions get the relations of the nearest stage. `progress` hears how many of the depths are
    done, and how many there are.
    """
    values = np.stack([_values_at(depth, deepest, evaluation, boards, progress) for depth in range(deepest + 1)])
    stage = np.clip((np.bitwise_count(boards.own | boards.opp).astype(int) - 4) // DISCS_PER_STAGE, 0, STAGES - 1)
    relations = np.zeros((STAGES, len(SHALLOW), 3), np.float32)
    known = np.unique(stage)
    for depth, shallow in enumerate(SHALLOW):
        measured = depth if depth <= deepest else deepest - (deepest - depth) % 2
        for number in known if shallow else ():
            chosen = stage == number
            relations[number, depth] = _relation(values[SHALLOW[measured], chosen], values[measured, chosen])
    nearest = known[np.abs(known[None, :] - np.arange(STAGES)[:, None]).argmin(axis=1)]
    return CutTable(SHALLOW, relations[nearest])


def _values_at(
    depth: int, deepest: int, evaluation: Evaluation, boards: Boards, progress: CutProgress | None
) -> NDArray[np.float32]:
    values = position_values(evaluation, boards, depth)
    if progress is not None:
        progress(depth + 1, deepest + 1)
    return values


def _relation(shallow: NDArray[np.float32], deep: NDArray[np.float32]) -> tuple[float, float, float]:
    """Least squares of deep on shallow values; one slope for all if there are too few of them to fit one."""
    if len(shallow) < 20 or shallow.std() == 0:
        return 1.0, 0.0, max(float(np.std(deep - shallow)), 2.0)
    slope, offset = np.polyfit(shallow, deep, 1)
    return float(slope), float(offset), max(float(np.std(deep - slope * shallow - offset)), _LEAST_SPREAD)
