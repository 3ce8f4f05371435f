"""Hlynsson's fully convolutional network (table 4.2 of his thesis) as a torch module, and two ways to start its weights.

Every cell of the board has two outputs, "no disc here" and "the next disc here". Their softmax is the thesis's answer; the
difference of the two is the move's score, from which probabilities over the legal moves are made.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from kibitz.nets.layer import Layer
from kibitz.nets.othello.spec import NetSpec

# The thesis's start: weights from a normal distribution cut off at two deviations, biases away from zero against dead units.
_THESIS_DEVIATION = 0.1
_THESIS_BIAS = 0.1


class ExpertNet(nn.Module):
    """Planes [N, C, 8, 8] to two outputs for each cell [N, 2, 8, 8]."""

    def __init__(self, spec: NetSpec) -> None:
        super().__init__()
        self.spec = spec
        widths = [len(spec.plane_set())] + [spec.filters] * (spec.layers - 1)
        self.layers = nn.ModuleList(
            Layer(inputs, spec.filters, spec.normalised, spec.skips and number > 0) for number, inputs in enumerate(widths[:-1])
        )
        self.output = nn.Conv2d(spec.filters, 2, 1)

    def forward(self, planes: Tensor) -> Tensor:
        kept = planes
        for number, layer in enumerate(self.layers):
            if self.spec.enlarges_before(number):
                planes = functional.interpolate(planes, scale_factor=2.0) + kept
            if self.spec.opens_block(number) or self.spec.halves_before(number):
                kept = planes
            if self.spec.halves_before(number):
                planes = functional.max_pool2d(planes, 2)
            planes = layer(planes, kept if self.spec.closes_block(number) else None)
        cells: Tensor = self.output(planes)
        return cells

    def hidden_layers(self) -> list[Layer]:
        """The 3×3 layers in order."""
        return [layer for layer in self.layers if isinstance(layer, Layer)]


def move_scores(cells: Tensor) -> Tensor:
    """The log odds of each cell that the next disc is placed there, [N, 64]."""
    return (cells[:, 1] - cells[:, 0]).flatten(1)


@torch.no_grad()
def start_as_in_the_thesis(net: ExpertNet) -> None:
    """Weights from a truncated normal distribution with deviation 0.1, biases 0.1."""
    for module in net.modules():
        if isinstance(module, nn.Conv2d):
            nn.init.trunc_normal_(module.weight, std=_THESIS_DEVIATION, a=-2 * _THESIS_DEVIATION, b=2 * _THESIS_DEVIATION)
            if module.bias is not None:
                nn.init.constant_(module.bias, _THESIS_BIAS)


@torch.no_grad()
def start_by_fan_in(net: ExpertNet) -> None:
    """He's start for ReLU layers; the output starts at zero, so that the first answer is the same for every legal move."""
    for layer in net.hidden_layers():
        nn.init.kaiming_normal_(layer.convolution.weight, nonlinearity="relu")
        if layer.convolution.bias is not None:
            nn.init.zeros_(layer.convolution.bias)
    nn.init.zeros_(net.output.weight)
    if net.output.bias is not None:
        nn.init.zeros_(net.output.bias)


@torch.no_grad()
def folded(net: ExpertNet) -> ExpertNet:
    """The plain network that answers as the trained one does, normalisation and skips folded in; blocks stay."""
    plain = ExpertNet(net.spec.plain())
    for source, target in zip(net.hidden_layers(), plain.hidden_layers(), strict=True):
        weight, bias = source.folded()
        target.convolution.weight.copy_(weight)
        target.convolution.bias.copy_(bias)  # type: ignore[union-attr]
    plain.output.load_state_dict(net.output.state_dict())
    return plain.eval()
