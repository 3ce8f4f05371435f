"""Evolved networks of any game: inputs, hidden nodes with a threshold each, and a sum.

After A. Pinkney's dissertation (Nottingham, 2009), sections 3.2.1 and 3.2.2. Nodes have no bias; a game that needs one has an
input that is always 1. A file holds one network or a whole population. What the inputs are is the game's own affair.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from kibitz.errors import SetupError
from kibitz.tensor_files import write_tensors

_FORMAT: Final = "kibitz evolved 1"
_NAMES: Final = ("to_hidden", "thresholds", "from_hidden")

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Networks:
    """The weights of P networks: `to_hidden` [P, I, H], `thresholds` [P, H], `from_hidden` [P, H]."""

    to_hidden: Floats
    thresholds: Floats
    from_hidden: Floats

    def __len__(self) -> int:
        return len(self.thresholds)

    def take(self, members: NDArray[np.int64]) -> Self:
        """Some of the networks, in that order."""
        return type(self)(self.to_hidden[members], self.thresholds[members], self.from_hidden[members])

    def outputs(self, inputs: Floats, members: NDArray[np.int64]) -> Floats:
        """What the network of each row of inputs [N, I] makes of it, [N]; the numbers of the networks are in ascending order."""
        ends = np.searchsorted(members, np.arange(len(self) + 1))
        found = np.empty(len(inputs), np.float32)
        for member in np.flatnonzero(np.diff(ends)).tolist():
            rows = slice(ends[member], ends[member + 1])
            found[rows] = self.outputs_of(member, inputs[rows])
        return found

    def outputs_of(self, member: int, inputs: Floats) -> Floats:
        """What one network makes of many rows, [N]."""
        sums = inputs @ (self.to_hidden[member] * (self.thresholds[member] / 2))
        # (e^x − 1) / (e^x + 1) is the hyperbolic tangent of x / 2.
        found: Floats = np.tanh(sums, out=sums) @ self.from_hidden[member]
        return found

    def flat(self) -> Floats:
        """All weights of each network in one row, [P, W]."""
        return np.concatenate([self.to_hidden.reshape(len(self), -1), self.thresholds, self.from_hidden], axis=1)

    def tensors(self) -> dict[str, Floats]:
        """The weights by name, as a file holds them."""
        return {name: np.ascontiguousarray(getattr(self, name)) for name in _NAMES}

    def save(self, path: Path) -> None:
        """Write the networks to a file; raises SetupError if that is not possible."""
        write_tensors(path, self.tensors(), {"format": _FORMAT})


N = TypeVar("N", bound=Networks)


@dataclass(frozen=True, slots=True)
class Shape(Generic[N]):
    """How large the networks of a game are, and their class."""

    make: type[N]
    inputs: int
    hidden: int

    @property
    def weights(self) -> int:
        """How many numbers a network has."""
        return (self.inputs + 2) * self.hidden

    def from_flat(self, rows: Floats) -> N:
        """The networks of which flat() made rows."""
        first, second = self.inputs * self.hidden, (self.inputs + 1) * self.hidden
        return self.make(rows[:, :first].reshape(-1, self.inputs, self.hidden), rows[:, first:second], rows[:, second:])

    def load(self, path: Path) -> N:
        """The networks in a file; raises SetupError if it is missing, damaged or of another kind."""
        try:
            with safe_open(path, framework="numpy") as stored:
                tensors = {name: stored.get_tensor(name) for name in _NAMES}
        except (OSError, SafetensorError) as error:
            raise SetupError(f"{path} does not hold evolved networks: {error}") from None
        return self.checked(tensors, path)

    def load_one(self, path: Path) -> N:
        """The network in a file; raises SetupError as load() does, and if there are several."""
        networks = self.load(path)
        if len(networks) != 1:
            raise SetupError(f"{path} holds {len(networks)} networks; a player needs a file of one")
        return networks

    def checked(self, tensors: Mapping[str, NDArray[Any]], path: Path) -> N:
        """The networks of some tensors; raises SetupError that names the file if they are not such networks."""
        count = len(tensors["thresholds"]) if tensors["thresholds"].ndim else 0
        for name, shape in zip(_NAMES, ((self.inputs, self.hidden), (self.hidden,), (self.hidden,)), strict=True):
            found = tensors[name]
            if count == 0 or found.shape != (count, *shape) or found.dtype != np.float32:
                raise SetupError(f"{path}: {name} is {found.dtype} of shape {found.shape}, not float32 of [networks, {shape}]")
            if not np.isfinite(found).all():
                raise SetupError(f"{path}: {name} holds something that is not a number")
        return self.make(**{name: tensors[name] for name in _NAMES})
