"""The layer that the networks of boards are made of, as a torch module; the core computes it where that is faster."""

import torch
from torch import Tensor, nn

from kibitz.nets.fast_layer import IS_FASTER_THAN_TORCH, SHAPES, biased_layer, normalised_layer


class Layer(nn.Module):
    """A 3×3 convolution with ReLU, with normalisation and a skip where the spec has them."""

    def __init__(self, inputs: int, filters: int, normalised: bool, skip: bool) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(inputs, filters, 3, padding=1, bias=not normalised)
        self.normalisation = nn.BatchNorm2d(filters) if normalised else None
        self.skip = skip

    def forward(self, planes: Tensor, added: Tensor | None = None) -> Tensor:
        """The layer's answer; `added` is what a block adds before the ReLU."""
        if IS_FASTER_THAN_TORCH and (planes.shape[-1], self.convolution.out_channels) in SHAPES:
            return self._by_the_core(planes, added)
        found: Tensor = self.convolution(planes)
        if self.normalisation is not None:
            found = self.normalisation(found)
        if self.skip:
            found = found + planes
        return torch.relu(found if added is None else found + added)

    def _by_the_core(self, planes: Tensor, added: Tensor | None) -> Tensor:
        weight, normalisation = self.convolution.weight, self.normalisation
        if normalisation is None:
            assert self.convolution.bias is not None
            return biased_layer(planes, weight, torch.ones(len(weight)), self.convolution.bias, self.skip, added)
        if not self.training:
            factor, bias = _as_factor_and_bias(normalisation)
            return biased_layer(planes, weight, factor, bias, self.skip, added)
        outputs, mean, variance = normalised_layer(
            planes, weight, normalisation.weight, normalisation.bias, normalisation.eps, self.skip, added
        )
        _remember_statistics(normalisation, mean, variance, planes[:, 0].numel())
        return outputs

    @torch.no_grad()
    def folded(self) -> tuple[Tensor, Tensor]:
        """Filters and biases of the one plain convolution that answers as this layer does once it is trained."""
        weight = self.convolution.weight.detach().clone()
        bias = torch.zeros(len(weight)) if self.convolution.bias is None else self.convolution.bias.detach().clone()
        if self.normalisation is not None:
            factor, bias = _as_factor_and_bias(self.normalisation)
            weight = weight * factor[:, None, None, None]
        if self.skip:
            filters = torch.arange(len(weight))
            weight[filters, filters, 1, 1] += 1.0
        return weight, bias


@torch.no_grad()
def _remember_statistics(normalisation: nn.BatchNorm2d, mean: Tensor, variance: Tensor, count: int) -> None:
    """Move the running statistics towards a batch's, as torch's own layer does."""
    assert normalisation.running_mean is not None and normalisation.running_var is not None
    assert normalisation.momentum is not None and normalisation.num_batches_tracked is not None
    normalisation.running_mean.lerp_(mean, normalisation.momentum)
    normalisation.running_var.lerp_(variance * (count / (count - 1)), normalisation.momentum)
    normalisation.num_batches_tracked += 1


@torch.no_grad()
def _as_factor_and_bias(normalisation: nn.BatchNorm2d) -> tuple[Tensor, Tensor]:
    """What trained normalisation does to each filter: a factor and a bias."""
    mean, variance = normalisation.running_mean, normalisation.running_var
    assert mean is not None and variance is not None
    factor = normalisation.weight / torch.sqrt(variance + normalisation.eps)
    return factor.detach(), (normalisation.bias - mean * factor).detach()
