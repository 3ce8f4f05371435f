"""How a position of noughts and crosses is laid out in pictures."""

from kibitz.rules.noughts.position import SHAPE, NoughtsPosition
from kibitz.svg import SHEET, Layout


def layout_of(position: NoughtsPosition) -> Layout:
    """Crosses and noughts on a sheet of paper."""
    signs = {"X": "cross", "O": "nought"}
    return Layout(
        columns=("a", "b", "c"),
        rows=("1", "2", "3"),
        places={name: SHAPE.column_and_row(square) for square, name in SHAPE.names.items()},
        pieces={name: signs[sign] for square, name in SHAPE.names.items() if (sign := position.sign(square)) in signs},
        look=SHEET,
        title=f"Noughts and crosses, {position.outcome() or f'{position.to_move} to move'}",
    )
