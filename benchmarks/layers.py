"""A training step of one 3×3 layer with normalisation, skip and ReLU: the core beside torch's own operations, one thread.

python benchmarks/layers.py
"""

import time

import torch
from torch import Tensor
from torch.nn import functional

from kibitz.nets.fast_layer import SHAPES, normalised_layer

SQUARES = 256 * 64  # in a batch, so that all shapes have about as much to do
REPEATS = 10


def layer_by_torch(
    planes: Tensor, weight: Tensor, scale: Tensor, shift: Tensor, epsilon: float, skip: bool
) -> tuple[Tensor, Tensor, Tensor]:
    """What normalised_layer computes, statistics kept by torch's own buffers."""
    mean, variance = torch.zeros(len(weight)), torch.ones(len(weight))
    sums = functional.conv2d(planes, weight, padding=1)
    outputs = functional.batch_norm(sums, mean, variance, scale, shift, training=True, eps=epsilon)
    return torch.relu(outputs + planes if skip else outputs), mean, variance


def microseconds(layer, side: int, filters: int) -> float:
    """CPU time of one board forwards and backwards, the best of a few rounds."""
    layout, boards = torch.channels_last, SQUARES // side**2
    planes = torch.randn(boards, filters, side, side).to(memory_format=layout).requires_grad_()
    weight = (0.06 * torch.randn(filters, filters, 3, 3)).to(memory_format=layout).requires_grad_()
    scale, shift = torch.ones(filters, requires_grad=True), torch.zeros(filters, requires_grad=True)
    direction = torch.randn(boards, filters, side, side).to(memory_format=layout)
    best = float("inf")
    for _ in range(REPEATS):
        begin = time.process_time()
        layer(planes, weight, scale, shift, 1e-5, True)[0].backward(direction)
        best = min(best, time.process_time() - begin)
    return 1e6 * best / boards


def main() -> None:
    torch.set_num_threads(1)
    for side, filters in SHAPES:
        ours, theirs = (microseconds(layer, side, filters) for layer in (normalised_layer, layer_by_torch))
        ratio = f"{theirs / ours:.2f} times as long"
        print(f"{side:2}×{side:<2} {filters} filters: core {ours:6.1f} µs a board, torch {theirs:6.1f}, {ratio}")


if __name__ == "__main__":
    main()
