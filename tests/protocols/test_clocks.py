"""Clocks as GTP tells them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.players.player import Clock
from kibitz.protocols.clocks import GameClocks, SideClock, TimeSettings, clocks_of
from kibitz.rules.game import Color

BLACK, WHITE = Color.BLACK, Color.WHITE


def test_without_settings_there_is_no_clock():
    assert GameClocks().clock(BLACK) is None
    assert GameClocks().after_move(BLACK, 3.0).clock(BLACK) is None


@pytest.mark.parametrize("settings", [TimeSettings(60, 10, 0), TimeSettings(0, 0, 0), TimeSettings(0, 10, 0)])
def test_seconds_for_no_stones_mean_no_limit(settings):
    assert clocks_of(settings).clock(WHITE) is None


def test_main_time_runs_down_to_nothing():
    clocks = clocks_of(TimeSettings(10.0))
    assert clocks.after_move(BLACK, 4.0).clock(BLACK) == Clock(6.0)
    assert clocks.after_move(BLACK, 4.0).clock(WHITE) == Clock(10.0)
    assert clocks.after_move(BLACK, 12.0).clock(BLACK) == Clock(0.0)


def test_after_the_main_time_come_periods():
    clocks = clocks_of(TimeSettings(10.0, 6.0, 3))
    assert clocks.clock(BLACK) == Clock(10.0, 2.0)
    in_period = clocks.after_move(BLACK, 11.0)
    assert in_period.left[BLACK] == SideClock(6.0, 3)
    assert in_period.clock(BLACK) == Clock(2.0, 2.0)
    two_left = in_period.after_move(BLACK, 1.0)
    assert two_left.left[BLACK] == SideClock(5.0, 2)
    assert two_left.after_move(BLACK, 1.0).after_move(BLACK, 1.0).left[BLACK] == SideClock(6.0, 3)


def test_what_the_other_program_says_counts():
    clocks = clocks_of(TimeSettings(10.0, 6.0, 3)).told(BLACK, SideClock(1.5, 1))
    assert clocks.clock(BLACK) == Clock(1.5, 1.5)
    assert clocks.clock(WHITE) == Clock(10.0, 2.0)
    assert clocks.restarted() == clocks_of(TimeSettings(10.0, 6.0, 3))


@given(st.floats(0, 1e6), st.floats(0, 1e6), st.integers(0, 100), st.lists(st.floats(0, 1e4), max_size=30))
def test_no_clock_ever_shows_less_than_nothing(main, period, stones, moves):
    clocks = clocks_of(TimeSettings(main, period, stones))
    for spent in moves:
        clocks = clocks.after_move(BLACK, spent)
        clock = clocks.clock(BLACK)
        assert clock is None or (clock.seconds_left >= 0 and clock.increment >= 0)


def test_an_increment_is_added_after_each_move():
    clocks = clocks_of(TimeSettings(60.0, increment=5.0)).after_move(Color.BLACK, 12.0)
    assert clocks.clock(Color.BLACK) == Clock(53.0, 5.0)
    assert clocks.clock(Color.WHITE) == Clock(60.0, 5.0)
