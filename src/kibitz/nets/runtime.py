"""Answers of an exported network without torch: planes from the core, convolutions by onnxruntime."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.capi import onnxruntime_pybind11_state as state

from kibitz.errors import SetupError
from kibitz.features.planes import Situations, encode
from kibitz.features.samples import squares_as_columns
from kibitz.nets.spec import NetSpec
from kibitz.rules.bulk import legal_masks

INPUT = "planes"
OUTPUT = "cells"
CARD_KEY = "kibitz"


class MoveNet:
    """A network read from an ONNX file of nets.export. Safe to share between threads."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        """Raise SetupError if the file is missing, is no such network, or wants planes this release does not compute."""
        self._session = _open_session(path, threads)
        self.card = _read_card(self._session, path)
        self.spec = NetSpec.from_json(self.card["spec"])
        self._planes = self.spec.plane_set()
        found = self._session.get_inputs()[0].shape[1:]
        if found != [len(self._planes), 8, 8]:
            raise SetupError(f"{path} reads planes of shape {found}, but {self._planes.name} has {len(self._planes)} of 8×8")

    def scores(self, situations: Situations) -> NDArray[np.float32]:
        """The log odds of each square that the next disc is placed there, [N, 64], legal or not."""
        cells: NDArray[np.float32] = self._session.run([OUTPUT], {INPUT: encode(self._planes, situations)})[0]
        difference: NDArray[np.float32] = (cells[:, 1] - cells[:, 0]).reshape(len(situations), 64)
        return difference

    def probabilities(self, situations: Situations) -> NDArray[np.float32]:
        """How likely an expert plays each square, [N, 64]; rows add up to 1, or hold zeros where no move is legal."""
        legal = squares_as_columns(legal_masks(situations.boards))
        scores = np.where(legal, self.scores(situations), -np.inf)
        highest = scores.max(axis=1, keepdims=True)
        weights = np.exp(scores - np.where(np.isfinite(highest), highest, 0.0))
        shares: NDArray[np.float32] = weights / np.maximum(weights.sum(axis=1, keepdims=True), np.finfo(np.float32).tiny)
        return shares


def _open_session(path: Path, threads: int) -> Any:
    if not path.is_file():
        raise SetupError(f"{path} is missing; a network exported as ONNX is expected there")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Threads that spin between two questions would take the processor from the search that asks them.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    except (state.Fail, state.InvalidGraph, state.InvalidProtobuf, state.NotImplemented) as error:
        raise SetupError(f"{path} cannot be read as an ONNX network: {error}") from None


def _read_card(session: Any, path: Path) -> dict[str, Any]:
    text = session.get_modelmeta().custom_metadata_map.get(CARD_KEY)
    card = json.loads(text) if text else {}
    if not isinstance(card, dict) or not isinstance(card.get("spec"), dict):
        raise SetupError(f"{path} is an ONNX file, but not one of Kibitz's networks: its card is missing")
    return card
