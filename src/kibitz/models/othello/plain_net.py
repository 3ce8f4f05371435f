"""A network from elsewhere as a model of moves: planes in, scores of moves and perhaps a value out; the card says the rest.

docs/bring-your-own-model.md is the contract. Like every network it is asked about the images of a position, and the answers are
averaged.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.planes import PlaneSet, Situations, encode, picked_planes
from kibitz.models.card import ModelCard, card_beside, read_card
from kibitz.models.othello.planes_net import PlanesNet, checked_images
from kibitz.nets.othello.plane_variants import network_planes
from kibitz.nets.othello.runtime import legal_softmax
from kibitz.nets.plain_graph import PlainGraph, Port

PLANES, POLICY, VALUE = "planes", "policy", "value"
POLICY_MEANINGS: Final = ("logits", "probabilities")
VALUE_MEANINGS: Final = ("outcome", "chance", "log-odds")
_LEAST: Final = 1e-9  # of a probability whose logarithm is taken
_TOLERANCE: Final = 1e-3  # of what a value may be beyond its bounds
_POLICY_SHAPES: Final = ((64,), (65,), (8, 8), (1, 8, 8))  # of 65 the last is the pass
_VALUE_SHAPES: Final = ((), (1,))


@dataclass(frozen=True, slots=True)
class PlainSettings:
    """What a card says of a graph: the planes it sees, the names of its ports, and what their numbers mean."""

    planes: PlaneSet
    names: dict[str, str]
    policy: str = POLICY_MEANINGS[0]
    value: str = VALUE_MEANINGS[0]

    @classmethod
    def of(cls, card: ModelCard) -> "PlainSettings":
        """What the card says; raises SetupError for what nobody knows."""
        where, settings = f"the card of {card.name}", card.settings
        planes = network_planes(card.features, card.features_version)
        return cls(
            picked_planes(planes, settings[PLANES], where) if PLANES in settings else planes,
            {role: _text(settings, f"{role}_name", role, where) for role in (PLANES, POLICY, VALUE)},
            _one_of(settings, POLICY, POLICY_MEANINGS, where),
            _one_of(settings, VALUE, VALUE_MEANINGS, where),
        )


class PlainNet:
    """The graph of a file asked about single images; `has_value` says whether it knows who will win."""

    def __init__(self, path: Path, settings: PlainSettings) -> None:
        """Raises SetupError that says which input or output is missing or has another shape."""
        self._path, self._settings = path, settings
        shape = (len(settings.planes), 8, 8)
        names = settings.names
        outputs = [Port(POLICY, names[POLICY], _POLICY_SHAPES), Port(VALUE, names[VALUE], _VALUE_SHAPES, is_required=False)]
        self._graph = PlainGraph(path, Port(PLANES, names[PLANES], (shape,)), outputs)
        self.has_value: Final = VALUE in self._graph.roles
        if names[VALUE] != VALUE and not self.has_value:
            raise SetupError(f"{path} has no output {names[VALUE]!r}, which its card says is the value")

    def raw(self, situations: Situations) -> dict[str, NDArray[np.float32]]:
        """What the graph says of positions, by `policy` [N, 64 or 65] and perhaps `value` [N, 1], as it says it."""
        return self._graph.run(encode(self._settings.planes, situations))

    def probabilities(self, situations: Situations) -> NDArray[np.float32]:
        """How likely each square is, [N, 64]; rows add up to 1, or hold zeros where no move is legal."""
        policy = self.raw(situations)[POLICY][:, :64]
        if self._settings.policy == "logits":
            return legal_softmax(policy, situations)
        self._require_within(policy, 0, 1, "policy")
        return legal_softmax(np.log(np.maximum(policy, _LEAST)), situations)

    def chances(self, situations: Situations) -> NDArray[np.float64]:
        """The mover's chance to win, [N]."""
        value = self.raw(situations)[VALUE][:, 0].astype(np.float64)
        if self._settings.value == "log-odds":
            return np.asarray(1 / (1 + np.exp(-value)))
        low = 0 if self._settings.value == "chance" else -1
        self._require_within(value, low, 1, "value")
        return np.clip((value - low) / (1 - low), 0, 1)

    def _require_within(self, found: NDArray[Any], low: float, high: float, role: str) -> None:
        wrong = found[(found < low - _TOLERANCE) | (found > high + _TOLERANCE)]
        if len(wrong):
            meaning = getattr(self._settings, role)
            raise SetupError(
                f"{self._path}: the {role} is {wrong[0]:.3g} where its card says {meaning}, {low} to {high}; "
                f"make the card anew with --{role}-is"
            )


class PlainModel(PlanesNet):
    """A network from elsewhere that answers by the contract of kibitz.models.othello.model."""


class PlainModelWithValue(PlainModel):
    """One that also says who will win."""

    def __init__(self, name: str, net: PlainNet, images: int) -> None:
        super().__init__(name, net, images)
        self._valuer = net

    def win_chances(self, situations: Situations) -> NDArray[np.float64]:
        """The mover's chance to win, [N], the mean over the images."""
        if not len(situations):
            return np.zeros(0)
        rows = np.repeat(np.arange(len(situations)), self.images)
        chances = self._valuer.chances(situations.take(rows).images(self.symmetries(situations)))
        mean: NDArray[np.float64] = chances.reshape(len(situations), self.images).mean(axis=1)
        return mean


def load(path: Path) -> PlainModel:
    """The network of a file by its card; raises SetupError if they do not fit each other."""
    card = read_card(card_beside(path))
    net = PlainNet(path, PlainSettings.of(card))
    make = PlainModelWithValue if net.has_value else PlainModel
    return make(card.name, net, checked_images(card, path))


def _text(settings: dict[str, Any], key: str, default: str, where: str) -> str:
    value = settings.get(key, default)
    if not isinstance(value, str):
        raise SetupError(f"{where}: {key} is {value!r}, but should be a text")
    return value


def _one_of(settings: dict[str, Any], key: str, meanings: tuple[str, ...], where: str) -> str:
    value = settings.get(key, meanings[0])
    if value not in meanings:
        raise SetupError(f"{where}: {key} is {value!r}; it is one of {', '.join(meanings)}")
    return str(value)
