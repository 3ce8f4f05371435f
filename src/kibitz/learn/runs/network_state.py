"""Networks and optimisers to and from the named arrays of a checkpoint: the only place where a run's arrays become tensors."""

from collections.abc import Mapping
from typing import Any

import torch
from numpy.typing import NDArray
from torch import Tensor

from kibitz.tensor_files import Tensors


def arrays_of(tensors: Mapping[str, Tensor], prefix: str) -> Tensors:
    """Tensors by name as arrays whose names begin with a prefix. Memory is shared where torch can."""
    return {prefix + name: tensor.detach().numpy() for name, tensor in tensors.items()}


def tensors_of(arrays: Mapping[str, NDArray[Any]]) -> dict[str, Tensor]:
    """Copies of named arrays as tensors."""
    return {name: torch.tensor(array) for name, array in arrays.items()}


def optimiser_arrays(optimiser: torch.optim.Optimizer, prefix: str) -> Tensors:
    """What an optimiser remembers, for a checkpoint."""
    state = optimiser.state_dict()["state"]
    tensors = {f"{number}.{name}": tensor for number, values in state.items() for name, tensor in values.items()}
    return arrays_of(tensors, prefix)


def load_optimiser(optimiser: torch.optim.Optimizer, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Give an optimiser back what optimiser_arrays() took, without the prefix."""
    state: dict[int, dict[str, Tensor]] = {}
    for key, tensor in tensors_of(arrays).items():
        number, name = key.split(".", 1)
        state.setdefault(int(number), {})[name] = tensor
    optimiser.load_state_dict({"state": state, "param_groups": optimiser.state_dict()["param_groups"]})


def set_rate(optimiser: torch.optim.Optimizer, share: float) -> None:
    """Let an optimiser go on at a share of its highest rate."""
    for group in optimiser.param_groups:
        group["lr"] = optimiser.defaults["lr"] * share
