"""Weights of moves become probabilities."""

import numpy as np
import pytest

from kibitz.models.othello.shares import shares_of_weights
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import START, parse_position
from kibitz.rules.squares import parse_square


def test_rows_add_up_to_one_twins_are_level_and_rows_without_weight_stay_zero():
    boards = Boards.of([START, parse_position("f5"), parse_position("e6f4e3f6g5d6e7f5c5")])
    weights = np.zeros((3, 64))
    weights[0, parse_square("d3")] = 3.0
    weights[1, [parse_square("d6"), parse_square("f6")]] = 1.0, 3.0
    shares = shares_of_weights(weights, boards)
    assert shares[0, [parse_square(name) for name in ("d3", "c4", "f5", "e6")]] == pytest.approx([0.25] * 4)
    assert shares[1, [parse_square("d6"), parse_square("f6")]] == pytest.approx([0.25, 0.75])
    assert not shares[2].any()
