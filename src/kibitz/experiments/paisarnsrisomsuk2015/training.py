"""Teaching the report's network, as the report did and with a present-day recipe, and measuring it as it learns."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from kibitz.experiments.paisarnsrisomsuk2015.experiments import MOST_GUESSES, Recipe
from kibitz.experiments.paisarnsrisomsuk2015.network import ReportNetwork
from kibitz.experiments.paisarnsrisomsuk2015.paper import MOMENTUM, RATE_OF_A_DAN

_MEASUREMENTS: Final = 5  # evenly over all trainings
_MEASURED_AT_ONCE: Final = 1000


@dataclass(frozen=True)
class Examples:
    """Planes [N, C, 19, 19] of zeros and ones, the points that were played and the movers' dan, [N]."""

    planes: NDArray[np.uint8]
    played: NDArray[np.int64]
    dan: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.played)

    def rows(self, rows: NDArray[np.int64] | slice) -> tuple[Tensor, Tensor, Tensor]:
        planes = torch.from_numpy(self.planes[rows]).float()
        return planes, torch.from_numpy(self.played[rows]), torch.from_numpy(self.dan[rows]).float()


Measured = Callable[[int, list[float]], None]


def train(train_on: Examples, test_on: Examples, recipe: Recipe, seed: int, measured: Measured) -> ReportNetwork:
    """The network after all passes.

    Five times, the last at the end, `measured` is told how many trainings were done and the shares of top 1 to 10.
    """
    torch.manual_seed(seed)
    network = ReportNetwork(train_on.planes.shape[1], recipe.is_shared, recipe.is_soft)
    optimiser = _optimiser(network, recipe)
    trainings, most = 0, len(train_on) * recipe.passes
    for rows in _batches(len(train_on), recipe, seed):
        _let_rate_fall(optimiser, recipe, 1 - trainings / most)
        _step(network, optimiser, train_on, rows, recipe)
        before, trainings = trainings, trainings + len(rows)
        if before * _MEASUREMENTS // most < trainings * _MEASUREMENTS // most:
            measured(trainings, top_shares(network, test_on))
    return network


def top_shares(network: ReportNetwork, examples: Examples) -> list[float]:
    """The share of moves that are among the first 1 to 10 guesses."""
    hits = np.zeros(MOST_GUESSES)
    with torch.no_grad():
        for first in range(0, len(examples), _MEASURED_AT_ONCE):
            planes, played, _ = examples.rows(slice(first, first + _MEASURED_AT_ONCE))
            guesses = network(planes).topk(MOST_GUESSES).indices
            hits += (guesses == played[:, None]).cumsum(dim=1).sum(dim=0).numpy()
    return [float(share) for share in hits / len(examples)]


def _optimiser(network: ReportNetwork, recipe: Recipe) -> torch.optim.Optimizer:
    """The report's rate is in the weights of the moves, so that here it is 1; its momentum fades with every move of a batch."""
    if recipe.is_printed:
        return torch.optim.SGD(network.parameters(), lr=1.0, momentum=MOMENTUM**recipe.batch)
    return torch.optim.Adam(network.parameters(), lr=recipe.rate)


def _let_rate_fall(optimiser: torch.optim.Optimizer, recipe: Recipe, left: float) -> None:
    """Adam's rate when so much of all trainings is left; the report's stays as it is."""
    if not recipe.is_printed:
        for group in optimiser.param_groups:
            group["lr"] = recipe.rate * left


def _batches(count: int, recipe: Recipe, seed: int) -> Iterator[NDArray[np.int64]]:
    chooser = np.random.default_rng(seed)
    for _ in range(recipe.passes):
        order = chooser.permutation(count)
        for first in range(0, count, recipe.batch):
            yield order[first : first + recipe.batch]


def _step(
    network: ReportNetwork, optimiser: torch.optim.Optimizer, examples: Examples, rows: NDArray[np.int64], recipe: Recipe
) -> None:
    planes, played, dan = examples.rows(rows)
    losses = functional.cross_entropy(network(planes), played, reduction="none")
    rate = RATE_OF_A_DAN * (recipe.even_dan or dan)
    loss = (losses * rate * _fading(len(rows))).sum() if recipe.is_printed else losses.mean()
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    optimiser.step()


def _fading(count: int) -> Tensor:
    """What momentum has left of the changes that each training of a batch wants, when the batch ends, [count]."""
    return MOMENTUM ** torch.arange(count - 1, -1, -1)
