"""Evolved networks of Othello in the light install: 64 squares and 42 hidden nodes.

After A. Pinkney, Development of an Artificial Neural Network to Play Othello (Nottingham, 2009), sections 3.2.1 and 3.2.2. Nodes
have no bias, so a position is worth to one side exactly the opposite of what it is worth to the other.
kibitz.learn.evolution.othello.population makes such networks.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.samples import squares_as_columns
from kibitz.models.evolved import Floats, Networks, Shape
from kibitz.rules.othello.bulk import Boards
from kibitz.search.othello.minimax import final_scores

INPUTS: Final = 64
HIDDEN: Final = 42


@dataclass(frozen=True, slots=True)
class Population(Networks):
    """Networks that value boards."""

    def values(self, boards: Boards, members: NDArray[np.int64]) -> Floats:
        """What the network of each position thinks of it, seen by the side to move, [N]."""
        order = np.argsort(members, kind="stable")
        found = np.empty(len(boards), np.float32)
        found[order] = self.outputs(board_inputs(Boards(boards.own[order], boards.opp[order])), members[order])
        return found

    @classmethod
    def from_flat(cls, rows: Floats) -> "Population":
        """What flat() made."""
        return SHAPE.from_flat(rows)


SHAPE: Final = Shape(Population, INPUTS, HIDDEN)
load_population = SHAPE.load


def board_inputs(boards: Boards) -> Floats:
    """1 for a disc of the mover, −1 for one of the opponent, 0 for an empty square, [N, 64]."""
    own, opp = squares_as_columns(boards.own), squares_as_columns(boards.opp)
    return (own.view(np.int8) - opp.view(np.int8)).astype(np.float32)


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
    """The network in a file; raises SetupError if it is missing, damaged or of another kind, and if there are several."""
    return EvolvedNet(SHAPE.load_one(path))
