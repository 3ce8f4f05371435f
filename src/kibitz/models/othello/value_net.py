"""A value network as a model that predicts winners, in the light install."""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.planes import Situations
from kibitz.features.othello.value_planes import value_planes
from kibitz.models.card import card_beside, read_card
from kibitz.nets.othello.value_runtime import ExportedValueNet

_BATCH: Final = 512


class ValueNetModel:
    """Chances to win by a value network; see WinnerModel in kibitz.models.othello.model.

    The network knows games whose first move is f5: whoever asks about others turns them first, as
    kibitz.features.othello.value_planes.turned_by_first_move() does.
    """

    def __init__(self, name: str, net: ExportedValueNet) -> None:
        self.name = name
        self._net = net

    def win_chances(self, situations: Situations) -> NDArray[np.float64]:
        """The mover's chance to win, [N], a draw counted as half a win."""
        starts = range(0, len(situations), _BATCH)
        parts = [self._net.values(situations.take(slice(start, start + _BATCH))) for start in starts]
        values = np.concatenate(parts).astype(np.float64) if parts else np.zeros(0)
        return (np.clip(values, -1, 1) + 1) / 2


def load_value_net(path: Path) -> ValueNetModel:
    """The model in a file, whose card lies beside it; raises SetupError if either is damaged, foreign or of another version."""
    card = read_card(card_beside(path))
    planes = value_planes(card.features, card.features_version)
    net = ExportedValueNet(path)
    if (net.spec.planes, net.spec.planes_version) != (planes.name, planes.version):
        wanted = f"{net.spec.planes} version {net.spec.planes_version}"
        raise SetupError(f"{path} looks at the planes {wanted}, but its card says {planes.name} version {planes.version}")
    return ValueNetModel(card.name, net)
