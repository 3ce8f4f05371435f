"""Engines that run: one process for many questions, rest after failures, an end when nobody asks."""

import pytest

from kibitz.errors import SetupError
from kibitz.players.external.running import FIRST_REST, RunningEngines
from kibitz.players.external.searching import ExternalSearch
from kibitz.players.external.session import ExternalLimits
from kibitz.players.place import place_after
from kibitz.players.player import ForfeitError
from kibitz.rules.go.position import GoGame
from kibitz.search.conformance import check_search
from players.external.conftest import analyst

GAME = GoGame(9, komi=7.0)
PLACE = place_after(GAME, GAME.start(), ())


class Clock:
    """A time that only tests move."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def running(clock):
    made = RunningEngines(now=clock)
    yield made
    made.close()


def search(running, engine, visits=10):
    return ExternalSearch(engine, running, ExternalLimits(visits=visits))


def test_one_process_answers_many_questions(running):
    engine = analyst()
    with running.asked(engine) as first:
        pass
    with running.asked(engine) as second:
        assert second is first
    assert running.count == 1


def test_an_engine_that_fails_is_left_alone_longer_and_longer(running, clock):
    broken = search(running, analyst("die"), visits=100)
    with pytest.raises(ForfeitError, match="it stopped instead"):
        broken.deepen(PLACE)
    with pytest.raises(SetupError, match=r"analyst failed and is left alone for 2 s more: .*it stopped"):
        broken.deepen(PLACE)
    clock.now += FIRST_REST
    with pytest.raises(ForfeitError, match="it stopped instead"):
        broken.deepen(PLACE)
    with pytest.raises(SetupError, match="for 4 s more"):
        broken.deepen(PLACE)


def test_a_board_that_is_refused_is_no_failure(running):
    engine = analyst()
    with running.asked(engine), pytest.raises(SetupError, match="no such board"):
        raise SetupError("no such board")
    with running.asked(engine):
        pass


def test_an_engine_is_ended_when_nobody_asks(clock):
    running = RunningEngines(idle=0.0, now=clock)
    with running.asked(analyst()) as session:
        assert session.is_open
    for timer in [seat.timer for seat in running._seats.values()]:
        timer.join()
    assert running.count == 0


def test_an_engine_is_a_search_as_any_other(running):
    class OfPosition:
        """The engine asked about positions without their past, as check_search() does."""

        source = "Analyst"

        def deepen(self, position, watch=None, stop=None):
            return found.deepen(place_after(GAME, position, ()), watch, stop)

    found = search(running, analyst())
    check_search(OfPosition(), GAME.start())
    found.deepen(PLACE)
    assert found.source == "Analyst 2.1, 17 visits"


def test_a_game_that_is_over_has_no_moves(running):
    over = place_after(GAME, GAME.start(), (-1, -1))
    assert search(running, analyst("die-at-start")).deepen(over).moves == ()
