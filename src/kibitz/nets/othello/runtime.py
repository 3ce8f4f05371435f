"""Answers of an exported network without torch: planes from the core, convolutions by onnxruntime."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.planes import Situations, encode
from kibitz.features.othello.samples import squares_as_columns
from kibitz.nets.othello.spec import NetSpec
from kibitz.nets.sessions import RUNTIME_ERRORS, embedded_card, open_session
from kibitz.rules.othello.bulk import legal_masks

INPUT = "planes"
OUTPUT = "cells"


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
        return legal_softmax(self.scores(situations), situations)


def legal_softmax(scores: NDArray[np.float32], situations: Situations) -> NDArray[np.float32]:
    """Scores [N, 64] as probabilities of the legal squares; rows add up to 1, or hold zeros where no move is legal."""
    held = np.where(squares_as_columns(legal_masks(situations.boards)), scores, -np.inf)
    highest = held.max(axis=1, keepdims=True)
    weights = np.exp(held - np.where(np.isfinite(highest), highest, 0.0))
    shares: NDArray[np.float32] = weights / np.maximum(weights.sum(axis=1, keepdims=True), np.finfo(np.float32).tiny)
    return shares


def _check_shapes(session: Any, planes: int, path: Path) -> None:
    for found, name, channels in ((session.get_inputs(), INPUT, planes), (session.get_outputs(), OUTPUT, 2)):
        wanted = [channels, 8, 8]
        if [each.name for each in found] != [name] or found[0].shape[1:] != wanted or found[0].type != "tensor(float)":
            held = ", ".join(f"{each.name} {each.shape[1:]} of {each.type}" for each in found)
            raise SetupError(f"{path} has {held or 'nothing'}, where {name} {wanted} of tensor(float) is expected")
