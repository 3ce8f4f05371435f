"""Answers of an exported network without torch: planes from the core, convolutions by onnxruntime."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.capi import onnxruntime_pybind11_state as state

from kibitz.errors import SetupError
from kibitz.features.othello.planes import Situations, encode
from kibitz.features.othello.samples import squares_as_columns
from kibitz.nets.embedded_card import CARD_KEY
from kibitz.nets.othello.spec import NetSpec
from kibitz.rules.othello.bulk import legal_masks

INPUT = "planes"
OUTPUT = "cells"

_FATAL_ONLY = 4  # what goes wrong is raised; nothing is written to standard error besides
# All that onnxruntime throws at a damaged file; its exceptions have no base of their own.
RUNTIME_ERRORS = (
    state.EPFail,
    state.EngineError,
    state.Fail,
    state.InvalidArgument,
    state.InvalidGraph,
    state.InvalidProtobuf,
    state.NotImplemented,
    state.RuntimeException,
    UnicodeDecodeError,  # where a message or a name of the graph is no text
)


class MoveNet:
    """A network read from an ONNX file of nets.export. Safe to share between threads."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        """Raise SetupError if the file is missing, is no such network, or wants planes this release does not compute."""
        self._path = path
        self._session = open_session(path, threads)
        self.card = embedded_card(self._session, path)
        try:
            self.spec = NetSpec.from_json(self.card["spec"])
            self._planes = self.spec.plane_set()
        except SetupError as error:
            raise SetupError(f"{path}: {error}") from None
        try:
            _check_shapes(self._session, len(self._planes), path)
        except UnicodeDecodeError:
            raise SetupError(f"{path} cannot be read as an ONNX network: its names are not text") from None

    def cells(self, situations: Situations) -> NDArray[np.float32]:
        """The two outputs of each square, [N, 2, 64]."""
        try:
            cells: NDArray[np.float32] = self._session.run([OUTPUT], {INPUT: encode(self._planes, situations)})[0]
        except RUNTIME_ERRORS as error:
            raise SetupError(f"{self._path} cannot be run: {error}") from None
        return cells.reshape(len(situations), 2, 64)

    def scores(self, situations: Situations) -> NDArray[np.float32]:
        """The log odds of each square that the next disc is placed there, [N, 64], legal or not."""
        cells = self.cells(situations)
        difference: NDArray[np.float32] = cells[:, 1] - cells[:, 0]
        return difference

    def probabilities(self, situations: Situations) -> NDArray[np.float32]:
        """How likely an expert plays each square, [N, 64]; rows add up to 1, or hold zeros where no move is legal."""
        legal = squares_as_columns(legal_masks(situations.boards))
        scores = np.where(legal, self.scores(situations), -np.inf)
        highest = scores.max(axis=1, keepdims=True)
        weights = np.exp(scores - np.where(np.isfinite(highest), highest, 0.0))
        shares: NDArray[np.float32] = weights / np.maximum(weights.sum(axis=1, keepdims=True), np.finfo(np.float32).tiny)
        return shares


def open_session(path: Path, threads: int) -> Any:
    """A session of onnxruntime that runs the graph of a file; raises SetupError if there is none that could be run."""
    if not path.is_file():
        raise SetupError(f"{path} is missing; a network exported as ONNX is expected there")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _FATAL_ONLY
    # Threads that spin between two questions would take the processor from the search that asks them.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        # Handed over as bytes, the graph cannot fetch weights from other files. The fallback would talk on standard output.
        return onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"], enable_fallback=False)
    except RUNTIME_ERRORS as error:
        raise SetupError(f"{path} cannot be read as an ONNX network: {error}") from None


def _check_shapes(session: Any, planes: int, path: Path) -> None:
    for found, name, channels in ((session.get_inputs(), INPUT, planes), (session.get_outputs(), OUTPUT, 2)):
        wanted = [channels, 8, 8]
        if [each.name for each in found] != [name] or found[0].shape[1:] != wanted or found[0].type != "tensor(float)":
            held = ", ".join(f"{each.name} {each.shape[1:]} of {each.type}" for each in found)
            raise SetupError(f"{path} has {held or 'nothing'}, where {name} {wanted} of tensor(float) is expected")


def embedded_card(session: Any, path: Path) -> dict[str, Any]:
    """What nets.export wrote into the file beside the graph, with a `spec`; raises SetupError if it is not there."""
    try:
        card = json.loads(session.get_modelmeta().custom_metadata_map.get(CARD_KEY, "{}"))
    except (ValueError, RecursionError):
        card = {}
    if not isinstance(card, dict) or not isinstance(card.get("spec"), dict):
        raise SetupError(f"{path} is an ONNX file, but not one of Kibitz's networks: its card is missing")
    return card
