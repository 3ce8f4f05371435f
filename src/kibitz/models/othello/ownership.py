"""Who will own each square at the end of the game, in the light install: a small network that sees the position's value.

The network has two outputs for each square, a base and a lean: the log odds that the mover will own it are the base, plus the
lean times the value that a small search gives the position. Some squares go with the winner and some do not. Which ones, the
board shows; who wins, the evaluation knows better than so small a network. kibitz.learn.networks.othello.ownership trains it.

A square that stays empty belongs to the winner, as in the federation's score, and half to either side in a drawn game.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.final_boards import owners, with_empties_owned
from kibitz.features.othello.planes import RECENT_MOVES, Situations, plane_set, stable_discs
from kibitz.features.othello.samples import squares_as_columns
from kibitz.features.othello.twins import IMAGES, twins_levelled
from kibitz.models.card import ModelCard, card_beside, read_card
from kibitz.models.store import find_by_name
from kibitz.nets.othello.runtime import MoveNet
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.squares import NO_MOVE
from kibitz.search.othello.evaluation import Evaluation, load_evaluation
from kibitz.search.othello.move_values import best_moves

SHIPPED_NAME: Final = "ownership"

_BATCH: Final = 128
_DISCS_PER_STEP: Final = np.float32(16)  # brings common values between -1 and 1
_DEPTHS: Final = range(1, 9)


class PositionValue:
    """The value of positions as the network sees it: a search to a small depth by an evaluation."""

    def __init__(self, evaluation: Evaluation, depth: int) -> None:
        self._evaluation = evaluation
        self._depth = depth

    def of(self, boards: Boards) -> NDArray[np.float32]:
        """The values, [N], seen by the mover in steps of 16 discs; 0 where the game is over."""
        # Not position_values(): what it remembers of one position changes what it says of the next.
        values = best_moves(self._evaluation, boards, self._depth)[1]
        passes = np.flatnonzero(bulk.legal_masks(boards) == 0)
        turned = Boards(boards.opp[passes], boards.own[passes])
        values[passes] = -best_moves(self._evaluation, turned, self._depth)[1]
        return values / _DISCS_PER_STEP


class OwnershipNet:
    """Chances that the mover owns each square at the end; see OwnershipModel in kibitz.models.othello.model."""

    def __init__(self, name: str, net: MoveNet, value: PositionValue) -> None:
        self.name = name
        self._net = net
        self._value = value

    def ownership(self, situations: Situations) -> NDArray[np.float64]:
        """The chance that the mover owns each square at the end of the game, [N, 64].

        Images of a position under the 8 symmetries get the images of the answer. Discs that can never be turned are their owners'
        for certain, and so is every square of a game that is over.
        """
        starts = range(0, len(situations), _BATCH)
        parts = [self._chances(situations.take(slice(start, start + _BATCH))) for start in starts]
        return np.concatenate(parts) if parts else np.zeros((0, 64))

    def _chances(self, situations: Situations) -> NDArray[np.float64]:
        boards = situations.boards
        # The network sees one image that stands for all eight.
        symmetries = bulk.canonical(boards)[1]
        base, lean = self._net.cells(board_alone(situations).images(symmetries)).astype(np.float64).transpose(1, 0, 2)
        turned = 1 / (1 + np.exp(-(base + lean * self._value.of(boards)[:, None])))
        upright = np.take_along_axis(turned, IMAGES[symmetries].astype(np.int64), axis=1)
        return with_certain_owners(twins_levelled(upright, boards), boards)


def board_alone(situations: Situations) -> Situations:
    """The same positions with nothing known of the last moves and of the colours, as the network sees them.

    So a position gets one answer, however it was reached and whichever colour the mover has.
    """
    count = len(situations)
    nothing = np.full((count, RECENT_MOVES), NO_MOVE, np.int8)
    return Situations(situations.boards, np.ones(count, np.bool_), nothing)


def with_certain_owners(chances: NDArray[np.float64], boards: Boards) -> NDArray[np.float64]:
    """Chances [N, 64] with those put right that are certain: discs that can never be turned, and games that are over."""
    swapped = Boards(boards.opp, boards.own)
    own_stable, opp_stable = (squares_as_columns(stable_discs(each)) for each in (boards, swapped))
    certain: NDArray[np.float64] = np.where(own_stable, 1.0, np.where(opp_stable, 0.0, chances))
    over = bulk.legal_masks(boards) | bulk.legal_masks(swapped) == 0
    certain[over] = owners(with_empties_owned(Boards(boards.own[over], boards.opp[over])))
    return certain


def load_ownership(path: Path) -> OwnershipNet:
    """The model in a file, whose card lies beside it; raises SetupError if either is damaged, foreign or of another version."""
    card = read_card(card_beside(path))
    planes = plane_set(card.features, card.features_version)
    net = MoveNet(path)
    if (net.spec.planes, net.spec.planes_version) != (planes.name, planes.version):
        wanted = f"{net.spec.planes} version {net.spec.planes_version}"
        raise SetupError(f"{path} looks at the planes {wanted}, but its card says {planes.name} version {planes.version}")
    return OwnershipNet(card.name, net, _position_value(card, path))


@lru_cache(maxsize=1)
def shipped_ownership() -> OwnershipNet:
    """The model that comes with Kibitz, loaded once; raises SetupError if its files are missing or damaged."""
    return load_ownership(find_by_name(SHIPPED_NAME).weights)


def _position_value(card: ModelCard, path: Path) -> PositionValue:
    name, depth = _setting(card, "evaluation", str, path), _setting(card, "depth", int, path)
    if depth not in _DEPTHS:
        raise SetupError(
            f"the card of {path} wants values of depth {depth}; depths from {_DEPTHS[0]} to {_DEPTHS[-1]} are possible"
        )
    try:
        return PositionValue(load_evaluation(find_by_name(name).weights), depth)
    except SetupError as error:
        raise SetupError(f"{path} needs the evaluation {name!r}: {error}") from None


def _setting(card: ModelCard, key: str, kind: type, path: Path) -> Any:
    value = card.settings.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise SetupError(f"the card of {path} has the setting {key} {value!r}, but should have {_KIND_NAMES[kind]}")
    return value


_KIND_NAMES: Final = {str: "a text", int: "a whole number"}
