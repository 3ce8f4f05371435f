"""Ng's value network as a torch module, how its weights start, and the limit on their norms.

His library was Keras, whose habits are kept: weights start uniform after Glorot with biases at zero, and the limit holds the norm
along the first axis of each kernel, which is the rows of a filter and the inputs of a dense node.
"""

from itertools import pairwise
from typing import Final

import torch
from torch import Tensor, nn

from kibitz.nets.othello.value_spec import FILTERS, NARROW, ValueSpec

MAX_NORM: Final = 2.0
_EPSILON: Final = 1e-7


class ValueNet(nn.Module):
    """Planes [N, C, 8, 8] to what the position is worth to its mover [N]: 1 for a win, 0 for a draw, -1 for a loss."""

    def __init__(self, spec: ValueSpec) -> None:
        super().__init__()
        self.spec = spec
        self.convolutions = nn.ModuleList(nn.Conv2d(channels, FILTERS, 3, padding=1) for channels in spec.channels())
        widths = spec.widths()
        self.dense = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(widths))
        self.narrow = nn.Linear(spec.nodes, NARROW)
        self.output = nn.Linear(NARROW, 1)

    def forward(self, planes: Tensor) -> Tensor:
        found = planes
        for number, layer in enumerate(self.convolutions):
            found = torch.relu(layer(found))
            if number == 0 and self.spec.axes == "printed":
                found = found.permute(0, 3, 1, 2)
            if number < self.spec.convolutions:
                found = _dropped(found, self.spec.convolution_dropout if self.training else 0)
        found = found.flatten(1)
        for layer in self.dense:
            found = _dropped(torch.relu(layer(found)), self.spec.dense_dropout if self.training else 0)
        value: Tensor = self.output(torch.relu(self.narrow(found)))
        return value.squeeze(1)


def _dropped(found: Tensor, share: float) -> Tensor:
    """Some numbers set to zero at random, the others raised to make up for it.

    As torch's own dropout, whose lots take a fifth of a training step; here four of 16 bits are drawn at once.
    """
    if not share:
        return found
    lots = torch.empty(-(-found.numel() // 4), dtype=torch.int64).random_(torch.iinfo(torch.int64).min, None).view(torch.int16)
    is_kept = lots[: found.numel()].view(found.shape) >= round(share * 2**16) - 2**15
    return found * is_kept.to(found.dtype).mul_(1 / (1 - share))


@torch.no_grad()
def start_as_keras(net: ValueNet) -> None:
    """Weights uniform after Glorot, biases zero."""
    for module in net.modules():
        if isinstance(module, nn.Conv2d | nn.Linear):
            nn.init.xavier_uniform_(module.weight)
            if module.bias is not None:
                nn.init.zeros_(module.bias)


@torch.no_grad()
def limit_norms(net: ValueNet) -> None:
    """Scale down whatever is longer than MAX_NORM."""
    for module in net.modules():
        if isinstance(module, nn.Conv2d | nn.Linear):
            along = 2 if isinstance(module, nn.Conv2d) else 1
            norms = module.weight.norm(dim=along, keepdim=True)
            if float(norms.max()) > MAX_NORM:
                module.weight.mul_(norms.clamp(max=MAX_NORM) / (norms + _EPSILON))
