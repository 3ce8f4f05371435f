"""What a network looks at, by Taylor's expansion of its value around an empty board or around any position.

After Leouski and Utgoff (1996, section 5): the coefficient of a square says what a disc there adds by itself, that of two squares
what both add together. Derivatives are exact, by automatic differentiation, so any network that torch can compute will do.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from kibitz.nets.othello.sigma_network import DISC_COUNTS, SigmaNetwork
from kibitz.nets.othello.sigma_taylor import Taylor

# The value [] of the 64 squares of a board [64]: 1 for the mover's discs, -1 for the opponent's, 0 for empty squares.
BoardFunction: TypeAlias = Callable[[Tensor], Tensor]


def expand(function: BoardFunction, around: NDArray[np.float64] | None = None) -> Taylor:
    """The expansion to second order, around the empty board unless another point is given, [64]."""
    point = torch.zeros(64, dtype=torch.float64) if around is None else torch.from_numpy(around)
    first = torch.func.jacrev(function)(point)
    second = torch.func.hessian(function)(point)
    return Taylor(float(function(point)), first.numpy(), second.numpy() / 2)


def output_function(network: SigmaNetwork, output: int) -> BoardFunction:
    """One of the outputs of a network, as if it alone were the network."""
    sums = _map_sums(network, output)
    bias = torch.tensor(float(network.output_biases[output]), dtype=torch.float64)
    return lambda squares: torch.tanh((sums(squares).sum() + bias) / 2)


def map_function(network: SigmaNetwork, output: int, number: int) -> BoardFunction:
    """What one map adds to an output before its curve."""
    sums = _map_sums(network, output)
    return lambda squares: sums(squares)[number]


def blended_function(network: SigmaNetwork, discs: int) -> BoardFunction:
    """The whole network at a number of discs, which is held fixed while squares change; a gate has no such number."""
    if network.gate is not None:
        raise ValueError(f"{network.name} is not blended by the number of discs")
    if not 0 <= discs < DISC_COUNTS:
        raise ValueError(f"a board has 0 to 64 discs, not {discs}")
    shares = network.shape.blend()[discs].astype(np.float64).tolist()
    outputs = [output_function(network, output) for output in range(network.shape.outputs)]
    return lambda squares: torch.stack([share * of(squares) for share, of in zip(shares, outputs, strict=True)]).sum()


def on_planes(network: Callable[[Tensor], Tensor]) -> BoardFunction:
    """A network of planes [1, 2, 8, 8], the mover's discs and the opponent's, as a function of squares.

    Between -1, 0 and 1, where it agrees with the planes, it follows the parabolas through these points.
    """

    def value(squares: Tensor) -> Tensor:
        own, opp = squares * (squares + 1) / 2, squares * (squares - 1) / 2
        return network(torch.stack([own, opp]).reshape(1, 2, 8, 8)).reshape(())

    return value


def _map_sums(network: SigmaNetwork, output: int) -> BoardFunction:
    """What each map adds to an output, [maps]."""
    parts = torch.from_numpy(network.shape.parts)
    weights, biases, to_output = (
        torch.from_numpy(array[output].astype(np.float64)) for array in (network.weights, network.biases, network.to_output)
    )
    return lambda squares: torch.tanh((squares[parts] @ weights + biases) / 2).sum(dim=0) * to_output
