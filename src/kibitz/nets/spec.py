"""What a network is, in a few words that can be stored beside its weights. No torch needed to read one."""

from dataclasses import asdict, dataclass
from typing import Any

from kibitz.errors import SetupError
from kibitz.features.planes import PlaneSet, plane_set

LAYERS = range(2, 33)


@dataclass(frozen=True, slots=True)
class NetSpec:
    """A fully convolutional network: `layers` − 1 layers of 3×3 filters and a last one of 1×1 with two output planes.

    `normalised` and `skips` help training and change nothing about the network that is exported: both fold into the filters.
    """

    planes: str
    planes_version: int = 1
    layers: int = 11
    filters: int = 64
    normalised: bool = False  # batch normalisation behind every 3×3 layer
    skips: bool = False  # every 3×3 layer but the first adds its input to its output before the ReLU

    def plane_set(self) -> PlaneSet:
        """The planes it reads; raises SetupError if this release does not compute them."""
        return plane_set(self.planes, self.planes_version)

    def plain(self) -> "NetSpec":
        """The same network as it is exported."""
        return NetSpec(self.planes, self.planes_version, self.layers, self.filters)

    def weight_count(self) -> int:
        """Weights and biases of the exported network."""
        first = 9 * len(self.plane_set()) * self.filters + self.filters
        hidden = (self.layers - 2) * (9 * self.filters * self.filters + self.filters)
        return first + hidden + 2 * self.filters + 2

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> "NetSpec":
        """The spec written by to_json(); raises SetupError if it is not one."""
        try:
            spec = cls(**found)
        except TypeError as error:
            raise SetupError(f"{found} does not describe a network: {error}") from None
        if not isinstance(spec.planes, str):
            raise SetupError(f"{found} does not describe a network: its planes are not named")
        if spec.layers not in LAYERS:
            raise SetupError(f"a network of {spec.layers} layers is not known; from {LAYERS[0]} to {LAYERS[-1]} are")
        return spec
