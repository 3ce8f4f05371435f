"""What a network of Go is, in a few words that can be stored beside its weights. No torch needed to read one."""

from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.errors import SetupError

INPUT: Final = "planes"
EXPERT: Final = "expert"
MOVES: Final = "moves"
OWNERSHIP: Final = "ownership"
WINNER: Final = "winner"

# The expert's logarithms are held from here on: what it thinks of moves that are out of the question is of no use.
LEAST_LOG: Final = -12.0


@dataclass(frozen=True, slots=True)
class GoNetSpec:
    """A residual network on all planes of kibitz.features.go_planes and on what the expert for Go says of every point.

    `filters` of 5×5 in the first layer, then `blocks` of two layers of 3×3. It corrects the expert's moves, says who will own
    each point and who wins; with `sees_ownership` it looks at its own owners before it corrects the moves.
    """

    filters: int = 32
    blocks: int = 4
    sees_ownership: bool = True
    planes: int = _native.GO_PLANES

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> "GoNetSpec":
        """The spec written by to_json(); raises SetupError if it is not one, or asks for planes this release does not compute."""
        try:
            spec = cls(**found)
        except TypeError as error:
            raise SetupError(f"{found} does not describe a network of Go: {error}") from None
        if spec.planes != _native.GO_PLANES:
            raise SetupError(f"the network reads {spec.planes} planes, and this release of Kibitz has {_native.GO_PLANES}")
        return spec


def expert_plane(probabilities: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """The logarithms of the expert's probabilities [N, size²] between 0 and 1, as a network reads them, [N, 1, size, size].

    A network's scores of moves begin with this plane times −LEAST_LOG, which makes them the logarithms again.
    """
    held = np.maximum(np.log(np.maximum(probabilities, np.finfo(np.float32).tiny)), LEAST_LOG)
    plane: NDArray[np.float32] = (1 - held / LEAST_LOG).astype(np.float32)
    return plane.reshape(-1, 1, size, size)
