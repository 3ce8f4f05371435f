"""Players evolved as a population of neural networks that play each other, after A. Pinkney (Nottingham, 2009).

A network judges the board after a move: 64 inputs, one hidden layer whose nodes have a threshold each, and a sum. Everybody plays
everybody twice; the lower half gives way to mutated copies of the upper half. Nothing is known of the game but its rules.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.samples import squares_as_columns
from kibitz.learn.lockstep import Chooser, highest_value, play_games, random_mover
from kibitz.rules.bulk import Boards
from kibitz.rules.othello import START

INPUTS: Final = 64
HIDDEN: Final = 42

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Population:
    """The weights of P networks: `to_hidden` [P, 64, 42], `thresholds` [P, 42], `from_hidden` [P, 42]."""

    to_hidden: Floats
    thresholds: Floats
    from_hidden: Floats

    def __len__(self) -> int:
        return len(self.thresholds)

    @classmethod
    def random(cls, count: int, random: np.random.Generator) -> "Population":
        """Networks whose weights and thresholds are all drawn from the normal distribution."""
        return cls(
            random.standard_normal((count, INPUTS, HIDDEN), np.float32),
            random.standard_normal((count, HIDDEN), np.float32),
            random.standard_normal((count, HIDDEN), np.float32),
        )

    def take(self, members: NDArray[np.int64]) -> "Population":
        """Some of the networks, in that order."""
        return Population(self.to_hidden[members], self.thresholds[members], self.from_hidden[members])

    def values(self, boards: Boards, members: NDArray[np.int64]) -> Floats:
        """What the network of each position thinks of it, seen by the side not to move, [N]."""
        inputs = board_inputs(Boards(boards.opp, boards.own))
        found = np.empty(len(boards), np.float32)
        order = np.argsort(members, kind="stable")
        ends = np.searchsorted(members[order], np.arange(len(self) + 1))
        for member in range(len(self)):
            rows = order[ends[member] : ends[member + 1]]
            if len(rows):
                found[rows] = self._member_values(member, inputs[rows])
        return found

    def _member_values(self, member: int, inputs: Floats) -> Floats:
        # (e^x − 1) / (e^x + 1) is the hyperbolic tangent of x / 2.
        hidden = np.tanh(inputs @ (self.to_hidden[member] * (self.thresholds[member] / 2)))
        found: Floats = hidden @ self.from_hidden[member]
        return found

    def flat(self) -> Floats:
        """All weights of each network in one row, [P, W]."""
        return np.concatenate([self.to_hidden.reshape(len(self), -1), self.thresholds, self.from_hidden], axis=1)

    @classmethod
    def from_flat(cls, rows: Floats) -> "Population":
        """What flat() made."""
        first, second = INPUTS * HIDDEN, INPUTS * HIDDEN + HIDDEN
        return cls(rows[:, :first].reshape(-1, INPUTS, HIDDEN), rows[:, first:second], rows[:, second:])


def board_inputs(boards: Boards) -> Floats:
    """1 for a disc of the mover, −1 for one of the opponent, 0 for an empty square, [N, 64]."""
    own, opp = squares_as_columns(boards.own), squares_as_columns(boards.opp)
    return own.astype(np.float32) - opp.astype(np.float32)


def double_round_robin(population: Population, random: np.random.Generator) -> NDArray[np.int64]:
    """The points of each network after playing every other one twice, once with each colour: +1 a win, −1 a loss, [P]."""
    count = len(population)
    black, white = (side.ravel() for side in np.meshgrid(np.arange(count), np.arange(count), indexing="ij"))
    black, white = black[black != white], white[black != white]
    scores = play_games(*_from_the_start(len(black)), _mover(population, black, random), _mover(population, white, random))
    points = np.zeros(count, np.int64)
    np.add.at(points, black, np.sign(scores))
    np.add.at(points, white, -np.sign(scores))
    return points


@dataclass(frozen=True, slots=True)
class Record:
    """Games won, drawn and lost."""

    won: int
    drawn: int
    lost: int

    @classmethod
    def of_scores(cls, scores: NDArray[np.int64]) -> "Record":
        """From final scores of one side."""
        return cls(int((scores > 0).sum()), int((scores == 0).sum()), int((scores < 0).sum()))


def against_random(population: Population, member: int, games: int, random: np.random.Generator) -> Record:
    """How one network does against a random mover, with each colour in half of the games."""
    halves = []
    chosen = _mover(population, np.full(games, member), random)
    for count, is_black in ((games - games // 2, True), (games // 2, False)):
        sides = (chosen, random_mover(random)) if is_black else (random_mover(random), chosen)
        scores = play_games(*_from_the_start(count), *sides)
        halves.append(scores if is_black else -scores)
    return Record.of_scores(np.concatenate(halves))


def ranking(points: NDArray[np.int64]) -> NDArray[np.int64]:
    """The networks from the best to the worst; of equals the earlier one is first, so that parents stay before children."""
    return np.argsort(-points, kind="stable")


def next_generation(
    population: Population, points: NDArray[np.int64], mutation: float, random: np.random.Generator
) -> Population:
    """The upper half, best first, and a mutated copy of each of them."""
    parents = population.take(ranking(points)[: len(population) // 2]).flat()
    children = parents + np.float32(mutation) * random.standard_normal(parents.shape, np.float32)
    return Population.from_flat(np.concatenate([parents, children]))


def _mover(population: Population, members: NDArray[np.int64], random: np.random.Generator) -> Chooser:
    """Plays each game by the network of its member, [G]."""
    return highest_value(lambda boards, games: population.values(boards, members[games]), random)


def _from_the_start(count: int) -> tuple[Boards, NDArray[np.bool_]]:
    return Boards.of([START] * count), np.ones(count, np.bool_)
