"""Evolved networks of noughts and crosses: nine squares and a constant, and six hidden nodes.

A position is worth the sum of what the network makes of its eight images, so images are worth the same.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from kibitz.errors import SetupError
from kibitz.models.evolved import Floats, Networks, Shape
from kibitz.models.noughts.kinds import EVOLVED
from kibitz.models.store import find_model, load_stored
from kibitz.rules.noughts.graph import game_graph
from kibitz.rules.noughts.position import NOUGHTS, SHAPE, NoughtsPosition

INPUTS: Final = 10
HIDDEN: Final = 6
NETWORKS: Final = Shape(Networks, INPUTS, HIDDEN)
_IMAGES: Final = 8


def image_inputs(positions: Sequence[NoughtsPosition]) -> Floats:
    """1 for a sign of the mover, −1 for one of the opponent, and 1 at the end, for each of the images in turn, [8·N, 10]."""
    images = [image for position in positions for image in NOUGHTS.images(position)]
    signs = [[(image.own >> square & 1) - (image.opp >> square & 1) for square in SHAPE.squares] for image in images]
    return np.array([[*row, 1] for row in signs], np.float32)


@cache
def _graph_inputs() -> Floats:
    return image_inputs(game_graph().positions)


def graph_values(networks: Networks) -> Floats:
    """What each network thinks of each position of the game graph, seen by the side to move, [P, 765]."""
    rows = [networks.outputs_of(member, _graph_inputs()).reshape(-1, _IMAGES).sum(axis=1) for member in range(len(networks))]
    return np.stack(rows)


class EvolvedNoughts:
    """The one network of a file as an evaluation of all positions."""

    def __init__(self, network: Networks) -> None:
        self._values: dict[NoughtsPosition, float] = dict(
            zip(game_graph().positions, graph_values(network)[0].tolist(), strict=True)
        )

    def value_for_mover(self, position: NoughtsPosition) -> float:
        """What a position that can be reached is worth to the side to move, on the network's own scale; others are worth 0."""
        return self._values.get(NOUGHTS.canonical(position), 0.0)


def load_evolved_noughts(path: Path) -> EvolvedNoughts:
    """The network in a file; raises SetupError if it is missing, damaged or of another kind, and if there are several."""
    return EvolvedNoughts(NETWORKS.load_one(path))


def load_by_name(name: str) -> EvolvedNoughts:
    """The model of a name or a file; raises SetupError if there is none, or it is of another kind."""
    stored = find_model(name)
    if stored.card.kind != EVOLVED:
        raise SetupError(f"{stored.name} is {stored.kind.serves}, not an evolved network of noughts and crosses")
    network: EvolvedNoughts = load_stored(stored)
    return network
