"""A kind of model of Othello moves: corners are likelier than other squares, as much as its weights say."""

from pathlib import Path

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file

from kibitz.errors import SetupError
from kibitz.features.othello.planes import Situations
from kibitz.features.othello.samples import squares_as_columns
from kibitz.models.othello.shares import shares_of_weights
from kibitz.rules.othello.bulk import legal_masks

CORNERS = [0, 7, 56, 63]  # a1, h1, a8, h8


class CornersModel:
    """Answers by the contract of kibitz.models.othello.model: one position or many, and all images of a position alike."""

    def __init__(self, name: str, weight: float) -> None:
        self.name = name
        self._weight = weight

    def probabilities(self, situations: Situations, rating: object = None) -> np.ndarray:  # noqa: ARG002 - it knows no ratings
        """How likely each square is, [N, 64]."""
        weights = squares_as_columns(legal_masks(situations.boards)).astype(np.float64)
        weights[:, CORNERS] *= self._weight
        return shares_of_weights(weights, situations.boards)


def load(path: Path) -> CornersModel:
    """The model of a file, whose checksum Kibitz has compared with its card; raises SetupError if it holds something else."""
    try:
        return CornersModel(path.stem, float(load_file(path)["weight"][0]))
    except (SafetensorError, LookupError) as error:
        raise SetupError(f"{path} has no weight of corners: {error}") from None
