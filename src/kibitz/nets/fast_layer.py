"""A layer in the core: convolution by Winograd's method with normalisation or biases, skip and ReLU around it.

Gives what torch's own operations give, up to rounding (about 1e-5 of the largest number), in less than half their time on a
processor; benchmarks/layers.py shows the ratio. Only layers of some numbers of filters on 8×8 and 19×19 boards are treated.
"""

from functools import cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from kibitz import _native

# The sides of boards with the numbers of filters that the core has layers for.
SHAPES = ((8, 64), (19, 32), (19, 48), (19, 64))
# A core built for any machine computes four numbers at a time, and torch, which looks at the machine it runs on, is faster.
IS_FASTER_THAN_TORCH = _native.layer_lanes() >= 8
_LANES = 16
# Winograd's transform of a filter of three, for the points 0, ±1, ±2 and infinity.
_TRANSFORM = [[6, 0, 0], [-4, -4, -4], [-4, 4, -4], [1, 2, 4], [1, -2, 4], [0, 0, 24]]


def normalised_layer(
    planes: Tensor, weight: Tensor, scale: Tensor, shift: Tensor, epsilon: float, skip: bool, added: Tensor | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """relu(convolution normalised over the batch + skip) of planes [N, C, side, side], with the mean and variance of each filter.

    The skip is the layer's own input if `skip` says so, or `added` [N, filters, side, side].
    """
    found: tuple[Tensor, Tensor, Tensor] = _NormalisedLayer.apply(  # type: ignore[no-untyped-call]
        planes, weight, scale, shift, epsilon, skip, added
    )
    return found


def biased_layer(planes: Tensor, weight: Tensor, factor: Tensor, bias: Tensor, skip: bool, added: Tensor | None = None) -> Tensor:
    """relu(factor · convolution + bias + skip) of planes [N, C, side, side]; `factor` [filters] is taken as fixed."""
    found: Tensor = _BiasedLayer.apply(planes, weight, factor, bias, skip, added)  # type: ignore[no-untyped-call]
    return found


class _NormalisedLayer(torch.autograd.Function):
    @staticmethod
    def forward(
        context: Any,
        planes: Tensor,
        weight: Tensor,
        scale: Tensor,
        shift: Tensor,
        epsilon: float,
        skip: bool,
        added: Tensor | None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        inputs = _boards(planes)
        sums, first, second = _convolved(inputs, weight)
        count = sums[..., 0].size
        mean, variance = first / count, np.maximum(second / count - np.square(first / count), 0.0)
        deviation = np.sqrt(variance + epsilon)
        factor = scale.detach().numpy() / deviation
        outputs = _activated(sums, _skipped(inputs, skip, added), factor, shift.detach().numpy() - mean * factor)
        context.save_for_backward(weight, scale)
        context.kept = (inputs, sums, outputs, mean, deviation, skip)
        context.needs_planes = context.needs_input_grad[0]
        statistics = torch.from_numpy(mean.astype(np.float32)), torch.from_numpy(variance.astype(np.float32))
        context.mark_non_differentiable(*statistics)
        return _planes(outputs), *statistics

    @staticmethod
    def backward(context: Any, gradients: Tensor, *_: Tensor) -> tuple[Tensor | None, ...]:
        weight, scale = context.saved_tensors
        inputs, sums, outputs, mean, deviation, skip = context.kept
        gated, total, weighted = _gated(gradients, outputs, sums)
        scale_gradient = (weighted - mean * total) / deviation
        slopes = _slopes(scale.numpy() / deviation, mean, deviation, total, scale_gradient, sums[..., 0].size)
        found = _convolved_back(gated, sums, slopes, inputs, weight, skip, context.needs_planes)
        shift_gradient = torch.from_numpy(total.astype(np.float32))
        added = _planes(gated) if context.needs_input_grad[6] else None
        return (*found, torch.from_numpy(scale_gradient.astype(np.float32)), shift_gradient, None, None, added)


class _BiasedLayer(torch.autograd.Function):
    @staticmethod
    def forward(
        context: Any, planes: Tensor, weight: Tensor, factor: Tensor, bias: Tensor, skip: bool, added: Tensor | None
    ) -> Tensor:
        inputs = _boards(planes)
        sums = _convolved(inputs, weight)[0]
        outputs = _activated(sums, _skipped(inputs, skip, added), factor.numpy(), bias.detach().numpy())
        context.save_for_backward(weight)
        context.kept = (inputs, sums, outputs, factor.numpy(), skip)
        context.needs_planes = context.needs_input_grad[0]
        return _planes(outputs)

    @staticmethod
    def backward(context: Any, gradients: Tensor) -> tuple[Tensor | None, ...]:
        (weight,) = context.saved_tensors
        inputs, sums, outputs, factor, skip = context.kept
        gated, total, _ = _gated(gradients, outputs, sums)
        slopes = factor, np.zeros_like(factor), np.zeros_like(factor)
        found = _convolved_back(gated, sums, slopes, inputs, weight, skip, context.needs_planes)
        added = _planes(gated) if context.needs_input_grad[5] else None
        return (*found, None, torch.from_numpy(total.astype(np.float32)), None, added)


def _convolved(inputs: NDArray[np.float32], weight: Tensor) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any]]:
    """The convolution of boards, and the sums of its numbers and of their squares for each filter."""
    sums = np.empty((*inputs.shape[:3], len(weight)), np.float32)
    first, second = _native.layer_convolve(inputs, _transformed(weight), sums, torch.get_num_threads())
    return sums, first, second


def _skipped(inputs: NDArray[np.float32], skip: bool, added: Tensor | None) -> NDArray[np.float32] | None:
    return inputs if skip else None if added is None else _boards(added)


def _activated(
    sums: NDArray[np.float32], skipped: NDArray[np.float32] | None, factor: NDArray[Any], shift: NDArray[Any]
) -> NDArray[np.float32]:
    outputs = np.empty_like(sums)
    threads = torch.get_num_threads()
    _native.layer_activate(sums, skipped, factor.astype(np.float32), shift.astype(np.float32), outputs, threads)
    return outputs


def _gated(
    gradients: Tensor, outputs: NDArray[np.float32], sums: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any]]:
    """Gradients before the ReLU, their sum for each filter, and their sum weighted by the convolution."""
    gated = np.empty_like(sums)
    total, weighted = _native.layer_gate(_boards(gradients), outputs, sums, gated, torch.get_num_threads())
    return gated, total, weighted


def _convolved_back(
    gated: NDArray[np.float32],
    sums: NDArray[np.float32],
    slopes: tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]],
    inputs: NDArray[np.float32],
    weight: Tensor,
    skip: bool,
    needs_planes: bool,
) -> tuple[Tensor | None, Tensor]:
    """Gradients of the layer's planes, if they are needed, and of its filters."""
    turned = _transformed(weight.flip(2, 3).transpose(0, 1)) if needs_planes else None
    gradients = np.empty_like(inputs) if needs_planes else None
    threads = torch.get_num_threads()
    filters = _native.layer_convolve_back(gated, sums, *slopes, inputs, turned, skip, gradients, threads)
    return None if gradients is None else _planes(gradients), _weight_gradient(filters, weight)


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
    """Filters [F, C, 3, 3] as the core wants them, [36, C rounded up to 16, F]."""
    filters, channels = weight.shape[:2]
    points = _transform() @ weight.detach().permute(2, 3, 1, 0).reshape(9, channels * filters)
    padded = functional.pad(points.view(36, channels, filters), (0, 0, 0, -channels % _LANES))
    return padded.contiguous().numpy()


def _weight_gradient(filters: NDArray[np.float32], weight: Tensor) -> Tensor:
    points = torch.from_numpy(filters)[:, : weight.shape[1]].reshape(36, -1)
    found = (_transform().T @ points).view(3, 3, weight.shape[1], weight.shape[0])
    return found.permute(3, 2, 0, 1).contiguous()


def _boards(planes: Tensor) -> NDArray[np.float32]:
    """Planes [N, C, side, side] as [N, side, side, C rounded up to 16]; no copy if they lie that way already."""
    boards = planes.detach().permute(0, 2, 3, 1)
    missing = -boards.shape[3] % _LANES
    found: NDArray[np.float32] = (functional.pad(boards, (0, missing)) if missing else boards).contiguous().numpy()
    return found


def _planes(boards: NDArray[np.float32]) -> Tensor:
    """Boards [N, side, side, C] as planes [N, C, side, side], without a copy."""
    return torch.from_numpy(boards).permute(0, 3, 1, 2)
