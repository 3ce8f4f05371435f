"""Pattern tables that judge positions for a tree search: which moves are likely, and what the position is worth.

They read boards as the engine's evaluation does, weigh every position at a cost of microseconds, and see all eight images of a
position alike. kibitz.learn.selfplay trains them. A file is a safetensors file and holds nothing that could run.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.features.patterns import pattern_set
from kibitz.rules.bulk import Boards
from kibitz.rules.squares import board_shape
from kibitz.search.puct import Judgements

FORMAT: Final = "kibitz policy tables 1"
LANES: Final = 2  # the value in discs, the logarithm of a move's likelihood

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
    def core(self) -> _native.PolicyTables:
        """The tables as the core reads them."""
        core = new_core(self.patterns, self.size, self.knots)
        core.weights[:] = self.weights
        return core

    def __getstate__(self) -> dict[str, Any]:
        # The core stays where it is; whoever gets a copy makes another.
        return {name: value for name, value in self.__dict__.items() if name != "core"}

    def judge(self, boards: Boards) -> Judgements:
        """See kibitz.search.puct.Judge."""
        return Judgements(*self.core.judge(boards.own, boards.opp))

    def save(self, path: Path) -> None:
        """Write the file, in numbers of 16 bits; rows that hold only zeros take no space. Raises SetupError."""
        present = self.weights.any(axis=(1, 2))
        tensors: dict[str, NDArray[Any]] = {
            "knots": np.array(self.knots, np.int32),
            "present": np.packbits(present),
            "weights": self.weights[present].astype(np.float16),
        }
        try:
            save_file(tensors, path, metadata={"format": FORMAT, "patterns": self.patterns, "size": str(self.size)})
        except OSError as error:
            raise SetupError(f"{path} cannot be written: {error.strerror or error}") from None


def new_core(patterns: str, size: int, knots: tuple[int, ...]) -> _native.PolicyTables:
    """Tables of the core whose weights are all zero. Raises SetupError for a pattern set that is not known."""
    return _native.PolicyTables(pattern_set(patterns), list(knots), board_shape(size).playable)


def load_policy_tables(path: Path) -> PolicyTables:
    """The tables in a file; raises SetupError if it is missing, damaged or of another kind."""
    try:
        with safe_open(path, framework="numpy") as stored:
            facts = stored.metadata() or {}
            tensors = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118 - it is no dictionary
    except FileNotFoundError:
        raise SetupError(f"there is no file {path} of policy tables") from None
    except (OSError, SafetensorError) as error:
        raise SetupError(f"{path} is not a file of policy tables that can be read: {error}") from None
    if facts.get("format") != FORMAT:
        raise SetupError(f"{path} holds no policy tables: its format is {facts.get('format')!r}, not {FORMAT!r}")
    try:
        return _tables(tensors, facts)
    except (KeyError, ValueError) as error:
        raise SetupError(f"{path} is damaged and cannot be used ({error}); get the file again") from None


def _tables(tensors: dict[str, NDArray[Any]], facts: dict[str, str]) -> PolicyTables:
    knots, size = tuple(map(int, tensors["knots"])), int(facts["size"])
    rows = new_core(facts["patterns"], size, knots).weights.shape[0]
    weights = np.zeros((rows, len(knots), LANES), np.float32)
    present = np.unpackbits(tensors["present"], count=rows).astype(np.bool_)
    if tensors["weights"].shape != (int(present.sum()), len(knots), LANES):
        raise ValueError(f"its weights have the shape {list(tensors['weights'].shape)}")
    weights[present] = tensors["weights"]
    if not np.isfinite(weights).all():
        raise ValueError("a weight is no number")
    return PolicyTables(facts["patterns"], size, knots, weights)
