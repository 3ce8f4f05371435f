"""How a player of Go shares its time."""

import pytest

from kibitz.players.go.time_sharing import GoTimeKeeper, time_share
from kibitz.players.player import Clock
from kibitz.rules.go.position import GoGame
from kibitz.search.go.tree import TreeLimits


def granted(keeper, clock, seconds=None):
    return keeper.begin(TreeLimits(seconds=seconds), clock, GoGame(9).start()).seconds


def test_without_a_clock_the_limits_stay_as_they_are():
    limits = TreeLimits(playouts=5)
    assert GoTimeKeeper().begin(limits, None, GoGame(9).start()) is limits


def test_an_equal_share_is_granted_and_never_more_than_was_asked_for():
    share = granted(GoTimeKeeper(), Clock(60.0))
    assert 60 / 81 < share < 60 / 20
    assert granted(GoTimeKeeper(), Clock(60.0), 0.1) == 0.1
    assert granted(GoTimeKeeper(), Clock(6000.0), 2.0) == 2.0


@pytest.mark.parametrize("left", [0.0, 0.3, 1.0, 10.0, 100.0])
def test_more_time_left_never_grants_less_and_half_of_it_at_most(left):
    start = GoGame(9).start()
    share = time_share(Clock(left), start)
    assert 0 < share <= max(left / 2, 0.02)
    assert time_share(Clock(left + 5), start) >= share


def test_an_increment_is_used():
    assert time_share(Clock(10.0, 5.0), GoGame(9).start()) > time_share(Clock(10.0), GoGame(9).start())


def test_time_that_goes_by_outside_is_kept_back_for_the_moves_to_come():
    slow, quick = GoTimeKeeper(), GoTimeKeeper()
    for keeper in (slow, quick):
        granted(keeper, Clock(60.0))
        keeper.end()
    assert granted(slow, Clock(59.0)) < granted(quick, Clock(60.0)) / 2
