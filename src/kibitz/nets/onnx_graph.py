"""Graphs of ONNX written node by node: no exporter's version can change them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from kibitz.nets.embedded_card import CARD_KEY

# Old enough for every onnxruntime of the last years.
_OPSET: Final = 17
_IR_VERSION: Final = 9

Shape = Sequence[str | int]


class OnnxGraph:
    """Nodes and tensors as they are added; each method returns the name of what its node gives."""

    def __init__(self) -> None:
        self._nodes: list[Any] = []
        self._tensors: list[Any] = []

    def node(self, operation: str, target: str, *sources: str, **attributes: Any) -> str:
        """A node of any operation."""
        self._nodes.append(helper.make_node(operation, list(sources), [target], **attributes))
        return target

    def tensor(self, name: str, numbers: np.ndarray) -> str:
        """Numbers that are part of the graph."""
        self._tensors.append(numpy_helper.from_array(np.ascontiguousarray(numbers), name))
        return name

    def activated(self, source: str) -> str:
        """A ReLU."""
        return self.node("Relu", f"{source}.active", source)

    def convolution(self, source: str, target: str, layer: nn.Conv2d) -> str:
        """A convolution of odd width whose answer has the size of what it reads."""
        return self.filtered(source, target, numbers_of(layer.weight), numbers_of(layer.bias))

    def filtered(self, source: str, target: str, weight: np.ndarray, bias: np.ndarray) -> str:
        """The same by its numbers."""
        width = weight.shape[-1]
        inputs = source, self.tensor(f"{target}.weight", weight), self.tensor(f"{target}.bias", bias)
        return self.node("Conv", target, *inputs, kernel_shape=[width, width], pads=[width // 2] * 4)

    def save(
        self, path: Path, name: str, inputs: Mapping[str, Shape], outputs: Mapping[str, Shape], card: Mapping[str, Any]
    ) -> None:
        """Check the graph and write it with a card inside."""
        made = helper.make_graph(self._nodes, name, _ends(inputs), _ends(outputs), self._tensors)
        model = helper.make_model(made, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR_VERSION)
        helper.set_model_props(model, {CARD_KEY: json.dumps(dict(card))})
        onnx.checker.check_model(model)
        onnx.save(model, path)


def _ends(shapes: Mapping[str, Shape]) -> list[Any]:
    return [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]


def numbers_of(weight: Tensor | None) -> np.ndarray:
    """The numbers of a tensor that is learned."""
    assert weight is not None
    found: np.ndarray = weight.detach().numpy()
    return found
