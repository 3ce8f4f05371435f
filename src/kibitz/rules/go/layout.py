"""How a position of Go is laid out in pictures."""

from kibitz.rules.go.points import COLUMN_LETTERS, format_vertex
from kibitz.rules.go.position import GoPosition
from kibitz.svg import WOOD, Layout


def layout_of(position: GoPosition) -> Layout:
    """The stones on the crossings of a wooden board, with its star points."""
    size = position.size
    stones = {point: position.stone_at(point) for point in range(size * size)}
    return Layout(
        columns=tuple(COLUMN_LETTERS[:size]),
        rows=tuple(str(size - row) for row in range(size)),
        places={format_vertex(point, size): (point % size, point // size) for point in range(size * size)},
        pieces={format_vertex(point, size): color.name.lower() for point, color in stones.items() if color is not None},
        look=WOOD,
        title=f"Go {size}×{size}, {position.outcome() or f'{position.to_move} to move'}",
        dots=tuple((column + 0.5, row + 0.5) for column in _star_lines(size) for row in _star_lines(size)),
    )


def _star_lines(size: int) -> tuple[int, ...]:
    """The lines that star points are on: the third or fourth from the edge, and the middle of large odd boards."""
    if size < 9:
        return (size // 2,) if size % 2 else ()
    edge = 2 if size < 13 else 3
    return (edge, size // 2, size - 1 - edge) if size % 2 and size > 9 else (edge, size - 1 - edge)
