"""The expert for Go: how likely a professional plays each legal move, in the light install.

Patterns of growing size around a move and around the last one, and what the move does, each have a row of numbers; a small
network turns the sum of a move's rows into its score. It is a safetensors file; nothing in it is executed.
kibitz.learn.tables.go.expert trains it.
"""

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.features.go.moves import GoMoves
from kibitz.features.go.planes import recent_points
from kibitz.nets.go.spec import GoExpertSaid
from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import PASS
from kibitz.tensor_files import Facts, Tensors, read_tensors, write_tensors

FORMAT: Final = "kibitz go expert 1"
LAYOUT_VERSION: Final = 1  # of the patterns and features of the core

_KEY_BYTES: Final = 5
# More than any model has, so that a damaged file cannot ask for the whole memory.
_MOST_ROWS: Final = 1 << 24


@dataclass(frozen=True, slots=True)
class GoExpertWeights:
    """What training leaves: the keys of the patterns, table rows as whole steps of a unit, and the heads of the network.

    `keys` has the patterns of `rows` first, each part ascending. `rows` is int8 [fixed rows + patterns, lanes], `unit` [lanes],
    `straight` int8 with a single number for each pattern behind them, `heads` [stages, weights].
    """

    keys: NDArray[np.uint64]
    rows: NDArray[np.int8]
    unit: NDArray[np.float32]
    straight: NDArray[np.int8]
    straight_unit: float
    heads: NDArray[np.float32]


class GoExpertModel:
    """Probabilities of moves of Go, on boards of any size; it has learned from 19×19. Safe to share between threads."""

    def __init__(self, name: str, weights: GoExpertWeights) -> None:
        """Raises ValueError if the parts of the weights do not fit together."""
        self.name = name
        self.scorer: Final = _native.go.MoveScorer(
            weights.keys, weights.rows, weights.unit, weights.straight, weights.straight_unit, weights.heads
        )

    def probabilities(self, moves: GoMoves) -> NDArray[np.float32]:
        """How likely each point is in the positions before some moves, [N, size²]; 0 where a move is not legal.

        Rows add up to 1. Legal is what the simple ko rule allows, without suicide.
        """
        return self.scorer.predict(moves.games.core, moves.game, moves.index, with_sums=False)[0]

    def said(self, moves: GoMoves) -> GoExpertSaid:
        """All that is thought of the positions before some moves."""
        return GoExpertSaid(*self.scorer.predict(moves.games.core, moves.game, moves.index, with_sums=True))

    def position_probabilities(self, position: GoPosition) -> NDArray[np.float32]:
        """How likely each legal point of a position is, [size²], all 0 if there is none."""
        return self.scorer.predict_position(position.state, recent_points(position))[0]

    def state_said(self, state: _native.go.State, recent: NDArray[np.int16]) -> GoExpertSaid:
        """All that is thought of one position of the core, given its last moves, the latest first."""
        probabilities, sums = self.scorer.predict_position(state, recent)
        return GoExpertSaid(probabilities[None], sums[None])


def save_go_expert(weights: GoExpertWeights, path: Path) -> None:
    """Write a model file; raises SetupError if it cannot be written."""
    vectors = len(weights.rows) - _native.go.EXPERT_FIXED_ROWS
    tensors: dict[str, NDArray[Any]] = {
        "keys": _packed(_key_bytes(weights.keys[:vectors])),
        "straight_keys": _packed(_key_bytes(weights.keys[vectors:])),
        # Lane after lane, because values of one lane are alike and so pack tighter.
        "rows": _packed(np.ascontiguousarray(weights.rows.T)),
        "straight": _packed(weights.straight),
        "unit": weights.unit,
        "heads": weights.heads,
    }
    facts = {
        "format": FORMAT,
        "layout": str(LAYOUT_VERSION),
        "vectors": str(vectors),
        "straight": str(len(weights.straight)),
        "straight_unit": repr(weights.straight_unit),
    }
    write_tensors(path, tensors, facts)


def read_go_expert(path: Path) -> GoExpertWeights:
    """The weights in a file; raises SetupError if it is missing, damaged, or of another kind or layout."""
    tensors, facts = read_tensors(path, "an expert for Go", FORMAT)
    _require_layout(path, facts)
    try:
        return _weights(tensors, facts)
    except (zlib.error, KeyError, ValueError) as error:
        raise SetupError(f"{path} is damaged and cannot be used ({error}); get the file again") from None


def load(path: Path) -> GoExpertModel:
    """The model in a file; raises SetupError."""
    try:
        return GoExpertModel(path.stem, read_go_expert(path))
    except ValueError as error:
        raise SetupError(f"{path} is damaged and cannot be used ({error}); get the file again") from None


def likeliest(probabilities: NDArray[np.float32]) -> int:
    """The point with the highest probability, PASS if no point is legal."""
    return int(probabilities.argmax()) if probabilities.any() else PASS


def _require_layout(path: Path, facts: Facts) -> None:
    if facts.get("layout") != str(LAYOUT_VERSION):
        raise SetupError(f"{path} needs layout {facts.get('layout')} of the features; this release has layout {LAYOUT_VERSION}")


def _weights(tensors: Tensors, facts: Facts) -> GoExpertWeights:
    vectors, straight = int(facts["vectors"]), int(facts["straight"])
    if not (0 <= vectors < _MOST_ROWS and 0 <= straight < _MOST_ROWS):
        raise ValueError(f"{vectors} and {straight} patterns are too many")
    lanes, count = _native.go.EXPERT_LANES, _native.go.EXPERT_FIXED_ROWS + vectors
    keys = [_keys(_unpacked(tensors[name], rows * _KEY_BYTES), rows) for name, rows in _parts(vectors, straight)]
    rows = np.frombuffer(_unpacked(tensors["rows"], lanes * count), np.int8).reshape(lanes, count)
    return GoExpertWeights(
        keys=np.concatenate(keys),
        rows=np.ascontiguousarray(rows.T),
        unit=tensors["unit"],
        straight=np.frombuffer(_unpacked(tensors["straight"], straight), np.int8),
        straight_unit=float(facts["straight_unit"]),
        heads=tensors["heads"],
    )


def _parts(vectors: int, straight: int) -> tuple[tuple[str, int], tuple[str, int]]:
    return ("keys", vectors), ("straight_keys", straight)


def _packed(values: NDArray[Any]) -> NDArray[np.uint8]:
    return np.frombuffer(zlib.compress(values.tobytes(), 9), np.uint8)


def _unpacked(packed: NDArray[np.uint8], size: int) -> bytes:
    data = zlib.decompressobj().decompress(packed.tobytes(), size + 1)
    if len(data) != size:
        raise ValueError(f"{len(data)} bytes instead of {size}")
    return data


def _key_bytes(keys: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Ascending keys as the steps between them, the lowest byte of all first: high bytes are nearly all zero and pack well."""
    steps = np.diff(keys, prepend=np.uint64(0))
    return np.ascontiguousarray(steps.astype("<u8").view(np.uint8).reshape(-1, 8)[:, :_KEY_BYTES].T)


def _keys(data: bytes, count: int) -> NDArray[np.uint64]:
    steps = np.zeros((count, 8), np.uint8)
    steps[:, :_KEY_BYTES] = np.frombuffer(data, np.uint8).reshape(_KEY_BYTES, count).T
    return np.cumsum(steps.reshape(-1).view("<u8"), dtype=np.uint64)
