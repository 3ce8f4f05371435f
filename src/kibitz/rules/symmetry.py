"""The eight symmetries of the board, numbered 0 to 7.

Symmetry s first swaps left and right if bit 0 is set, then top and bottom if bit 1 is set, then mirrors at the diagonal
through a1 if bit 2 is set. Symmetry 0 leaves everything where it is.
"""

from functools import cache

from kibitz import _native
from kibitz.rules.squares import NO_MOVE, PASS

SYMMETRIES = range(8)


def transform_mask(mask: int, symmetry: int, size: int = 8) -> int:
    """The mask under a symmetry."""
    if size > 8:
        return _transform_large(mask, symmetry, size)
    return _native.transform(mask, symmetry)


def transform_square(square: int, symmetry: int, size: int = 8) -> int:
    """Where a symmetry takes a square; PASS and NO_MOVE stay what they are."""
    if square in (PASS, NO_MOVE):
        return square
    return transform_mask(1 << square, symmetry, size).bit_length() - 1


@cache
def inverse(symmetry: int) -> int:
    """The symmetry that undoes another."""
    probe = 0b10  # b1 has eight different images
    return next(s for s in SYMMETRIES if transform_mask(transform_mask(probe, symmetry), s) == probe)


def _transform_large(mask: int, symmetry: int, size: int) -> int:
    """The same for boards that do not fit into 64 bits, slowly."""
    image = 0
    for square, target in enumerate(_square_map(symmetry, size)):
        image |= (mask >> square & 1) << target
    return image


@cache
def _square_map(symmetry: int, size: int) -> tuple[int, ...]:
    targets = []
    for row in range(size):
        for column in range(size):
            new_column = size - 1 - column if symmetry & 1 else column
            new_row = size - 1 - row if symmetry & 2 else row
            if symmetry & 4:
                new_column, new_row = new_row, new_column
            targets.append(new_row * size + new_column)
    return tuple(targets)
