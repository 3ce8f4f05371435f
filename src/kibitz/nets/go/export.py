"""Trained networks of Go as ONNX files, for boards of any size."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from kibitz.nets.go.network import GoNet, ResidualBlock
from kibitz.nets.go.spec import EXPERT, INPUT, LEAST_LOG, MOVES, OWNERSHIP, WINNER
from kibitz.nets.layer import Layer
from kibitz.nets.onnx_graph import OnnxGraph, Shape, numbers_of

_FIRST_PLANE: Final = {"first": 0, "behind": 1, "axis": 1}  # of what the expert says, as Slice asks for it


def export_go_onnx(net: GoNet, path: Path, facts: Mapping[str, Any] | None = None) -> None:
    """Write a network; `facts`, such as its accuracy, go into the file's card beside its spec."""
    graph = OnnxGraph()
    seen = _trunk(graph, net)
    graph.convolution(seen, OWNERSHIP, net.ownership)
    held = graph.node("Tanh", "owners", OWNERSHIP)
    _add_moves(graph, net, seen, held)
    _add_winner(graph, net, seen, held)
    board: Shape = ["N", 1, "rows", "columns"]
    inputs: dict[str, Shape] = {
        INPUT: ["N", net.spec.planes, "rows", "columns"],
        EXPERT: ["N", net.spec.expert_planes, "rows", "columns"],
    }
    outputs: dict[str, Shape] = {MOVES: board, OWNERSHIP: board, WINNER: ["N", 1]}
    graph.save(path, "go", inputs, outputs, {"spec": net.spec.to_json(), **(facts or {})})


def _layer(graph: OnnxGraph, source: str, target: str, layer: Layer) -> str:
    """A layer before its ReLU, normalisation folded in."""
    weight, bias = layer.folded()
    return graph.filtered(source, target, numbers_of(weight), numbers_of(bias))


def _trunk(graph: OnnxGraph, net: GoNet) -> str:
    read = graph.node("Concat", "read", INPUT, EXPERT, axis=1)
    seen = graph.activated(_layer(graph, read, "opening", net.opening))
    for number, block in enumerate(net.residual_blocks(), 1):
        seen = _block(graph, f"block{number}", block, seen)
    return seen


def _block(graph: OnnxGraph, name: str, block: ResidualBlock, read: str) -> str:
    first = graph.activated(_layer(graph, read, f"{name}.first", block.first))
    answer = graph.node("Add", f"{name}.sum", _layer(graph, first, f"{name}.second", block.second), read)
    if block.gist is not None:
        pooled = [graph.node(f"Global{kind}Pool", f"{name}.{kind}", first) for kind in ("Average", "Max")]
        gist = graph.convolution(graph.node("Concat", f"{name}.pooled", *pooled, axis=1), f"{name}.gist", block.gist)
        answer = graph.node("Add", f"{name}.told", answer, gist)
    return graph.activated(answer)


def _add_moves(graph: OnnxGraph, net: GoNet, seen: str, owners: str) -> None:
    if net.shown is not None:
        seen = graph.node("Add", "before choice", seen, graph.convolution(owners, "shown", net.shown))
    chosen = graph.activated(_layer(graph, seen, "choice", net.choice))
    first, behind, axis = (graph.tensor(f"expert.{name}", np.array([at])) for name, at in _FIRST_PLANE.items())
    said = graph.node("Slice", "expert.plane", EXPERT, first, behind, axis)
    scores = graph.node("Mul", "expert.scores", said, graph.tensor("expert.scale", np.array(-LEAST_LOG, np.float32)))
    graph.node("Add", MOVES, graph.convolution(chosen, "correction", net.moves), scores)


def _add_winner(graph: OnnxGraph, net: GoNet, seen: str, owners: str) -> None:
    means = [graph.node("GlobalAveragePool", f"{name}.mean", name) for name in (seen, owners)]
    gist = graph.node("Flatten", "gist", graph.node("Concat", "gist.parts", *means, axis=1))
    weight = graph.tensor("winner.weight", numbers_of(net.winner.weight))
    bias = graph.tensor("winner.bias", numbers_of(net.winner.bias))
    graph.node("Gemm", WINNER, gist, weight, bias, transB=1)
