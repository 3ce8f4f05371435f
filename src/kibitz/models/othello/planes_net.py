"""A network exported as ONNX as a model of moves: planes from the core, run by onnxruntime on one thread.

No network sees all eight images of a position alike by itself. It is asked about each of them and the answers are averaged, or,
if the card's settings say `"images": 1`, about one that stands for all, which takes an eighth of the time.
"""

from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.planes import Situations
from kibitz.features.othello.twins import IMAGES
from kibitz.models.card import ModelCard, card_beside, read_card
from kibitz.models.othello.model import Ratings
from kibitz.models.othello.shares import shares_of_weights
from kibitz.nets.othello.plane_variants import network_planes
from kibitz.nets.othello.runtime import MoveNet
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Squares
from kibitz.rules.symmetry import SYMMETRIES

_BATCH: Final = 128
_IMAGE_COUNTS: Final = (1, len(SYMMETRIES))


class ImageNet(Protocol):
    """Says how likely each square of positions is, [N, 64], as it sees them."""

    def probabilities(self, situations: Situations) -> NDArray[np.float32]: ...


class PlanesNet:
    """A network that answers by the contract of kibitz.models.othello.model; `images` are how many of a position it sees."""

    def __init__(self, name: str, net: ImageNet, images: int = len(SYMMETRIES)) -> None:
        self.name = name
        self.images: Final = images
        self._net = net

    def probabilities(self, situations: Situations, rating: Ratings = None) -> NDArray[np.float64]:  # noqa: ARG002
        """How likely each square is, [N, 64]; see MoveModel. Ratings are not known to it."""
        starts = range(0, len(situations), _BATCH)
        parts = [self._probabilities(situations.take(slice(start, start + _BATCH))) for start in starts]
        return np.concatenate(parts) if parts else np.zeros((0, 64))

    def _probabilities(self, situations: Situations) -> NDArray[np.float64]:
        symmetries = self.symmetries(situations)
        rows = np.repeat(np.arange(len(situations)), self.images)
        turned = self._net.probabilities(situations.take(rows).images(symmetries)).astype(np.float64)
        upright = np.take_along_axis(turned, IMAGES[symmetries].astype(np.int64), axis=1)
        return shares_of_weights(upright.reshape(len(situations), self.images, 64).sum(axis=1), situations.boards)

    def symmetries(self, situations: Situations) -> Squares:
        """Under which symmetries the network sees the positions, [N · images]."""
        if self.images == 1:
            return bulk.canonical(situations.boards)[1]
        return np.tile(np.array(SYMMETRIES, np.int8), len(situations))


def load(path: Path) -> PlanesNet:
    """The network of a file; raises SetupError if it cannot be read or wants other planes than its card or this release has."""
    card = read_card(card_beside(path))
    planes = network_planes(card.features, card.features_version)
    net = MoveNet(path)
    if (net.spec.planes, net.spec.planes_version) != (planes.name, planes.version):
        wanted = f"{net.spec.planes} version {net.spec.planes_version}"
        raise SetupError(f"{path} looks at the planes {wanted}, but its card says {planes.name} version {planes.version}")
    return PlanesNet(card.name, net, checked_images(card, path))


def checked_images(card: ModelCard, path: Path) -> int:
    """How many images of a position a network is to see; raises SetupError for a number that is not possible."""
    images = card.settings.get("images", len(SYMMETRIES))
    if images not in _IMAGE_COUNTS:
        raise SetupError(f"the card of {path} wants {images!r} images of each position; 1 and {len(SYMMETRIES)} are possible")
    return int(images)
