"""The numbers from which keys of positions are made. They are part of the file format."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WHITE_TO_MOVE: Final = 0x9E3779B97F4A7C15
_SHIFTS: Final = (30, 27, 31)
_FACTORS: Final = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)  # with the shifts, the finaliser of the SplitMix64 generator
_64_BITS: Final = (1 << 64) - 1


def mixed(bits: int) -> int:
    """A number of 64 bits turned into another that looks like chance."""
    first, second, third = _SHIFTS
    bits = (bits ^ bits >> first) * _FACTORS[0] & _64_BITS
    bits = (bits ^ bits >> second) * _FACTORS[1] & _64_BITS
    return bits ^ bits >> third


def all_mixed(bits: "NDArray[np.uint64]") -> "NDArray[np.uint64]":
    """Each of many numbers of 64 bits turned into another, as mixed() does it."""
    import numpy as np  # not at the top: a look-up must not pay for it

    first, second, third = (np.uint64(shift) for shift in _SHIFTS)
    bits = (bits ^ bits >> first) * np.uint64(_FACTORS[0])
    bits = (bits ^ bits >> second) * np.uint64(_FACTORS[1])
    return bits ^ bits >> third
