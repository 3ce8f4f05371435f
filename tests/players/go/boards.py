"""Boards of Go drawn in tests."""

from kibitz.rules.go.position import GoGame, GoPosition


def a_board(*rows: str) -> GoPosition:
    """A board drawn from the top, X black, O white; Black is to move."""
    size = len(rows)
    stones = {
        sign: [row * size + column for row, line in enumerate(rows) for column, found in enumerate(line) if found == sign]
        for sign in "XO"
    }
    return GoGame(size=size, komi=0.5).set_up(stones["X"], stones["O"])
