"""What a value network of Ng's family is, in a few words that can be stored beside its weights. No torch needed to read one."""

from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Final, Literal

from kibitz.errors import SetupError
from kibitz.features.othello.planes import PlaneSet
from kibitz.features.othello.value_planes import value_planes

FILTERS: Final = 32
NARROW: Final = 64  # nodes of the dense layer before the single output


@dataclass(frozen=True, slots=True)
class ValueSpec:
    """Convolutions of 32 filters of 3×3, dense layers of `nodes` nodes, one of 64, and one output; ReLU everywhere but there.

    `convolutions` are those with dropout behind them; one more follows without. `axes` says how the first one's answer is read by
    the next: on the `board`, filters as channels, or as `printed`, where the listed shapes and numbers of weights show that the
    second layer took the board's columns for channels and the filters for rows.
    """

    planes: str
    planes_version: int = 1
    convolutions: int = 2
    dense_layers: int = 4
    nodes: int = 512
    convolution_dropout: float = 0.3
    dense_dropout: float = 0.3
    axes: Literal["printed", "board"] = "printed"

    def plane_set(self) -> PlaneSet:
        """The planes it reads; raises SetupError if this release does not compute them."""
        return value_planes(self.planes, self.planes_version)

    def channels(self) -> list[int]:
        """What each convolution reads, in order."""
        second = 8 if self.axes == "printed" else FILTERS
        return [len(self.plane_set()), second, *[FILTERS] * (self.convolutions - 1)]

    def widths(self) -> list[int]:
        """Nodes before and after each dense layer but the last two, in order."""
        cells = FILTERS * (FILTERS * 8 if self.axes == "printed" else 64)
        return [cells, *[self.nodes] * self.dense_layers]

    def weight_count(self) -> int:
        """Weights and biases of the network."""
        convolutions = sum(FILTERS * (9 * channels + 1) for channels in self.channels())
        widths = [*self.widths(), NARROW, 1]
        return convolutions + sum((before + 1) * after for before, after in pairwise(widths))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> "ValueSpec":
        """The spec written by to_json(); raises SetupError if it is not one."""
        try:
            spec = cls(**found)
        except TypeError as error:
            raise SetupError(f"{found} does not describe a value network: {error}") from None
        if not isinstance(spec.planes, str) or spec.axes not in ("printed", "board"):
            raise SetupError(f"{found} does not describe a value network: its planes or axes are not known")
        if min(spec.convolutions, spec.dense_layers, spec.nodes) < 1:
            raise SetupError(f"{found} does not describe a value network: it needs a layer of each kind with a node")
        return spec
