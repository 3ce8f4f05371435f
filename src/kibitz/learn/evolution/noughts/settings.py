"""The evolution of networks that never lose: after Pinkney, with every line of play as the opponent."""

import time
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kibitz.learn.evolution.contract import Record
from kibitz.learn.evolution.noughts.every_line import count_lines
from kibitz.models.evolved import Networks, Shape
from kibitz.models.noughts.evolved import NETWORKS
from kibitz.workers import Workers


@dataclass(frozen=True, slots=True)
class NoughtsEvolution:
    """Everything that decides what a run computes. It ends with the first network that loses no line."""

    networks: int = 24
    generations: int = 2000
    mutation: float = 0.2
    first_spread: float = 1.0  # standard deviation of the first weights into the hidden nodes
    breeding: Literal["halves", "cma"] = "halves"
    crossover: float = 0.0  # share of the children that have two parents
    seed: int = 1

    @property
    def shape(self) -> Shape[Networks]:
        return NETWORKS

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def random(self, purpose: int, *numbers: int) -> np.random.Generator:
        """Random numbers for one purpose, the same ones whenever they are asked for."""
        return np.random.default_rng([self.seed, purpose, *numbers])

    def hall(self, workers: Workers) -> "EveryLine":  # noqa: ARG002 - a generation takes a few milliseconds
        return EveryLine()

    def figures(self, record: Record) -> str:
        return f"{record.lost} of {record.won + record.drawn + record.lost} lines lost"

    def is_enough(self, record: Record) -> bool:
        return record.lost == 0


class EveryLine:
    """Where networks meet every line of play."""

    def __init__(self) -> None:
        self.core_seconds = 0.0

    def tournament(self, population: Networks, _generation: int) -> NDArray[np.int64]:
        """A point less for each line that is lost, [P]."""
        begin = time.process_time()
        points: NDArray[np.int64] = -count_lines(population).lost
        self.core_seconds += time.process_time() - begin
        return points

    def remember(self, _champion: Networks, _generation: int) -> None:
        """Nobody meets past champions: every line of the game is played anyway."""

    def benchmark(self, network: Networks, _generation: int) -> Record:
        """The lines of one network."""
        return count_lines(network).record(0)
