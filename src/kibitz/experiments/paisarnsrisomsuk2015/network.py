"""The report's network: one hidden layer of ten kernels of 5×5, an output layer of 3×3, weights alike under the 8 symmetries.

It can do without the shared weights, and with softplus instead of the rectifier, both of which the report tried.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from kibitz.experiments.paisarnsrisomsuk2015.paper import FIRST_BIAS, FIRST_WEIGHTS, KERNELS

SIZE = 19


class SymmetricLayer(nn.Module):
    """A convolution whose kernels do not change when the board is turned or mirrored, with a bias for each point.

    A weight is shared by all places of a kernel that lie as far from its middle along both axes, whichever way round; if nothing
    is to be shared, every place has its own.
    """

    orbit: Tensor

    def __init__(self, inputs: int, outputs: int, width: int, is_shared: bool = True) -> None:
        super().__init__()
        self.width = width
        shared = _orbits(width) if is_shared else torch.arange(width**2)
        self.register_buffer("orbit", shared, persistent=False)
        self.weights = nn.Parameter(torch.empty(outputs, inputs, int(shared.max()) + 1).uniform_(-FIRST_WEIGHTS, FIRST_WEIGHTS))
        self.bias = nn.Parameter(torch.full((outputs, SIZE, SIZE), FIRST_BIAS))

    def forward(self, planes: Tensor) -> Tensor:
        """The sums [N, outputs, 19, 19] of planes [N, inputs, 19, 19]."""
        kernels = self.weights[:, :, self.orbit].view(*self.weights.shape[:2], self.width, self.width)
        return functional.conv2d(planes, kernels, padding=self.width // 2) + self.bias


class ReportNetwork(nn.Module):
    """Logits of the 361 points, [N, 361], from planes [N, inputs, 19, 19]."""

    def __init__(self, inputs: int, is_shared: bool = True, is_soft: bool = False) -> None:
        super().__init__()
        self.hidden = SymmetricLayer(inputs, KERNELS, 5, is_shared)
        self.output = SymmetricLayer(KERNELS, 1, 3, is_shared)
        self.is_soft = is_soft

    def forward(self, planes: Tensor) -> Tensor:
        curve = functional.softplus if self.is_soft else torch.relu
        sums: Tensor = self.output(curve(self.hidden(planes)))
        return sums.flatten(1)


def _orbits(width: int) -> Tensor:
    """The number of the shared weight at each place of a kernel, [width²]."""
    middle = width // 2
    distances = [tuple(sorted((abs(row - middle), abs(column - middle)))) for row in range(width) for column in range(width)]
    known = {distance: number for number, distance in enumerate(sorted(set(distances)))}
    return torch.tensor([known[distance] for distance in distances])
