"""Trained networks of Go as ONNX files, for boards of any size."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.nets.go_net import GoNet
from kibitz.nets.go_spec import EXPERT, INPUT, LEAST_LOG, MOVES, OWNERSHIP, WINNER
from kibitz.nets.onnx_graph import OnnxGraph, Shape, numbers_of


def export_go_onnx(net: GoNet, path: Path, facts: Mapping[str, Any] | None = None) -> None:
    """Write a network; `facts`, such as its accuracy, go into the file's card beside its spec."""
    graph = OnnxGraph()
    seen = _trunk(graph, net)
    graph.convolution(seen, OWNERSHIP, net.ownership)
    held = graph.node("Tanh", "owners", OWNERSHIP)
    _add_moves(graph, net, seen, held)
    _add_winner(graph, net, seen, held)
    board: Shape = ["N", 1, "rows", "columns"]
    inputs: dict[str, Shape] = {INPUT: ["N", net.spec.planes, "rows", "columns"], EXPERT: board}
    outputs: dict[str, Shape] = {MOVES: board, OWNERSHIP: board, WINNER: ["N", 1]}
    graph.save(path, "go", inputs, outputs, {"spec": net.spec.to_json(), **(facts or {})})


def _trunk(graph: OnnxGraph, net: GoNet) -> str:
    read = graph.node("Concat", "read", INPUT, EXPERT, axis=1)
    seen = graph.activated(graph.convolution(read, "opening", net.opening))
    for number, block in enumerate(net.residual_blocks(), 1):
        first = graph.activated(graph.convolution(seen, f"block{number}.first", block.first))
        second = graph.convolution(first, f"block{number}.second", block.second)
        seen = graph.activated(graph.node("Add", f"block{number}", seen, second))
    return seen


def _add_moves(graph: OnnxGraph, net: GoNet, seen: str, owners: str) -> None:
    before = graph.node("Concat", "before choice", seen, owners, axis=1) if net.spec.sees_ownership else seen
    chosen = graph.activated(graph.convolution(before, "choice", net.choice))
    scale = graph.tensor("expert.scale", np.array(-LEAST_LOG, np.float32))
    said = graph.node("Mul", "expert.scores", EXPERT, scale)
    graph.node("Add", MOVES, graph.convolution(chosen, "correction", net.moves), said)


def _add_winner(graph: OnnxGraph, net: GoNet, seen: str, owners: str) -> None:
    means = [graph.node("GlobalAveragePool", f"{name}.mean", name) for name in (seen, owners)]
    gist = graph.node("Flatten", "gist", graph.node("Concat", "gist.parts", *means, axis=1))
    weight = graph.tensor("winner.weight", numbers_of(net.winner.weight))
    bias = graph.tensor("winner.bias", numbers_of(net.winner.bias))
    graph.node("Gemm", WINNER, gist, weight, bias, transB=1)
