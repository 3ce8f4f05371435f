"""Networks that value positions by one hidden layer: the three of Leouski and Utgoff's "What a neural network can learn about
Othello" (University of Massachusetts, 1996), and the file they are kept in. Nothing here needs torch.

A network sees 1 for a disc of the side to move, -1 for one of the opponent, 0 for an empty square. All its units have the curve
2 / (1 + e^-x) - 1. Hidden units that look at different parts of the board may share their weights: they are one map.
A fourth network is what the paper proposes: a gate (Jacobs, Jordan, Nowlan and Hinton, 1991) blends the maps in the place of the
number of discs, for each part of the board by which of its squares hold a disc.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.features.othello.samples import squares_as_columns
from kibitz.features.othello.twins import IMAGES
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.squares import parse_square
from kibitz.tensor_files import read_tensors, write_tensors

Floats = NDArray[np.float32]

DISC_COUNTS: Final = 65  # a board has 0 to 64 discs
STAGE_WIDTH: Final = 20.0

_FORMAT: Final = "kibitz sigma network 1"
_TRIANGLE: Final = tuple(map(parse_square, ("a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4")))
# The eight triangles that the board's symmetries make of one, squares in corresponding order, [8, 10].
TRIANGLES: Final = IMAGES[:, _TRIANGLE].astype(np.int64)


@dataclass(frozen=True, slots=True)
class NetworkShape:
    """What a network looks at.

    `parts` are the squares that the units of a map read, one unit a part, [parts, squares]. Each of the `stages` has its own maps
    and output, which counts most at its number of discs; without stages there is one output for the whole game. With `gates`
    there are so many outputs instead, and a gate that is learned says how much each counts in each part.
    """

    parts: NDArray[np.int64]
    maps: int
    stages: tuple[int, ...] = ()
    gates: int = 0

    @property
    def outputs(self) -> int:
        return max(1, len(self.stages), self.gates)

    def blend(self) -> Floats:
        """How much each output counts by the number of discs on the board, [65, outputs]."""
        if not self.stages:
            return np.ones((DISC_COUNTS, self.outputs), np.float32)
        away = np.arange(DISC_COUNTS)[:, None] - np.array(self.stages)
        shares: Floats = np.exp(-(away**2) / STAGE_WIDTH**2).astype(np.float32)
        return shares

    def sizes(self) -> dict[str, tuple[int, ...]]:
        """The arrays of a network and their shapes."""
        maps, squares = (self.outputs, self.maps), self.parts.shape[1]
        sizes = {"weights": (self.outputs, squares, self.maps), "biases": maps, "to_output": maps,
                 "output_biases": (self.outputs,)}  # fmt: skip
        return sizes | {"gate": (self.outputs, squares + 1)} if self.gates else sizes


SHAPES: Final = {
    "network1": NetworkShape(np.arange(64)[None, :], 55),
    "network2": NetworkShape(TRIANGLES, 12),
    "network3": NetworkShape(TRIANGLES, 12, (4, 34, 64)),
    "network3-gated": NetworkShape(TRIANGLES, 12, gates=3),
}


@dataclass(frozen=True)
class SigmaNetwork:
    """A network of a named shape: `weights` [outputs, squares of a part, maps], `biases` and `to_output` [outputs, maps],
    `output_biases` [outputs]. A gate is [outputs, squares of a part + 1]: what a disc on each square adds to an output's gate,
    and a bias; the shares of the outputs are its softmax.
    """

    name: str
    weights: Floats
    biases: Floats
    to_output: Floats
    output_biases: Floats
    gate: Floats | None = None

    @property
    def shape(self) -> NetworkShape:
        return SHAPES[self.name]

    @classmethod
    def random(cls, name: str, random: np.random.Generator) -> "SigmaNetwork":
        """A network whose weights are drawn evenly from -1 to 1; raises SetupError for an unknown name.

        A map's weight to its output counts once for each of its units. It is drawn from a range as many times smaller, so that
        the map as a whole counts from -1 to 1; else the output's curve is flat from the start, and some networks never learn.
        A gate begins at zero, with equal shares for all, and its outputs' biases count once for each part.
        """
        shape = find_shape(name)
        drawn = {key: random.uniform(-1, 1, size) for key, size in shape.sizes().items()}
        drawn["to_output"] /= len(shape.parts)
        if shape.gates:
            drawn["output_biases"] /= len(shape.parts)
            drawn["gate"] = np.zeros(shape.sizes()["gate"])
        return cls(name, **{key: array.astype(np.float32) for key, array in drawn.items()})

    def arrays(self) -> dict[str, Floats]:
        """All weights by name."""
        return {key: getattr(self, key) for key in self.shape.sizes()}

    @cached_property
    def core(self) -> _native.othello.SigmaNet:
        """The network laid out for speed."""
        return _native.othello.SigmaNet(
            self.shape.parts,
            np.concatenate(list(self.weights), axis=1),  # [squares, outputs · maps]
            self.biases.ravel(),
            self.to_output.ravel(),
            self.output_biases,
            self.shape.blend(),
            *([] if self.gate is None else [self.gate]),
        )

    def values(self, boards: Boards) -> NDArray[np.float64]:
        """What positions are worth to their side to move, from about -1 to about 1, [N]. Finished games are not recognised."""
        return self.core.values(boards.own, boards.opp).astype(np.float64)


def find_shape(name: str) -> NetworkShape:
    """The shape of a name; raises SetupError if it is not known."""
    if name not in SHAPES:
        raise SetupError(f"there is no network {name!r}; known are {', '.join(SHAPES)}")
    return SHAPES[name]


def board_inputs(boards: Boards) -> Floats:
    """1 for a disc of the mover, -1 for one of the opponent, 0 for an empty square, [N, 64]."""
    return squares_as_columns(boards.own).astype(np.float32) - squares_as_columns(boards.opp).astype(np.float32)


def sigma(sums: Floats) -> Floats:
    """The curve of every unit: 2 / (1 + e^-x) - 1."""
    found: Floats = np.tanh(sums / 2)
    return found


def save_network(network: SigmaNetwork, path: Path) -> None:
    """Write a network; raises SetupError if that is not possible."""
    write_tensors(path, network.arrays(), {"format": _FORMAT, "network": network.name})


def load_network(path: Path) -> SigmaNetwork:
    """The network in a file; raises SetupError if it is missing, damaged or of another kind."""
    arrays, facts = read_tensors(path, "a network of one hidden layer", _FORMAT)
    _check_arrays(arrays, find_shape(facts.get("network", "")), path)
    return SigmaNetwork(facts["network"], **arrays)


def _check_arrays(arrays: Mapping[str, NDArray[np.generic]], shape: NetworkShape, path: Path) -> None:
    for name, size in shape.sizes().items():
        found = arrays.get(name)
        if found is None or found.dtype != np.float32 or found.shape != size:
            held = "missing" if found is None else f"{found.dtype} {list(found.shape)}"
            raise SetupError(f"{path} is damaged: {name} is {held}, not float32 {list(size)}")
        if not np.isfinite(found.astype(np.float64)).all():
            raise SetupError(f"{path} is damaged: {name} holds something that is not a number")
    if len(arrays) != len(shape.sizes()):
        raise SetupError(f"{path} is damaged: it holds more than {', '.join(shape.sizes())}")
