"""A training step of one 3×3 layer with normalisation, skip and ReLU: the core beside torch's own operations, one thread.

python benchmarks/layers.py
"""

import time

import torch
from torch import Tensor
from torch.nn import functional

from kibitz.nets.fast_layer import normalised_layer

BOARDS = 256
REPEATS = 15


def layer_by_torch(
    planes: Tensor, weight: Tensor, scale: Tensor, shift: Tensor, epsilon: float, skip: bool
) -> tuple[Tensor, Tensor, Tensor]:
    """What normalised_layer computes, statistics kept by torch's own buffers."""
    mean, variance = torch.zeros(64), torch.ones(64)
    sums = functional.conv2d(planes, weight, padding=1)
    outputs = functional.batch_norm(sums, mean, variance, scale, shift, training=True, eps=epsilon)
    return torch.relu(outputs + planes if skip else outputs), mean, variance


def microseconds(layer) -> float:
    """CPU time of one board forwards and backwards, the best of a few rounds."""
    layout = torch.channels_last
    planes = torch.randn(BOARDS, 64, 8, 8).to(memory_format=layout).requires_grad_()
    weight = (0.06 * torch.randn(64, 64, 3, 3)).to(memory_format=layout).requires_grad_()
    scale, shift = torch.ones(64, requires_grad=True), torch.zeros(64, requires_grad=True)
    direction = torch.randn(BOARDS, 64, 8, 8).to(memory_format=layout)
    best = float("inf")
    for _ in range(REPEATS):
        begin = time.process_time()
        layer(planes, weight, scale, shift, 1e-5, True)[0].backward(direction)
        best = min(best, time.process_time() - begin)
    return 1e6 * best / BOARDS


def main() -> None:
    torch.set_num_threads(1)
    ours, theirs = microseconds(normalised_layer), microseconds(layer_by_torch)
    print(f"core   {ours:6.1f} µs a board")
    print(f"torch  {theirs:6.1f} µs a board, {theirs / ours:.2f} times as long")


if __name__ == "__main__":
    main()
