"""The range beside a value."""

import pytest

from kibitz.models.othello.engine import VALUES_NAME, shipped_analyst
from kibitz.rules.othello.position import parse_position
from kibitz.search.othello.confidence import REFERENCE_DEPTH, likely_range, usual_difference
from kibitz.search.othello.levels import limits_of_depth


@pytest.mark.parametrize("empties", [10, 16, 20, 24, 30, 44, 60])
def test_deeper_searches_are_trusted_more(empties):
    differences = [usual_difference(empties, depth) for depth in range(1, 25)]
    assert differences == sorted(differences, reverse=True)
    assert 0 < differences[-1] < differences[0]


def test_a_range_holds_no_score_that_no_game_can_have():
    assert likely_range(-62.0, 24, 1).low == -64.0
    assert likely_range(62.0, 24, 1).high == 64.0


def test_a_search_as_deep_as_that_it_was_compared_with_has_no_range():
    assert likely_range(0.0, 40, REFERENCE_DEPTH) is None
    assert likely_range(0.0, 20, 20) is None
    assert likely_range(0.0, 20, REFERENCE_DEPTH).depth == 20


def test_searched_moves_have_a_range_around_their_score():
    position = parse_position("f5d6c3d3c4f4f6")
    rows = shipped_analyst(evaluation=VALUES_NAME).judge_moves(position, limits_of_depth(4))
    assert rows
    for row in rows:
        assert row.likely.low < row.score < row.likely.high
        assert row.likely.depth == REFERENCE_DEPTH
