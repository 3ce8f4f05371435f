"""Boards of Go as text: read back as they were written, or refused with what is wrong."""

import pytest
from hypothesis import given

from kibitz.errors import NotationError
from kibitz.rules.go.position import GoGame
from rules.go.boards import random_positions


@given(random_positions())
def test_a_position_is_read_back_from_its_text(position):
    again = GoGame(position.size, position.rules).parse_position(str(position))
    assert again == position
    assert again.legal_moves() == position.legal_moves()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("XO", "has 25 signs and the side to move"),
        ("-" * 24 + "? X", "point 25: '\\?' is not X"),
        ("-" * 25 + "-", "not a side to move"),
        ("-" * 25 + "X ko:Z9", "is not a point"),
        ("-" * 25 + "X fish:1", "'fish' says nothing"),
        ("-" * 25 + "X moves:-1", "is not what it should be"),
        ("XO" + "-" * 3 + "O" + "-" * 19 + "X", "stones without a liberty"),
    ],
)
def test_a_text_that_is_no_position_is_refused(text, problem):
    with pytest.raises(NotationError, match=problem):
        GoGame(5).parse_position(text)
