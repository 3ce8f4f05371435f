"""The report's network: one hidden layer of ten kernels of 5×5, an output layer of 3×3, weights alike under the 8 symmetries."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from kibitz.experiments.paisarnsrisomsuk2015.paper import FIRST_BIAS, FIRST_WEIGHTS, KERNELS

SIZE = 19


class SymmetricLayer(nn.Module):
    """A convolution whose kernels do not change when the board is turned or mirrored, with a bias for each point.

    A weight is shared by all places of a kernel that lie as far from its middle along both axes, whichever way round.
    """

    orbit: Tensor

    def __init__(self, inputs: int, outputs: int, width: int) -> None:
        super().__init__()
        self.width = width
        shared = _orbits(width)
        self.register_buffer("orbit", shared, persistent=False)
        self.weights = nn.Parameter(torch.empty(outputs, inputs, int(shared.max()) + 1).uniform_(-FIRST_WEIGHTS, FIRST_WEIGHTS))
        self.bias = nn.Parameter(torch.full((outputs, SIZE, SIZE), FIRST_BIAS))

    def forward(self, planes: Tensor) -> Tensor:
        """The sums [N, outputs, 19, 19] of planes [N, inputs, 19, 19]."""
        kernels = self.weights[:, :, self.orbit].view(*self.weights.shape[:2], self.width, self.width)
        return functional.conv2d(planes, kernels, padding=self.width // 2) + self.bias


class ReportNetwork(nn.Module):
    """Logits of the 361 points, [N, 361], from planes [N, inputs, 19, 19]."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.hidden = SymmetricLayer(inputs, KERNELS, 5)
        self.output = SymmetricLayer(KERNELS, 1, 3)

    def forward(self, planes: Tensor) -> Tensor:
        sums: Tensor = self.output(torch.relu(self.hidden(planes)))
        return sums.flatten(1)


def _orbits(width: int) -> Tensor:
    """The number of the shared weight at each place of a kernel, [width²]."""
    middle = width // 2
    distances = [tuple(sorted((abs(row - middle), abs(column - middle)))) for row in range(width) for column in range(width)]
    known = {distance: number for number, distance in enumerate(sorted(set(distances)))}
    return torch.tensor([known[distance] for distance in distances])
