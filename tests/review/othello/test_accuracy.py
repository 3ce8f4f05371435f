"""Accuracy: what a loss costs, and which phase a move belongs to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.review.othello.accuracy import accuracy_by_phase, phase_of, share_of


def test_four_discs_halve_the_credit_of_a_move():
    assert share_of([0.0]).accuracy == 100
    assert share_of([4.0]).accuracy == 50
    assert share_of([8.0]).accuracy == 25
    assert share_of([0.0, 4.0]).accuracy == 75
    assert share_of([0.0, 4.0]).mean_loss == 2


def test_no_moves_have_no_figures():
    assert (share_of([]).moves, share_of([]).accuracy, share_of([]).mean_loss) == (0, None, None)


@pytest.mark.parametrize(
    ("placed", "phase"), [(0, "opening"), (19, "opening"), (20, "middle"), (39, "middle"), (40, "end"), (59, "end")]
)
def test_phases_are_thirds_of_the_game(placed, phase):
    assert phase_of(placed) == phase


@given(st.lists(st.tuples(st.integers(0, 59), st.floats(0, 128)), max_size=60))
def test_phases_share_out_all_moves_and_figures_stay_in_range(moves):
    found = accuracy_by_phase(moves)
    assert sum(found[name].moves for name in ("opening", "middle", "end")) == found["all"].moves == len(moves)
    assert all(share.accuracy is None or 0 <= share.accuracy <= 100 for share in found.values())
