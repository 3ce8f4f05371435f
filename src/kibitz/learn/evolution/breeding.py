"""How a generation of networks follows from the one before: the paper's mutated copies, children of two parents, or CMA-ES.

CMA-ES is that of the library cma. The full covariance of thousands of weights would cost far more than the games, so it learns
only the diagonal. The method looks at nothing but the order of the points, so a tournament among the networks themselves will do
for it.
"""

from typing import Any, Generic, Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.learn.evolution.contract import BREEDING, FIRST, BreedingSettings
from kibitz.models.evolved import N


class Breeder(Protocol[N]):
    """Makes generations, in their order."""

    def first(self) -> N:
        """The networks that begin; called once, before anything else."""
        ...

    def next(self, population: N, points: NDArray[np.int64], generation: int) -> N:
        """The networks after those of a generation, which came to these points; one that remembers needs all of them in order."""
        ...

    def best(self, points: NDArray[np.int64]) -> int:
        """The place of the network that stands for its generation."""
        ...


def make_breeder(settings: BreedingSettings[N]) -> Breeder[N]:
    """What the settings ask for; raises SetupError if it cannot be had."""
    return HalvesBreeder(settings) if settings.breeding == "halves" else CovarianceBreeder(settings)


class HalvesBreeder(Generic[N]):
    """The upper half lives on, and a mutated child of each takes the place of the lower half."""

    def __init__(self, settings: BreedingSettings[N]) -> None:
        self._settings = settings

    def first(self) -> N:
        return random_networks(self._settings)

    def next(self, population: N, points: NDArray[np.int64], generation: int) -> N:
        random = self._settings.random(BREEDING, generation)
        parents = population.take(ranking(points)[: len(population) // 2])
        children = crossed(parents, self._settings.crossover, random).flat()
        children += np.float32(self._settings.mutation) * random.standard_normal(children.shape, np.float32)
        return self._settings.shape.from_flat(np.concatenate([parents.flat(), children]))

    def best(self, points: NDArray[np.int64]) -> int:
        return int(ranking(points)[0])


def random_networks(settings: BreedingSettings[N]) -> N:
    """Networks whose weights and thresholds are all drawn from the normal distribution."""
    random, count, shape = settings.random(FIRST), settings.networks, settings.shape
    return shape.make(
        random.standard_normal((count, shape.inputs, shape.hidden), np.float32) * np.float32(settings.first_spread),
        random.standard_normal((count, shape.hidden), np.float32),
        random.standard_normal((count, shape.hidden), np.float32),
    )


def ranking(points: NDArray[np.int64]) -> NDArray[np.int64]:
    """The networks from the best to the worst; of equals the earlier one is first, so that parents stay before children."""
    return np.argsort(-points, kind="stable")


def crossed(parents: N, share: float, random: np.random.Generator) -> N:
    """A child of each parent; in a share of them about half of the hidden nodes, with all their weights, are another parent's."""
    count = len(parents)
    others = parents.take(random.permutation(count))
    is_other = (random.random(parents.thresholds.shape) < 0.5) & (random.random((count, 1)) < share)
    return type(parents)(
        np.where(is_other[:, None, :], others.to_hidden, parents.to_hidden),
        np.where(is_other, others.thresholds, parents.thresholds),
        np.where(is_other, others.from_hidden, parents.from_hidden),
    )


class CovarianceBreeder(Generic[N]):
    """A distribution of networks. The first one of every generation is its mean; it plays too, but its points teach nothing."""

    def __init__(self, settings: BreedingSettings[N]) -> None:
        """Raises SetupError without the library, and for fewer than 6 networks, which are too few to learn from."""
        if settings.networks < 6:
            raise SetupError(f"CMA-ES needs 6 networks or more, not {settings.networks}")
        random = settings.random(BREEDING)
        options = {
            "popsize": settings.networks - 1,
            "CMA_diagonal": True,
            "randn": lambda *shape: random.standard_normal(shape),
            "seed": np.nan,  # the library leaves the random numbers of everybody else alone
            "verbose": -9,
        }
        mean = random_networks(settings).flat()[0].astype(np.float64)
        self._shape = settings.shape
        self._strategy = _import_cma().CMAEvolutionStrategy(mean, settings.mutation, options)
        self._drawn: list[NDArray[np.float64]] = []

    def first(self) -> N:
        return self._draw()

    def next(self, population: N, points: NDArray[np.int64], generation: int) -> N:  # noqa: ARG002
        self._strategy.tell(self._drawn, (-points[1:]).astype(float).tolist())
        return self._draw()

    def best(self, points: NDArray[np.int64]) -> int:  # noqa: ARG002
        return 0

    def _draw(self) -> N:
        self._drawn = self._strategy.ask()
        return self._shape.from_flat(np.stack([self._strategy.mean, *self._drawn]).astype(np.float32))


def _import_cma() -> Any:
    try:
        import cma
    except ImportError:
        raise SetupError("CMA-ES needs the library cma; pip install 'kibitz[train]' brings it") from None
    return cma
