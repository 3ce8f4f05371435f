"""What players remember of their own openings."""

import numpy as np
import pytest

from kibitz.features.othello.own_openings import HALF_LIFE, NOBODY, REMEMBERED_YEARS, OwnOpenings, mixed_with_own

HERE, THERE = np.uint64(0x1234567890ABCDEF), np.uint64(0xFEDCBA0987654321)


def openings(*moves, last_year=2014):
    """From (player, key, year) of each move."""
    players, keys, years = (np.array(column) for column in zip(*moves, strict=True))
    return OwnOpenings.of_moves(players, keys.astype(np.uint64), years, last_year)


def weight(known, player, key):
    return known.weights_of(np.array([player]), np.array([key], np.uint64))[0]


def test_a_move_belongs_to_the_player_who_made_it():
    known = openings((3, HERE, 2014))
    assert weight(known, 3, HERE) > 0
    assert weight(known, 4, HERE) == 0
    assert weight(known, 3, THERE) == 0


def test_moves_made_again_add_up():
    known = openings((3, HERE, 2014), (3, HERE, 2014), (3, THERE, 2014))
    assert weight(known, 3, HERE) == 2 * weight(known, 3, THERE)


def test_a_move_weighs_half_after_the_half_life():
    known = openings((3, HERE, 2014), (4, HERE, 2014 - HALF_LIFE))
    assert weight(known, 4, HERE) == pytest.approx(weight(known, 3, HERE) / 2, rel=1e-3)


@pytest.mark.parametrize("year", [2015, 2014 - REMEMBERED_YEARS])
def test_later_and_forgotten_years_count_nothing(year):
    assert weight(openings((3, HERE, year), (3, THERE, 2014)), 3, HERE) == 0


def test_nobody_has_no_openings():
    known = openings((NOBODY, HERE, 2014), (3, HERE, 2014))
    assert weight(known, NOBODY, HERE) == 0
    assert weight(OwnOpenings.none(), 3, HERE) == 0


def test_habits_draw_probabilities_towards_what_was_played():
    position = np.array([0, 0, 1, 1])
    shares = np.array([0.5, 0.5, 0.9, 0.1], np.float32)
    mixed = mixed_with_own(shares, np.array([8, 0, 0, 0], np.float32), position, 2)
    assert mixed[0] == pytest.approx(0.9)
    assert mixed[:2].sum() == pytest.approx(1)
    assert mixed[2:] == pytest.approx(shares[2:])
