"""What networks that see the whole board say of moves, for a second look: the tables see lines and shapes, but no whole.

A network's first choice alone is worse than the tables'. Beside theirs it tells where both agree.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.planes import Situations
from kibitz.models.othello.planes_net import PlanesNet
from kibitz.models.othello.planes_net import load as load_planes_net
from kibitz.models.store import find_by_name
from kibitz.rules.othello.bulk import Children


class BoardNetworks:
    """Some networks, or none, that are asked together."""

    def __init__(self, networks: Sequence[PlanesNet] = ()) -> None:
        self._networks: Final = tuple(networks)

    def shares(self, situations: Situations, moves: Children, wanted: NDArray[np.bool_]) -> NDArray[np.float32]:
        """The mean probability of each move, [M]; NaN in positions that are not wanted, [N], or if there is no network."""
        if not self._networks or not wanted.any():
            return np.full(len(moves.square), np.nan, np.float32)
        table = np.full((len(situations), 64), np.nan, np.float32)
        asked = situations.take(np.flatnonzero(wanted))
        table[wanted] = np.mean([network.probabilities(asked) for network in self._networks], axis=0)
        shares: NDArray[np.float32] = table[moves.parent, moves.square]
        return shares


def load_networks(names: Sequence[str]) -> BoardNetworks:
    """The networks of some names, among the models at hand; raises SetupError."""
    return BoardNetworks([load_planes_net(find_by_name(name).weights) for name in names])
