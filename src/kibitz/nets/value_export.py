"""Trained value networks as ONNX files, their dense layers in whole numbers of eight bits: a fourth of the size.

The graph is written node by node. Each row of a dense layer has a scale of its own, so a weight is off by at most 1/254 of the
row's largest; the runtime multiplies it out once when the file is opened.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from kibitz.nets.runtime import CARD_KEY, INPUT
from kibitz.nets.value_net import ValueNet
from kibitz.nets.value_runtime import OUTPUT

# Old enough for every onnxruntime of the last years.
_OPSET: Final = 17
_IR_VERSION: Final = 9
_LARGEST: Final = 127


def export_value_onnx(net: ValueNet, path: Path, facts: Mapping[str, Any] | None = None) -> None:
    """Write a network; `facts`, such as its accuracy, go into the file's card beside its spec."""
    graph = _Graph()
    name = INPUT
    for number, layer in enumerate(net.convolutions):
        name = graph.activated(graph.convolution(name, f"convolution{number + 1}", layer))
        if number == 0 and net.spec.axes == "printed":
            name = graph.node("Transpose", name, "axes", perm=[0, 3, 1, 2])
    name = graph.node("Flatten", name, "cells")
    for number, layer in enumerate([*net.dense, net.narrow]):
        name = graph.activated(graph.dense(name, f"dense{number + 1}", layer))
    graph.dense(name, OUTPUT, net.output)
    planes = helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, ["N", len(net.spec.plane_set()), 8, 8])
    value = helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["N", 1])
    made = helper.make_graph(graph.nodes, "value", [planes], [value], graph.tensors)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR_VERSION)
    helper.set_model_props(model, {CARD_KEY: json.dumps({"spec": net.spec.to_json(), **(facts or {})})})
    onnx.checker.check_model(model)
    onnx.save(model, path)


class _Graph:
    """Nodes and tensors as they are added; each method returns the name of what its node gives."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.tensors: list[Any] = []

    def node(self, operation: str, source: str, target: str, *inputs: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(operation, [source, *inputs], [target], **attributes))
        return target

    def activated(self, source: str) -> str:
        return self.node("Relu", source, f"{source}.active")

    def convolution(self, source: str, target: str, layer: nn.Conv2d) -> str:
        inputs = self._tensor(f"{target}.weight", _numbers(layer.weight)), self._tensor(f"{target}.bias", _numbers(layer.bias))
        return self.node("Conv", source, target, *inputs, kernel_shape=[3, 3], pads=[1] * 4)

    def dense(self, source: str, target: str, layer: nn.Linear) -> str:
        weight = _numbers(layer.weight)
        scale = np.maximum(np.abs(weight).max(axis=1), np.finfo(np.float32).tiny) / np.float32(_LARGEST)
        steps = np.rint(weight / scale[:, None]).astype(np.int8)
        # The runtime works such constants out when it opens the file, which it does not with operations made for whole numbers.
        whole = self.node("Cast", self._tensor(f"{target}.steps", steps), f"{target}.whole", to=TensorProto.FLOAT)
        weights = self.node("Mul", whole, f"{target}.weight", self._tensor(f"{target}.scale", scale[:, None]))
        return self.node("Gemm", source, target, weights, self._tensor(f"{target}.bias", _numbers(layer.bias)), transB=1)

    def _tensor(self, name: str, numbers: np.ndarray) -> str:
        self.tensors.append(numpy_helper.from_array(np.ascontiguousarray(numbers), name))
        return name


def _numbers(weight: Tensor) -> np.ndarray:
    found: np.ndarray = weight.detach().numpy()
    return found
