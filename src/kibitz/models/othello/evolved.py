"""Evolved networks in the light install: 64 squares, 42 hidden nodes with a threshold each, and a sum.

After A. Pinkney, Development of an Artificial Neural Network to Play Othello (Nottingham, 2009), sections 3.2.1 and 3.2.2. Nodes
have no bias, so a position is worth to one side exactly the opposite of what it is worth to the other.
kibitz.learn.evolution.othello.population makes such networks; a file holds one of them or a whole population.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from kibitz.errors import SetupError
from kibitz.features.othello.samples import squares_as_columns
from kibitz.rules.othello.bulk import Boards
from kibitz.search.othello.minimax import final_scores
from kibitz.tensor_files import write_tensors

INPUTS: Final = 64
HIDDEN: Final = 42
WEIGHTS: Final = INPUTS * HIDDEN + 2 * HIDDEN

_FORMAT: Final = "kibitz evolved 1"
_SHAPES: Final = {"to_hidden": (INPUTS, HIDDEN), "thresholds": (HIDDEN,), "from_hidden": (HIDDEN,)}

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Population:
    """The weights of P networks: `to_hidden` [P, 64, 42], `thresholds` [P, 42], `from_hidden` [P, 42]."""

    to_hidden: Floats
    thresholds: Floats
    from_hidden: Floats

    def __len__(self) -> int:
        return len(self.thresholds)

    def take(self, members: NDArray[np.int64]) -> "Population":
        """Some of the networks, in that order."""
        return Population(self.to_hidden[members], self.thresholds[members], self.from_hidden[members])

    def values(self, boards: Boards, members: NDArray[np.int64]) -> Floats:
        """What the network of each position thinks of it, seen by the side to move, [N]."""
        order = np.argsort(members, kind="stable")
        ends = np.searchsorted(members[order], np.arange(len(self) + 1))
        inputs = board_inputs(Boards(boards.own[order], boards.opp[order]))
        found = np.empty(len(boards), np.float32)
        for member in np.flatnonzero(np.diff(ends)).tolist():
            rows = slice(ends[member], ends[member + 1])
            found[order[rows]] = self._member_values(member, inputs[rows])
        return found

    def _member_values(self, member: int, inputs: Floats) -> Floats:
        sums = inputs @ (self.to_hidden[member] * (self.thresholds[member] / 2))
        # (e^x − 1) / (e^x + 1) is the hyperbolic tangent of x / 2.
        found: Floats = np.tanh(sums, out=sums) @ self.from_hidden[member]
        return found

    def flat(self) -> Floats:
        """All weights of each network in one row, [P, W]."""
        return np.concatenate([self.to_hidden.reshape(len(self), -1), self.thresholds, self.from_hidden], axis=1)

    @classmethod
    def from_flat(cls, rows: Floats) -> "Population":
        """What flat() made."""
        first, second = INPUTS * HIDDEN, INPUTS * HIDDEN + HIDDEN
        return cls(rows[:, :first].reshape(-1, INPUTS, HIDDEN), rows[:, first:second], rows[:, second:])

    def tensors(self) -> dict[str, Floats]:
        """The weights by name, as a file holds them."""
        return {name: np.ascontiguousarray(getattr(self, name)) for name in _SHAPES}

    def save(self, path: Path) -> None:
        """Write the networks to a file; raises SetupError if that is not possible."""
        write_tensors(path, self.tensors(), {"format": _FORMAT})


def board_inputs(boards: Boards) -> Floats:
    """1 for a disc of the mover, −1 for one of the opponent, 0 for an empty square, [N, 64]."""
    own, opp = squares_as_columns(boards.own), squares_as_columns(boards.opp)
    return (own.view(np.int8) - opp.view(np.int8)).astype(np.float32)


def load_population(path: Path) -> Population:
    """The networks in a file; raises SetupError if it is missing, damaged or of another kind."""
    try:
        with safe_open(path, framework="numpy") as stored:
            tensors = {name: stored.get_tensor(name) for name in _SHAPES}
    except (OSError, SafetensorError) as error:
        raise SetupError(f"{path} does not hold evolved networks: {error}") from None
    return checked_population(tensors, path)


def checked_population(tensors: Mapping[str, NDArray[Any]], path: Path) -> Population:
    """The networks of some tensors; raises SetupError that names the file if they are not such networks."""
    count = len(tensors["thresholds"]) if tensors["thresholds"].ndim else 0
    for name, shape in _SHAPES.items():
        found = tensors[name]
        if count == 0 or found.shape != (count, *shape) or found.dtype != np.float32:
            raise SetupError(f"{path}: {name} is {found.dtype} of shape {found.shape}, not float32 of [networks, {shape}]")
        if not np.isfinite(found).all():
            raise SetupError(f"{path}: {name} holds something that is no number")
    return Population(**{name: tensors[name] for name in _SHAPES})


class EvolvedNet:
    """The one network of a file as an evaluation: positions, and games that are over on a scale above all of them."""

    def __init__(self, population: Population) -> None:
        self._population = population
        self._highest = float(np.abs(population.from_hidden[0]).sum())

    def values(self, boards: Boards) -> NDArray[np.float64]:
        """What positions are worth to their side to move, [N]; the scale is the network's own."""
        return self._population.values(boards, np.zeros(len(boards), np.int64)).astype(np.float64)

    def final(self, boards: Boards) -> NDArray[np.float64]:
        """What games that are over are worth, [N]: more than any position if they are won, by the discs they are won by."""
        return self._highest * final_scores(boards)


def load_evolved(path: Path) -> EvolvedNet:
    """The network in a file; raises SetupError as load_population() does, and if there are several."""
    population = load_population(path)
    if len(population) != 1:
        raise SetupError(f"{path} holds {len(population)} networks; a player needs a file of one")
    return EvolvedNet(population)
