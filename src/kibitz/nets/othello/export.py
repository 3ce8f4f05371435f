"""Trained networks as ONNX files: plain convolutions and ReLUs, with what helped training folded into them.

The graph is written node by node; it has few kinds of them, and no exporter's version can change it.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from kibitz.nets.embedded_card import CARD_KEY
from kibitz.nets.othello.convolutional import ExpertNet, folded
from kibitz.nets.othello.runtime import INPUT, OUTPUT, MoveNet

# Old enough for every onnxruntime of the last years.
_OPSET = 17
_IR_VERSION = 9


def export_onnx(net: ExpertNet, path: Path, facts: Mapping[str, Any] | None = None) -> None:
    """Write a network; `facts`, such as its accuracy, go into the file's card beside its spec."""
    plain = folded(net)
    tensors: list[Any] = []
    nodes, name = _hidden_nodes(plain, tensors)
    nodes.append(_convolution(name, OUTPUT, plain.output, tensors))
    graph = helper.make_graph(
        nodes,
        "expert",
        [helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, ["N", len(plain.spec.plane_set()), 8, 8])],
        [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["N", 2, 8, 8])],
        tensors,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR_VERSION)
    helper.set_model_props(model, {CARD_KEY: json.dumps({"spec": plain.spec.to_json(), **(facts or {})})})
    onnx.checker.check_model(model)
    onnx.save(model, path)


def _hidden_nodes(plain: ExpertNet, tensors: list[Any]) -> tuple[list[Any], str]:
    """The nodes of the 3×3 layers and the name of what the last one gives; their weights are put to the tensors."""
    nodes: list[Any] = []
    name = kept = INPUT
    for number, layer in enumerate(plain.hidden_layers()):
        if plain.spec.enlarges_before(number):
            nodes += _enlarging(name, kept, tensors)
            name = "enlarged"
        if plain.spec.opens_block(number) or plain.spec.halves_before(number):
            kept = name
        if plain.spec.halves_before(number):
            nodes.append(helper.make_node("MaxPool", [name], ["halved"], kernel_shape=[2, 2], strides=[2, 2]))
            name = "halved"
        before = f"sum{number + 1}"
        nodes.append(_convolution(name, before, layer.convolution, tensors))
        if plain.spec.closes_block(number):
            nodes.append(helper.make_node("Add", [before, kept], [f"{before}.block"]))
            before += ".block"
        name = f"layer{number + 1}"
        nodes.append(helper.make_node("Relu", [before], [name]))
    return nodes, name


def _enlarging(source: str, added: str, tensors: list[Any]) -> list[Any]:
    """Each square four times, and what stood there before the board was made smaller added."""
    tensors.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), "scales"))
    manner = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    return [
        helper.make_node("Resize", [source, "", "scales"], ["repeated"], **manner),
        helper.make_node("Add", ["repeated", added], ["enlarged"]),
    ]


def load_exported(path: Path) -> ExpertNet:
    """The network that export_onnx() wrote, to be taught further; raises SetupError if the file is another one."""
    net = ExpertNet(MoveNet(path).spec)
    arrays = {found.name: numpy_helper.to_array(found) for found in onnx.load(path).graph.initializer}
    layers = {f"sum{number + 1}": layer.convolution for number, layer in enumerate(net.hidden_layers())}
    with torch.no_grad():
        for name, layer in {**layers, OUTPUT: net.output}.items():
            assert layer.bias is not None
            layer.weight.copy_(torch.from_numpy(arrays[f"{name}.weight"].copy()))
            layer.bias.copy_(torch.from_numpy(arrays[f"{name}.bias"].copy()))
    return net.eval()


def _convolution(source: str, target: str, layer: nn.Conv2d, tensors: list[Any]) -> Any:
    assert layer.bias is not None
    tensors.append(_tensor(f"{target}.weight", layer.weight))
    tensors.append(_tensor(f"{target}.bias", layer.bias))
    size = layer.weight.shape[2]
    return helper.make_node(
        "Conv", [source, f"{target}.weight", f"{target}.bias"], [target], kernel_shape=[size, size], pads=[size // 2] * 4
    )


def _tensor(name: str, weight: Tensor) -> Any:
    return numpy_helper.from_array(weight.detach().contiguous().numpy(), name)
