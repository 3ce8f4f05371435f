"""A layer's training step in the core: convolution by Winograd's method with normalisation, skip and ReLU around it.

Gives what torch's own operations give, up to rounding (about 1e-5 of the largest number), in less than half their time on a
processor; benchmarks/layers.py shows the ratio. Only layers of 64 filters on 8×8 boards are treated.
"""

from functools import cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from kibitz import _native

FILTERS = 64
# A core built for any machine computes four numbers at a time, and torch, which looks at the machine it runs on, is faster.
IS_FASTER_THAN_TORCH = _native.layer_lanes() >= 8
_LANES = 16
# Winograd's transform of a filter of three, for the points 0, ±1, ±2 and infinity.
_TRANSFORM = [[6, 0, 0], [-4, -4, -4], [-4, 4, -4], [1, 2, 4], [1, -2, 4], [0, 0, 24]]


def normalised_layer(
    planes: Tensor, weight: Tensor, scale: Tensor, shift: Tensor, epsilon: float, skip: bool
) -> tuple[Tensor, Tensor, Tensor]:
    """relu(normalised convolution + skip) of planes [N, C, 8, 8], with the batch's mean and variance of each filter."""
    found: tuple[Tensor, Tensor, Tensor] = _NormalisedLayer.apply(  # type: ignore[no-untyped-call]
        planes, weight, scale, shift, epsilon, skip
    )
    return found


class _NormalisedLayer(torch.autograd.Function):
    @staticmethod
    def forward(
        context: Any, planes: Tensor, weight: Tensor, scale: Tensor, shift: Tensor, epsilon: float, skip: bool
    ) -> tuple[Tensor, Tensor, Tensor]:
        inputs = _boards(planes)
        sums = np.empty((len(inputs), 8, 8, FILTERS), np.float32)
        first, second = _native.layer_convolve(inputs, _transformed(weight), sums, torch.get_num_threads())
        count = len(inputs) * 64
        mean, variance = first / count, np.maximum(second / count - np.square(first / count), 0.0)
        deviation = np.sqrt(variance + epsilon)
        factor = scale.detach().numpy() / deviation
        outputs = np.empty_like(sums)
        _native.layer_activate(
            sums,
            inputs if skip else None,
            factor.astype(np.float32),
            (shift.detach().numpy() - mean * factor).astype(np.float32),
            outputs,
            torch.get_num_threads(),
        )
        context.save_for_backward(weight, scale)
        context.kept = (inputs, sums, outputs, mean, deviation, skip)
        context.needs_planes = context.needs_input_grad[0]
        statistics = torch.from_numpy(mean.astype(np.float32)), torch.from_numpy(variance.astype(np.float32))
        context.mark_non_differentiable(*statistics)
        return torch.from_numpy(outputs).permute(0, 3, 1, 2), *statistics

    @staticmethod
    def backward(context: Any, gradients: Tensor, *_: Tensor) -> tuple[Tensor | None, ...]:
        weight, scale = context.saved_tensors
        inputs, sums, outputs, mean, deviation, skip = context.kept
        threads = torch.get_num_threads()
        gated = np.empty_like(sums)
        total, weighted = _native.layer_gate(_boards(gradients), outputs, sums, gated, threads)
        scale_gradient = (weighted - mean * total) / deviation
        slopes = _slopes(scale.numpy() / deviation, mean, deviation, total, scale_gradient, len(sums) * 64)
        turned = _transformed(weight.flip(2, 3).transpose(0, 1)) if context.needs_planes else None
        input_gradients = np.empty_like(inputs) if context.needs_planes else None
        filters = _native.layer_convolve_back(gated, sums, *slopes, inputs, turned, skip, input_gradients, threads)
        return (
            None if input_gradients is None else torch.from_numpy(input_gradients).permute(0, 3, 1, 2),
            _weight_gradient(filters, weight),
            torch.from_numpy(scale_gradient.astype(np.float32)),
            torch.from_numpy(total.astype(np.float32)),
            None,
            None,
        )


def _slopes(
    factor: NDArray[Any], mean: NDArray[Any], deviation: NDArray[Any], total: NDArray[Any], weighted: NDArray[Any], count: int
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """The gradient of a normalised number as a · gradient + b · number + c, for each filter."""
    b = -factor * weighted / (count * deviation)
    c = -factor * total / count - b * mean
    return factor.astype(np.float32), b.astype(np.float32), c.astype(np.float32)


@cache
def _transform() -> Tensor:
    """Nine weights of a filter to 36 points, [36, 9]."""
    single = torch.tensor(_TRANSFORM, dtype=torch.float64) / 24
    return torch.kron(single, single).float()


def _transformed(weight: Tensor) -> NDArray[np.float32]:
    """Filters [64, C, 3, 3] as the core wants them, [36, C rounded up to 16, 64]."""
    filters, channels = weight.shape[:2]
    points = _transform() @ weight.detach().permute(2, 3, 1, 0).reshape(9, channels * filters)
    padded = functional.pad(points.view(36, channels, filters), (0, 0, 0, -channels % _LANES))
    return padded.contiguous().numpy()


def _weight_gradient(filters: NDArray[np.float32], weight: Tensor) -> Tensor:
    points = torch.from_numpy(filters)[:, : weight.shape[1]].reshape(36, -1)
    found = (_transform().T @ points).view(3, 3, weight.shape[1], weight.shape[0])
    return found.permute(3, 2, 0, 1).contiguous()


def _boards(planes: Tensor) -> NDArray[np.float32]:
    """Planes [N, C, 8, 8] as [N, 8, 8, C rounded up to 16]; no copy if they lie that way already."""
    boards = planes.detach().permute(0, 2, 3, 1)
    missing = -boards.shape[3] % _LANES
    found: NDArray[np.float32] = (functional.pad(boards, (0, missing)) if missing else boards).contiguous().numpy()
    return found
