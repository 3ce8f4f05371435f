"""The two questions of the rules for boards that do not fit into 64 bits, in plain Python integers.

The core answers them for boards up to 8×8; the 10×10 board is played here, slowly and by the same contract.
"""

from functools import cache
from typing import NamedTuple


class _Line(NamedTuple):
    shift: int
    enclosable: int


@cache
def _lines(size: int) -> tuple[_Line, ...]:
    everywhere = (1 << size * size) - 1
    edge_columns = sum((1 | 1 << size - 1) << size * row for row in range(size))
    inner = everywhere & ~edge_columns
    return (_Line(1, inner), _Line(size, everywhere), _Line(size - 1, inner), _Line(size + 1, inner))


def _run(disc: int, between: int, shift: int) -> int:
    """Opponent discs in an unbroken row from `disc`; a negative shift looks towards a1."""
    run = _shifted(disc, shift) & between
    reached = 0
    while run != reached:
        reached = run
        run |= _shifted(run, shift) & between
    return run


def _shifted(mask: int, shift: int) -> int:
    return mask << shift if shift > 0 else mask >> -shift


def legal_mask(own: int, opp: int, size: int) -> int:
    """Squares where the mover may play."""
    reached = 0
    for shift, enclosable in _lines(size):
        between = opp & enclosable
        reached |= _run(own, between, shift) << shift
        reached |= _run(own, between, -shift) >> shift
    return reached & ~(own | opp) & (1 << size * size) - 1


def flip_mask(own: int, opp: int, square: int, size: int) -> int:
    """Discs turned by a move; 0 if it is not legal."""
    flips = 0
    for shift, enclosable in _lines(size):
        for direction in (shift, -shift):
            run = _run(1 << square, opp & enclosable, direction)
            if _shifted(run, direction) & own:
                flips |= run
    return flips
