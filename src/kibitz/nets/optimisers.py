"""Muon, an optimiser that makes the steps of whole filter matrices orthogonal (Jordan et al., 2024).

torch has a Muon of its own, but only for matrices and in bfloat16, which processors without that number type emulate slowly.
"""

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor
from torch.optim import Optimizer

# Coefficients of the quintic iteration that drives all singular values towards 1, from Jordan's description.
_QUINTIC = (3.4445, -4.7750, 2.0315)
_QUINTIC_STEPS = 5


class Muon(Optimizer):
    """Nesterov momentum whose step for each matrix is replaced by the nearest orthogonal one.

    A convolution counts as a matrix with one row for each filter. Matrices of one shape are treated together.
    """

    def __init__(self, parameters: Iterable[Tensor], lr: float, momentum: float = 0.95, weight_decay: float = 0.0) -> None:
        super().__init__(parameters, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> None:  # type: ignore[override]
        """Take one step along the gradients; a closure is not supported."""
        assert closure is None
        for group in self.param_groups:
            by_shape: dict[torch.Size, list[Tensor]] = {}
            for parameter in group["params"]:
                if parameter.grad is not None:
                    by_shape.setdefault(parameter.shape, []).append(parameter)
            for parameters in by_shape.values():
                self._step_together(parameters, group)

    def _step_together(self, parameters: list[Tensor], group: dict[str, Any]) -> None:
        directions = torch.stack([self._direction(parameter, group["momentum"]).flatten(1) for parameter in parameters])
        steps = orthogonal(directions)
        rows, columns = steps.shape[1:]
        # Keeps the size of an entry's step near 0.2, as AdamW's is, whatever the shape.
        scale = 0.2 * max(rows, columns) ** 0.5
        for parameter, step in zip(parameters, steps, strict=True):
            parameter.mul_(1 - group["lr"] * group["weight_decay"])
            parameter.add_(step.view(parameter.shape), alpha=-group["lr"] * scale)

    def _direction(self, parameter: Tensor, momentum: float) -> Tensor:
        state = self.state[parameter]
        if "momentum" not in state:
            state["momentum"] = torch.zeros_like(parameter, memory_format=torch.contiguous_format)
        gradient = parameter.grad
        assert gradient is not None
        state["momentum"].lerp_(gradient, 1 - momentum)
        return gradient.lerp(state["momentum"], momentum).contiguous()


def orthogonal(matrices: Tensor) -> Tensor:
    """Matrices [B, R, C] with R ≤ C or R > C whose singular values are all brought near 1, roughly 0.7 to 1.2."""
    tall = matrices.shape[1] > matrices.shape[2]
    found = matrices.mT if tall else matrices
    found = found / (found.norm(dim=(1, 2), keepdim=True) + 1e-12)
    first, second, third = _QUINTIC
    for _ in range(_QUINTIC_STEPS):
        square = found @ found.mT
        found = first * found + (second * square + third * square @ square) @ found
    result: Tensor = found.mT if tall else found
    return result
