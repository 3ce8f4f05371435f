"""Taylor's expansion of the values of a SigmaNetwork, by its own formulas: what a disc adds by itself, and two of them together.

After Leouski and Utgoff (1996, section 5). kibitz.nets.othello.taylor expands whatever torch can compute, and agrees.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.nets.othello.sigma_network import SigmaNetwork


@dataclass(frozen=True, slots=True)
class Taylor:
    """value(x + d) is about `value + first · d + d · second · d`; `first` is [64], `second` [64, 64] and symmetric."""

    value: float
    first: NDArray[np.float64]
    second: NDArray[np.float64]

    def at(self, change: NDArray[np.float64]) -> float:
        """The value of the polynomial for a change of the inputs, [64]."""
        return float(self.value + self.first @ change + change @ self.second @ change)


def expand_output(network: SigmaNetwork, output: int) -> Taylor:
    """One of the outputs around the empty board, as if it alone were the network."""
    inner = _added(expand_maps(network, output))
    value, slope, bend = _curve(np.float64(inner.value + float(network.output_biases[output])))
    second = slope * inner.second + bend * np.outer(inner.first, inner.first) / 2
    return Taylor(float(value), slope * inner.first, second)


def expand_maps(network: SigmaNetwork, output: int) -> list[Taylor]:
    """What each map adds to an output before its curve, around the empty board."""
    weights, biases, to_output = (
        array[output].astype(np.float64) for array in (network.weights, network.biases, network.to_output)
    )
    seen = _squares_seen(network)
    columns = zip(weights.T, biases, to_output, strict=True)
    return [_expand_map(seen @ column, bias, share) for column, bias, share in columns]


def _expand_map(weights: NDArray[np.float64], bias: np.float64, share: np.float64) -> Taylor:
    """A map whose units have these weights for the squares of the board, [parts, 64]."""
    value, slope, bend = share * np.array(_curve(bias))
    return Taylor(float(value * len(weights)), slope * weights.sum(axis=0), bend * weights.T @ weights / 2)


def _squares_seen(network: SigmaNetwork) -> NDArray[np.float64]:
    """1 where an input of a part is a square, [parts, 64, inputs]."""
    parts = network.shape.parts
    return np.asarray(parts[:, None, :] == np.arange(64)[:, None], np.float64)


def _curve(at: np.float64) -> tuple[np.float64, np.float64, np.float64]:
    """The value, the slope and the second derivative of the networks' curve."""
    value = np.tanh(at / 2)
    slope = (1 - value**2) / 2
    return value, slope, -value * slope


def _added(parts: Iterable[Taylor]) -> Taylor:
    """The sum of several."""
    values, firsts, seconds = zip(*((part.value, part.first, part.second) for part in parts), strict=True)
    return Taylor(sum(values), np.sum(firsts, axis=0), np.sum(seconds, axis=0))
