"""Trained value networks as ONNX files, their dense layers in whole numbers of eight bits: a fourth of the size.

Each row of a dense layer has a scale of its own, so a weight is off by at most 1/254 of the row's largest; the runtime multiplies
it out once when the file is opened.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from onnx import TensorProto
from torch import nn

from kibitz.nets.onnx_graph import OnnxGraph, Shape, numbers_of
from kibitz.nets.othello.runtime import INPUT
from kibitz.nets.othello.value_net import ValueNet
from kibitz.nets.othello.value_runtime import OUTPUT

_LARGEST: Final = 127


def export_value_onnx(net: ValueNet, path: Path, facts: Mapping[str, Any] | None = None) -> None:
    """Write a network; `facts`, such as its accuracy, go into the file's card beside its spec."""
    graph = OnnxGraph()
    name = INPUT
    for number, layer in enumerate(net.convolutions):
        assert isinstance(layer, nn.Conv2d)
        name = graph.activated(graph.convolution(name, f"convolution{number + 1}", layer))
        if number == 0 and net.spec.axes == "printed":
            name = graph.node("Transpose", "axes", name, perm=[0, 3, 1, 2])
    name = graph.node("Flatten", "cells", name)
    for number, layer in enumerate([*net.dense, net.narrow]):
        name = graph.activated(_dense(graph, name, f"dense{number + 1}", layer))
    _dense(graph, name, OUTPUT, net.output)
    planes: dict[str, Shape] = {INPUT: ["N", len(net.spec.plane_set()), 8, 8]}
    graph.save(path, "value", planes, {OUTPUT: ["N", 1]}, {"spec": net.spec.to_json(), **(facts or {})})


def _dense(graph: OnnxGraph, source: str, target: str, layer: nn.Linear) -> str:
    weight = numbers_of(layer.weight)
    scale = np.maximum(np.abs(weight).max(axis=1), np.finfo(np.float32).tiny) / np.float32(_LARGEST)
    steps = np.rint(weight / scale[:, None]).astype(np.int8)
    # The runtime works such constants out when it opens the file, which it does not with operations made for whole numbers.
    whole = graph.node("Cast", f"{target}.whole", graph.tensor(f"{target}.steps", steps), to=TensorProto.FLOAT)
    weights = graph.node("Mul", f"{target}.weight", whole, graph.tensor(f"{target}.scale", scale[:, None]))
    return graph.node("Gemm", target, source, weights, graph.tensor(f"{target}.bias", numbers_of(layer.bias)), transB=1)
