"""Figures of chances to own squares, on final boards that are known."""

import numpy as np
import pytest

from kibitz.features.othello.final_boards import FinalBoards
from kibitz.features.othello.planes import situation
from kibitz.measure.othello.ownership import ownership_report
from kibitz.rules.othello.position import START

LEFT = 0x0F0F0F0F0F0F0F0F


def start_with_ends(own, opp):
    """The start position, as if its game had ended so."""
    return FinalBoards(situation(START), np.array([own], np.uint64), np.array([opp], np.uint64))


def left_half(chance):
    """The chance on the left half of the board and its opposite on the right."""
    return np.tile([chance] * 4 + [1 - chance] * 4, (1, 8))


def test_certain_and_right_chances_are_without_fault():
    report = ownership_report(left_half(1.0), start_with_ends(LEFT, LEFT << 4))
    assert (report["positions"], report["right"], report["brier"], report["nll"]) == (1, 1, 0, 0)
    assert report["calibration"]["error"] == 0
    assert report["by_stage"] == [{"stage": 0, "positions": 1, "right": 1, "brier": 0, "nll": 0}]


def test_chances_of_three_in_four_are_right_but_not_sure():
    report = ownership_report(left_half(0.75), start_with_ends(LEFT, LEFT << 4))
    assert report["right"] == 1
    assert report["brier"] == pytest.approx(1 / 16)
    assert report["nll"] == pytest.approx(np.log(4 / 3))
    assert report["calibration"]["error"] == pytest.approx(0.25)


def test_chances_the_wrong_way_round_are_wrong():
    report = ownership_report(left_half(0.25), start_with_ends(LEFT, LEFT << 4))
    assert report["right"] == 0
    assert report["nll"] == pytest.approx(np.log(4))


def test_even_chances_and_squares_that_nobody_owns_are_half_right():
    assert ownership_report(np.full((1, 64), 0.5), start_with_ends(LEFT, LEFT << 4))["right"] == 0.5
    assert ownership_report(np.ones((1, 64)), start_with_ends(0, 0))["right"] == 0.5
