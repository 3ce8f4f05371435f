"""Answers of an exported value network without torch: planes from kibitz.features, the rest by onnxruntime."""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.planes import Situations, encode
from kibitz.nets.othello.runtime import INPUT
from kibitz.nets.othello.value_spec import ValueSpec
from kibitz.nets.sessions import RUNTIME_ERRORS, embedded_card, open_session

OUTPUT: Final = "value"


class ExportedValueNet:
    """A value network read from an ONNX file of nets.value_export. Safe to share between threads."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        """Raise SetupError if the file is missing, is no such network, or wants planes this release does not compute."""
        self._path = path
        self._session = open_session(path, threads)
        try:
            self.spec = ValueSpec.from_json(embedded_card(self._session, path)["spec"])
            self._planes = self.spec.plane_set()
        except SetupError as error:
            raise SetupError(f"{path}: {error}") from None
        names = [each.name for each in (*self._session.get_inputs(), *self._session.get_outputs())]
        if names != [INPUT, OUTPUT] or self._session.get_inputs()[0].shape[1:] != [len(self._planes), 8, 8]:
            raise SetupError(f"{path} has {', '.join(names)}, where {len(self._planes)} planes and a value are expected")

    def values(self, situations: Situations) -> NDArray[np.float32]:
        """What each position is worth to its mover, [N]: about 1 for a win, -1 for a loss; not held between the two."""
        try:
            values: NDArray[np.float32] = self._session.run([OUTPUT], {INPUT: encode(self._planes, situations)})[0]
        except RUNTIME_ERRORS as error:
            raise SetupError(f"{self._path} cannot be run: {error}") from None
        return values.reshape(len(situations))
