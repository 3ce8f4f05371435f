"""What an evolution must know of the game that is played: the shape of the networks, and the hall in which they play."""

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from kibitz.models.evolved import N, Networks, Shape
from kibitz.workers import Workers

# What random numbers are for, so that no two uses share them.
FIRST, OPENINGS, TOURNAMENT, BENCHMARK, BREEDING = range(5)

N_contra = TypeVar("N_contra", bound=Networks, contravariant=True)


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


class Hall(Protocol[N_contra]):
    """Where the games of a run are played; `core_seconds` is how long all of them have kept one core busy."""

    core_seconds: float

    def tournament(self, population: N_contra, generation: int, /) -> NDArray[np.int64]:
        """The points of each network, by which parents are chosen, [P]."""
        ...

    def benchmark(self, network: N_contra, generation: int, /) -> Record:
        """How one network does in games that decide nothing."""
        ...

    def remember(self, champion: N_contra, generation: int, /) -> None:
        """Take note of the best network of a generation, once its games are over."""
        ...


class BreedingSettings(Protocol[N]):
    """What decides how one generation follows from another."""

    @property
    def networks(self) -> int: ...

    @property
    def mutation(self) -> float:
        """The standard deviation of what is added to each weight of a child."""
        ...

    @property
    def first_spread(self) -> float:
        """The standard deviation of the first weights into the hidden nodes."""
        ...

    @property
    def breeding(self) -> str:
        """`halves` or `cma`."""
        ...

    @property
    def crossover(self) -> float:
        """The share of the children that have two parents."""
        ...

    @property
    def shape(self) -> Shape[N]: ...

    def random(self, purpose: int, *numbers: int) -> np.random.Generator:
        """Random numbers for one purpose, the same ones whenever they are asked for."""
        ...


class EvolutionSettings(BreedingSettings[N], Protocol[N]):
    """Everything that decides what a run computes."""

    @property
    def generations(self) -> int: ...

    def to_json(self) -> dict[str, Any]: ...

    def hall(self, workers: Workers) -> Hall[N]: ...

    def figures(self, record: Record) -> str:
        """What a benchmark says, in a few words."""
        ...

    def is_enough(self, record: Record) -> bool:
        """Whether a network that did so well ends the run before its last generation."""
        ...
