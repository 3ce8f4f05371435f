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
NUMBERS: Final = "numbers"  # of the whole board
REPLY: Final = "reply"
SCORE: Final = "score"
SPREAD: Final = "spread"  # of the score

# The expert's logarithms are held from here on: what it thinks of moves that are out of the question is of no use.
LEAST_LOG: Final = -12.0
# The logarithm, and the summed rows behind it.
EXPERT_PLANES: Final = 1 + _native.go.EXPERT_TOLD_LANES
# Networks learn best from numbers around one. The first lane counts at once and reaches twenty, the others stay below six.
_SUM_SCALES: Final = np.array([0.2] + [1.0] * (_native.go.EXPERT_TOLD_LANES - 1), np.float32)


@dataclass(frozen=True, slots=True)
class GoNetSpec:
    """A residual network on all planes of kibitz.features.go.planes and on what the expert for Go says of every point.

    A first layer, `blocks` of two layers each, and one before the moves are chosen, all of `filters` of 3×3 with normalisation.
    Every second block gets the mean and the maximum of its filters over the whole board. The network corrects the expert's
    moves, says who will own each point and who wins; with `sees_ownership` it looks at its own owners before it corrects moves.
    """

    filters: int = 32
    blocks: int = 4
    sees_ownership: bool = True
    planes: int = _native.go.PLANES
    expert_planes: int = EXPERT_PLANES

    def pools(self, block: int) -> bool:
        """Whether a block gets facts of the whole board."""
        return block % 2 == 1

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> "GoNetSpec":
        """The spec written by to_json(); raises SetupError if it is not one, or asks for planes this release does not compute."""
        try:
            spec = cls(**found)
        except TypeError as error:
            raise SetupError(f"{found} does not describe a network of Go: {error}") from None
        wanted, known = (spec.planes, spec.expert_planes), (_native.go.PLANES, EXPERT_PLANES)
        if wanted != known:
            raise SetupError(
                f"the network reads {wanted[0]} planes and {wanted[1]} of the expert's, and this release of Kibitz has "
                f"{known[0]} and {known[1]}"
            )
        return spec


@dataclass(frozen=True, slots=True)
class GoExpertSaid:
    """What the expert for Go thinks of some positions: probabilities [N, size²], and the sums behind them [N, size², lanes].

    Both are 0 where a move is not legal.
    """

    probabilities: NDArray[np.float32]
    sums: NDArray[np.float32]


def expert_planes(said: GoExpertSaid, size: int) -> NDArray[np.float32]:
    """What a network reads of the expert, [N, 16, size, size]: the logarithms of its probabilities between 0 and 1, and its sums.

    A network's scores of moves begin with the first plane times −LEAST_LOG, which makes them the logarithms again.
    """
    held = np.maximum(np.log(np.maximum(said.probabilities, np.finfo(np.float32).tiny)), LEAST_LOG)
    points = np.concatenate([1 - held[..., None] / np.float32(LEAST_LOG), said.sums * _SUM_SCALES], axis=2)
    planes: NDArray[np.float32] = points.reshape(-1, size, size, EXPERT_PLANES).transpose(0, 3, 1, 2)
    return planes
