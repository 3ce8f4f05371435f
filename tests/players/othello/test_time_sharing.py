"""How much time a move gets, on clocks that are simulated: no test waits for one."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.players.othello.standard_board import StandardBoardPlayer
from kibitz.players.othello.time_sharing import LagMeter, time_share, within_clock
from kibitz.players.player import Clock, Turn
from kibitz.players.referee import Referee, TimeControl
from kibitz.players.simple import RandomPlayer
from kibitz.rules.game import Reason
from kibitz.rules.othello.position import OTHELLO
from kibitz.search.othello.levels import Limits, limits_of_level


class SimulatedTime:
    """A clock that stands still unless it is told that time has passed."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class SpendingPlayer(StandardBoardPlayer):
    """Spends all the time that a search would be given and a little more, then plays at random."""

    name = "spender"

    def __init__(self, time: SimulatedTime, delay: float, limits: Limits, seed: int) -> None:
        self._time, self._delay, self._limits, self._chooser = time, delay, limits, random.Random(seed)
        self._lag = LagMeter()

    def choose_square(self, turn: Turn, position) -> int:
        limits = self._lag.within_clock(self._limits, turn.clock, position.empty_count)
        self._time.seconds += limits.seconds + self._delay
        return self._chooser.choice(position.legal_squares())


@given(
    more_seconds=st.floats(0.5, 3600),
    increment=st.one_of(st.just(0.0), st.floats(0, 30)),
    delay=st.floats(0, 0.2),
    limits=st.sampled_from([limits_of_level(1), limits_of_level(60), Limits(None, 30, 1e6)]),
    seed=st.integers(0, 1000),
)
def test_no_game_is_lost_on_time(more_seconds, increment, delay, limits, seed):
    """As long as the clock is longer than what is lost on the way with every move."""
    time = SimulatedTime()
    seconds = 40 * delay + more_seconds
    spender = SpendingPlayer(time, delay, limits, seed)
    control = TimeControl(seconds, increment)
    game = Referee(OTHELLO, spender, RandomPlayer(seed), time_control=control, now=time).play()
    assert game.outcome.reason != Reason.TIME


@given(seconds=st.floats(1, 3600), increment=st.floats(0, 10))
def test_most_of_the_time_is_used(seconds, increment):
    time = SimulatedTime()
    spender = SpendingPlayer(time, 0.0, limits_of_level(60), seed=4)
    Referee(OTHELLO, spender, RandomPlayer(1), time_control=TimeControl(seconds, increment), now=time).play()
    assert time.seconds > 0.7 * (seconds + 25 * increment) - 0.5


@pytest.mark.parametrize(
    ("clock", "empties", "seconds"),
    [
        (Clock(24.40), 60, 1.0),  # 30 moves to come, of which 6 are free
        (Clock(24.40, 0.5), 60, 1.5),
        (Clock(10.13), 8, 5.0),
        (Clock(10.35, 30.0), 50, 5.0),
        (Clock(0.01), 50, 0.001),
        (Clock(-1.0, 5.0), 50, 0.001),
    ],
)
def test_a_move_gets_its_share_of_the_time_left(clock, empties, seconds):
    assert time_share(clock, empties) == pytest.approx(seconds)


def test_a_clock_only_shortens_what_is_asked_for():
    level = Limits(8, 16)
    assert within_clock(level, None, 60) == level
    assert within_clock(level, Clock(24.40), 60) == Limits(8, 16, pytest.approx(1.0))
    assert within_clock(Limits(None, 20, 0.2), Clock(24.40), 60).seconds == 0.2
    assert within_clock(limits_of_level(60), Clock(25.0), 60).exact_from == 20
    assert within_clock(Limits(None, 20, 9.0), Clock(24.40), 60).seconds == pytest.approx(1.0)


def test_the_lag_is_read_from_the_clock_and_fades():
    meter, level = LagMeter(), limits_of_level(60)
    first = meter.within_clock(level, Clock(100.0), 60)
    assert first == within_clock(level, Clock(100.0), 60)
    left = 100.0 - first.seconds - 1.0  # a second was lost somewhere
    assert meter.within_clock(level, Clock(left), 58).seconds == pytest.approx(within_clock(level, Clock(left), 58, 1.0).seconds)
    later = left - 3.0  # nothing was lost, the move took less than it was granted
    assert meter.within_clock(level, Clock(later), 56).seconds == pytest.approx(
        within_clock(level, Clock(later), 56, 0.8).seconds
    )
    assert meter.within_clock(level, None, 54) == level
