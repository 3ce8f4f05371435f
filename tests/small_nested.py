"""A small nested network of Go none of whose weights is as it began, and inputs for it. It needs torch."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from kibitz.models.card import write_card  # noqa: E402
from kibitz.nets.go.nested import NestedNet, NestedSpec  # noqa: E402
from kibitz.nets.go.nested_export import export_nested_onnx  # noqa: E402
from kibitz.nets.go.nested_inputs import BOARD_NUMBERS, PLANES  # noqa: E402
from small_go import write_small_model  # noqa: E402

CARD = {
    "kind": "go-nested",
    "game": "go",
    "features": "go-nested-planes",
    "features_version": 1,
    "settings": {"expert": "small-go"},
}


def shaken_net(seed=3):
    torch.manual_seed(seed)
    net = NestedNet(NestedSpec(width=8, inner=4, blocks=2))
    with torch.no_grad():
        for weight in net.parameters():
            weight += 0.1 * torch.randn_like(weight)
    return net.eval()


def inputs(count, size, seed=0):
    random = np.random.default_rng(seed)
    planes = random.random((count, PLANES, size, size), np.float32)
    planes[:, 0] = 1
    numbers = random.random((count, len(BOARD_NUMBERS)), np.float32)
    numbers[:, -1] = (size - 14) / 5
    return torch.from_numpy(planes), torch.from_numpy(numbers)


def write_small_nested(folder, name="nested"):
    """The file of such a network, beside the expert it reads."""
    write_small_model(folder)
    path = folder / f"{name}.onnx"
    export_nested_onnx(shaken_net(), path)
    write_card(path, CARD)
    return path
