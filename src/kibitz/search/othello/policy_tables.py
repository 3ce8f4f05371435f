"""Pattern tables that judge positions for a tree search: which moves are likely, and what the position is worth.

They read boards as the engine's evaluation does, weigh every position at a cost of microseconds, and see all eight images of a
position alike. kibitz.learn.selfplay.othello.learning trains them. A file is a safetensors file and holds nothing that could run.
"""

import math
import zlib
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
from kibitz.rules.squares import board_shape
from kibitz.search.othello.puct import Judgements
from kibitz.tensor_files import read_tensors, write_tensors

FORMAT: Final = "kibitz policy tables 1"
LANES: Final = 2  # the value in discs, the logarithm of a move's likelihood
STEPS: Final = (1 / 16, 1 / 64)  # of weights in files, one for each lane
_STEP_RANGE: Final = (-32768, 32767)

Weights = NDArray[np.float32]


@dataclass(frozen=True)
class PolicyTables:
    """Tables ready for use. `weights` is float32 [rows, knots, 2]; `knots` are the disc counts they belong to."""

    patterns: str
    size: int
    knots: tuple[int, ...]
    weights: Weights

    @property
    def counts_discs(self) -> bool:
        return True

    @cached_property
    def core(self) -> _native.othello.PolicyTables:
        """The tables as the core reads them."""
        core = new_core(self.patterns, self.size, self.knots)
        core.weights[:] = self.weights
        return core

    def __getstate__(self) -> dict[str, Any]:
        # The core stays where it is; whoever gets a copy makes another.
        return {name: value for name, value in self.__dict__.items() if name != "core"}

    def judge(self, boards: Boards) -> Judgements:
        """See kibitz.search.othello.puct.Judge."""
        return Judgements(*self.core.judge(boards.own, boards.opp))

    def save(self, path: Path) -> None:
        """Write the file, in whole steps of STEPS; rows that hold only zeros take no space. Raises SetupError."""
        steps = np.clip(np.rint(self.weights / np.array(STEPS, np.float32)), *_STEP_RANGE).astype("<i2")
        present = steps.any(axis=(1, 2))
        tensors: dict[str, NDArray[Any]] = {
            "knots": np.array(self.knots, np.int32),
            "present": np.packbits(present),
            "weights": np.frombuffer(_packed(steps[present]), np.uint8),
        }
        write_tensors(path, tensors, {"format": FORMAT, "patterns": self.patterns, "size": str(self.size)})


def new_core(patterns: str, size: int, knots: tuple[int, ...]) -> _native.othello.PolicyTables:
    """Tables of the core whose weights are all zero. Raises SetupError for a pattern set that is not known."""
    return _native.othello.PolicyTables(pattern_set(patterns), list(knots), board_shape(size).playable)


def load_policy_tables(path: Path) -> PolicyTables:
    """The tables in a file; raises SetupError if it is missing, damaged or of another kind."""
    tensors, facts = read_tensors(path, "policy tables", FORMAT)
    try:
        return _tables(tensors, facts)
    except (KeyError, ValueError, zlib.error) as error:
        raise SetupError(f"{path} is damaged and cannot be used ({error}); get the file again") from None


def _tables(tensors: dict[str, NDArray[Any]], facts: dict[str, str]) -> PolicyTables:
    knots, size = tuple(map(int, tensors["knots"])), int(facts["size"])
    rows = new_core(facts["patterns"], size, knots).weights.shape[0]
    weights = np.zeros((rows, len(knots), LANES), np.float32)
    present = np.unpackbits(tensors["present"], count=rows).astype(np.bool_)
    steps = _unpacked(tensors["weights"].tobytes(), (int(present.sum()), len(knots), LANES))
    weights[present] = steps * np.array(STEPS, np.float32)
    return PolicyTables(facts["patterns"], size, knots, weights)


def _packed(steps: NDArray[np.int16]) -> bytes:
    """Steps as few bytes: lane after lane and low bytes before high ones, because those are alike."""
    lanes = np.ascontiguousarray(steps.transpose(2, 1, 0))
    return zlib.compress(np.ascontiguousarray(lanes.view(np.uint8).reshape(-1, 2).T).tobytes(), 9)


def _unpacked(data: bytes, shape: tuple[int, int, int]) -> NDArray[np.int16]:
    """What _packed() made of steps of a shape; raises ValueError if it is something else."""
    size = 2 * math.prod(shape)
    found = zlib.decompressobj().decompress(data, size + 1)
    if len(found) != size:
        raise ValueError(f"{len(found)} bytes of weights instead of {size}")
    planes = np.frombuffer(found, np.uint8).reshape(2, -1)
    steps: NDArray[np.int16] = np.ascontiguousarray(planes.T).view("<i2").reshape(shape[::-1]).transpose(2, 1, 0)
    return steps
