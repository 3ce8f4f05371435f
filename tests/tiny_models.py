"""Small models for tests: a network of one layer written as ONNX with its card, and one that answers from a formula."""

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from kibitz.features.othello.samples import squares_as_columns
from kibitz.features.othello.twins import twins_levelled
from kibitz.rules.othello import bulk

SPEC = {"planes": "raw", "planes_version": 1, "layers": 2, "filters": 1}


def tiny_network(spec=SPEC, planes=3, outputs=2, seed=5, weights=None, card=True):
    """One 3×3 convolution with random filters; no symmetry of the board is in them."""
    if weights is None:
        weights = np.random.default_rng(seed).normal(0, 0.7, (outputs, planes, 3, 3))
    node = helper.make_node("Conv", ["planes", "filters"], ["cells"], kernel_shape=[3, 3], pads=[1, 1, 1, 1])
    graph = helper.make_graph(
        [node],
        "tiny",
        [helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["N", planes, 8, 8])],
        [helper.make_tensor_value_info("cells", TensorProto.FLOAT, ["N", outputs, 8, 8])],
        [numpy_helper.from_array(weights.astype(np.float32), "filters")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    if card:
        helper.set_model_props(model, {"kibitz": json.dumps({"spec": spec})})
    return model


def write_network(folder: Path, name="tiny", model=None, **facts) -> Path:
    """A network and its card in a folder; returns the path of the weights. A fact that is None is left out of the card."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.onnx"
    onnx.save(model or tiny_network(), path)
    write_card(path, **facts)
    return path


def write_card(path: Path, **facts) -> None:
    """A card that fits the weights of a path, but for some facts."""
    card = {
        "kind": "onnx-planes",
        "features": "raw",
        "features_version": 1,
        "data": "nothing: its filters are random",
        "split": "none",
        "command": "tests/tiny_models.py",
        "figures": {},
        "licence": "MIT",
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        **facts,
    }
    kept = {key: value for key, value in card.items() if value is not None}
    path.with_suffix(".json").write_text(json.dumps(kept))


class FormulaModel:
    """Likes squares where many discs are turned; knows ratings, winners and owners."""

    name = "formula"
    rating_range = (1000.0, 2500.0)

    def probabilities(self, situations, rating=None):
        legal = squares_as_columns(bulk.legal_masks(situations.boards))
        scores = np.full(legal.shape, -np.inf)
        children = bulk.children(situations.boards)
        flips = bulk.flip_masks(_boards_of_rows(situations.boards, children.parent), children.square)
        known = np.nan_to_num(np.asarray(1500.0 if rating is None else rating, np.float64), nan=1500.0)
        strength = np.broadcast_to(known, len(legal)) / 1500
        scores[children.parent, children.square] = np.bitwise_count(flips) * strength[children.parent]
        return self.levelled(scores, situations.boards)

    def levelled(self, scores, boards):
        highest = np.maximum(scores.max(axis=1, keepdims=True, initial=0.0), 0.0)
        weights = twins_levelled(np.exp(scores - highest), boards)
        return weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-300)

    def win_chances(self, situations):
        return (1 + np.bitwise_count(situations.boards.own)) / (
            2 + np.bitwise_count(situations.boards.own | situations.boards.opp)
        )

    def ownership(self, situations):
        return squares_as_columns(situations.boards.own) * 0.8 + 0.1


def _boards_of_rows(boards, rows):
    return bulk.Boards(boards.own[rows], boards.opp[rows])
