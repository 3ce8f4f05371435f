"""What a network is, in a few words that can be stored beside its weights. No torch needed to read one."""

from dataclasses import asdict, dataclass
from typing import Any

from kibitz.errors import SetupError
from kibitz.features.othello.planes import PlaneSet
from kibitz.nets.othello.plane_variants import network_planes

LAYERS = range(2, 33)
_FEWEST_THAT_POOL = 4  # the first, one that sees the smaller board, the last of 3×3, and the output


@dataclass(frozen=True, slots=True)
class NetSpec:
    """A fully convolutional network: `layers` − 1 layers of 3×3 filters and a last one of 1×1 with two output planes.

    `normalised` and `skips` help training and change nothing about the network that is exported: both fold into the filters.
    `blocks` make another network of it, a residual one (He et al., 2016), and so does `pools`, where the layers between the first
    and the last 3×3 layer see the board at half its size.
    """

    planes: str
    planes_version: int = 1
    layers: int = 11
    filters: int = 64
    normalised: bool = False  # batch normalisation behind every 3×3 layer
    skips: bool = False  # every 3×3 layer but the first adds its input to its output before the ReLU
    blocks: bool = False  # each pair of 3×3 layers behind the first adds its input before its last ReLU; an odd one stays plain
    pools: bool = False  # 2×2 max pooling behind the first layer; before the last 3×3 one enlarged, and the first added

    def plane_set(self) -> PlaneSet:
        """The planes it reads; raises SetupError if this release does not compute them."""
        return network_planes(self.planes, self.planes_version)

    def opens_block(self, number: int) -> bool:
        """Is a 3×3 layer, counted from 0, the first of a block?"""
        return self.blocks and number % 2 == 1 and number + 1 < self.layers - 1

    def closes_block(self, number: int) -> bool:
        """Is a 3×3 layer, counted from 0, the second of a block?"""
        return number > 0 and self.opens_block(number - 1)

    def halves_before(self, number: int) -> bool:
        """Is the board made smaller before a 3×3 layer, counted from 0?"""
        return self.pools and number == 1

    def enlarges_before(self, number: int) -> bool:
        """Is the board made as large again before a 3×3 layer, counted from 0?"""
        return self.pools and number == self.layers - 2

    def plain(self) -> "NetSpec":
        """The same network as it is exported."""
        return NetSpec(self.planes, self.planes_version, self.layers, self.filters, blocks=self.blocks, pools=self.pools)

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
        if spec.blocks and spec.skips:
            raise SetupError(f"{found} does not describe a network: it has blocks or skips, not both")
        if spec.pools and (spec.blocks or spec.layers < _FEWEST_THAT_POOL):
            raise SetupError(f"{found} does not describe a network: with pooling it has no blocks, and four layers at least")
        return spec
