"""How a position of Othello is laid out in pictures."""

from kibitz.rules.othello.position import Position, squares_of
from kibitz.rules.squares import board_shape
from kibitz.svg import FELT, Layout


def layout_of(position: Position) -> Layout:
    """The discs on felt, with the dots of a tournament board."""
    shape, size = board_shape(position.size), position.size
    sides = (("black", position.black), ("white", position.white))
    return Layout(
        columns=tuple(chr(ord("a") + column) for column in range(size)),
        rows=tuple(str(row + 1) for row in range(size)),
        places={name: shape.column_and_row(square) for square, name in shape.names.items()},
        pieces={shape.names[square]: side for side, mask in sides for square in squares_of(mask)},
        look=FELT,
        title=f"Othello, {position.disc_count} discs, {position.outcome() or f'{position.to_move} to move'}",
        dots=tuple((x, y) for x in (2, size - 2) for y in (2, size - 2)) if size > 4 else (),
    )
