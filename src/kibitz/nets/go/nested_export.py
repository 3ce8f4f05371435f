"""Trained nested networks of Go as ONNX files, for boards of any size."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from torch import nn

from kibitz.nets.go.nested import LEAD_UNIT, LEAST_SPREAD, SPREAD_UNIT, InnerPair, NestedBlock, NestedNet
from kibitz.nets.go.nested_inputs import BOARD_NUMBERS, EXPERT_FIRST, KOMI_UNIT, PLANES
from kibitz.nets.go.spec import INPUT, LEAST_LOG, MOVES, NUMBERS, OWNERSHIP, REPLY, SCORE, SPREAD, WINNER
from kibitz.nets.onnx_graph import OnnxGraph, Shape, numbers_of

_SIZE = len(BOARD_NUMBERS) - 1  # where the board's size stands among the numbers of the whole board


def export_nested_onnx(net: NestedNet, path: Path, facts: Mapping[str, Any] | None = None) -> None:
    """Write a network; `facts`, such as its accuracy, go into the file's card beside its spec."""
    made = _Export(net)
    made.add_trunk_and_heads()
    board: Shape = ["N", 1, "rows", "columns"]
    inputs: dict[str, Shape] = {INPUT: ["N", PLANES, "rows", "columns"], NUMBERS: ["N", len(BOARD_NUMBERS)]}
    outputs: dict[str, Shape] = {MOVES: board, REPLY: board, OWNERSHIP: board, **{name: ["N", 1] for name in _OF_ENDS}}
    made.graph.save(path, "go-nested", inputs, outputs, {"spec": net.spec.to_json(), **(facts or {})})


_OF_ENDS = (SCORE, SPREAD, WINNER)


class _Export:
    """The graph of a network as it grows; methods return the name of what their last node gives."""

    def __init__(self, net: NestedNet) -> None:
        self.net, self.graph = net, OnnxGraph()

    def add_trunk_and_heads(self) -> None:
        self._part(NUMBERS, "size", _SIZE)
        seen = self.graph.node("Add", "begun", self.graph.convolution(INPUT, "opening", self.net.opening), self._told())
        for number, block in enumerate(self.net.blocks):
            assert isinstance(block, NestedBlock)
            seen = self._block(f"block{number}", block, seen)
        seen = self.graph.activated(seen)
        gist = self._pooled("gist", seen)
        owned = self.graph.node("Div", "owners.half", self._owners(seen), self._number("two", 2.0))
        held = self.graph.node("Tanh", "held", owned)
        self._add_moves(seen, held, gist)
        self._add_ends(held, gist)

    def _told(self) -> str:
        return self._over_the_board(self._linear(NUMBERS, "told", self.net.told))

    def _owners(self, seen: str) -> str:
        return self.graph.convolution(seen, OWNERSHIP, self.net.ownership)

    def _block(self, name: str, block: NestedBlock, read: str) -> str:
        seen = self.graph.convolution(self.graph.activated(read), f"{name}.narrow", block.narrow)
        for number, pair in enumerate(block.pairs):
            assert isinstance(pair, InnerPair)
            seen = self._pair(f"{name}.pair{number}", pair, seen)
        widened = self.graph.convolution(self.graph.activated(seen), f"{name}.widen", block.widen)
        return self.graph.node("Add", f"{name}.sum", read, widened)

    def _pair(self, name: str, pair: InnerPair, read: str) -> str:
        seen = self.graph.activated(self.graph.convolution(self.graph.activated(read), f"{name}.first", pair.first))
        if pair.gist is not None:
            gist = self._over_the_board(self._linear(self._pooled(f"{name}.pooled", seen), f"{name}.gist", pair.gist))
            seen = self.graph.activated(self.graph.node("Add", f"{name}.told", seen, gist))
        return self.graph.node("Add", f"{name}.sum", read, self.graph.convolution(seen, f"{name}.second", pair.second))

    def _add_moves(self, seen: str, held: str, gist: str) -> None:
        graph, net = self.graph, self.net
        read = graph.convolution(graph.node("Concat", "choice.read", seen, held, axis=1), "choice", net.choice)
        told = self._over_the_board(self._linear(gist, "choice.gist", net.choice_gist))
        both = graph.convolution(graph.activated(graph.node("Add", "choice.told", read, told)), "both", net.moves)
        said = self._part(INPUT, "expert.plane", EXPERT_FIRST)
        scores = graph.node("Mul", "expert.scores", said, self._number("expert.scale", -LEAST_LOG))
        graph.node("Add", MOVES, self._part(both, "correction", 0), scores)
        self._part(both, REPLY, 1)

    def _add_ends(self, held: str, gist: str) -> None:
        graph, net = self.graph, self.net
        read = graph.node("Concat", "score.read", gist, NUMBERS, axis=1)
        told = self._linear(graph.activated(self._linear(read, "score.gist", net.score_gist)), "score.told", net.score)
        board = graph.node("ReduceSum", "held.sum", held, graph.tensor("held.axes", np.array([2, 3])), keepdims=0)
        owned = graph.node("Mul", "held.points", board, graph.tensor("area", numbers_of(net.area)))
        lead = graph.node("Add", "lead.board", self._scaled(self._part(told, "lead.told", 0), LEAD_UNIT), owned)
        graph.node("Add", SCORE, lead, self._scaled(self._part(NUMBERS, "komi", 0), KOMI_UNIT))
        wide = self._scaled(graph.node("Softplus", "spread.soft", self._part(told, "spread.told", 1)), SPREAD_UNIT)
        graph.node("Add", SPREAD, wide, self._number("spread.least", LEAST_SPREAD))
        graph.node("Div", WINNER, SCORE, SPREAD)

    def _pooled(self, name: str, seen: str) -> str:
        """Mean, mean times size and maximum of channels over the board, [N, 3 channels]."""
        mean, most = (
            self.graph.node("Flatten", f"{name}.{kind}", self.graph.node(f"Global{kind}Pool", f"{name}.{kind} pool", seen))
            for kind in ("Average", "Max")
        )
        sized = self.graph.node("Mul", f"{name}.sized", mean, "size")
        return self.graph.node("Concat", name, mean, sized, most, axis=1)

    def _linear(self, source: str, target: str, layer: nn.Linear) -> str:
        weight = self.graph.tensor(f"{target}.weight", numbers_of(layer.weight))
        bias = self.graph.tensor(f"{target}.bias", numbers_of(layer.bias))
        return self.graph.node("Gemm", target, source, weight, bias, transB=1)

    def _over_the_board(self, source: str) -> str:
        """Numbers of channels [N, C] as [N, C, 1, 1]."""
        axes = self.graph.tensor(f"{source}.axes", np.array([2, 3]))
        return self.graph.node("Unsqueeze", f"{source}.spread out", source, axes)

    def _part(self, source: str, target: str, number: int) -> str:
        """One channel or column."""
        first, behind, axis = (
            self.graph.tensor(f"{target}.{name}", np.array([at]))
            for name, at in (("first", number), ("behind", number + 1), ("axis", 1))
        )
        return self.graph.node("Slice", target, source, first, behind, axis)

    def _scaled(self, source: str, unit: float) -> str:
        return self.graph.node("Mul", f"{source}.scaled", source, self._number(f"{source}.unit", unit))

    def _number(self, name: str, value: float) -> str:
        return self.graph.tensor(name, np.array(value, np.float32))
