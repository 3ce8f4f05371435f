"""Thinking on the opponent's time."""

import threading
from threading import Event

import pytest

from kibitz.models.othello.engine import shipped_analyst, shipped_engine
from kibitz.players.othello.engine import EnginePlayer
from kibitz.players.othello.pondering import ponder
from kibitz.players.player import Turn
from kibitz.players.referee import play_game
from kibitz.players.registry import make_player
from kibitz.rules.game import Reason
from kibitz.rules.othello.position import OTHELLO, parse_board
from kibitz.search.othello.analysis import Analyst
from kibitz.search.othello.levels import Limits

# Position 40 of the suite fforum: 20 empty, Black to move, worth +38 with a2.
ENDGAME = parse_board("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")


def pondering_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "pondering"]


@pytest.fixture
def thinker():
    with EnginePlayer(level=60, ponder=True) as player:
        yield player


def test_it_thinks_while_the_opponent_does_and_stops_for_its_turn(thinker, turn_after):
    thinker.opponent_to_move(turn_after("f5d6c3"))
    assert len(pondering_threads()) == 1
    turn = turn_after("f5d6c3d3")
    stopped = Event()
    stopped.set()
    answer = thinker.choose(Turn(OTHELLO, turn.start, turn.moves, turn.position, stop=stopped))
    assert answer in turn.position.legal_moves()
    assert not pondering_threads()


@pytest.mark.parametrize("end", [lambda player: player.close(), lambda player: player.new_game(OTHELLO)])
def test_nothing_goes_on_after_the_game(thinker, turn_after, end):
    thinker.opponent_to_move(turn_after("f5d6c3"))
    end(thinker)
    assert not pondering_threads()


def test_thinking_again_ends_the_thinking_before(thinker, turn_after):
    for transcript in ("f5", "f5d6", "f5d6c3"):
        thinker.opponent_to_move(turn_after(transcript))
        assert len(pondering_threads()) == 1


def test_without_the_option_nothing_is_thought(turn_after):
    EnginePlayer(level=60).opponent_to_move(turn_after("f5d6c3"))
    assert not pondering_threads()


def test_whole_games_end_as_games_do():
    thinker = make_player("engine:4,ponder=true")
    with thinker:
        game = play_game(OTHELLO, thinker, make_player("random:seed=3"))
    assert game.outcome.reason in (Reason.BOARD_FULL, Reason.NO_MOVES, Reason.WIPED_OUT)
    assert not pondering_threads()


def test_the_answer_to_the_expected_reply_takes_fewer_nodes_after_it(turn_after):
    position = turn_after("f5d6c3d3c4f4f6").position
    engine = shipped_engine()
    expected = position.play(engine.search(position, depth=9).move)
    engine.forget()
    fresh = engine.search(expected, depth=8).nodes
    engine.forget()
    ponder(Analyst(engine), position, Limits(8, 0), Event())
    assert engine.search(expected, depth=8).nodes < 0.5 * fresh


def test_near_the_end_every_reply_is_answered_in_advance(monkeypatch):
    analyst, limits = shipped_analyst(), Limits(4, 14)
    position = ENDGAME
    while position.empty_count > 13:
        position = position.play(analyst.best_move(position, Limits(2, 0)).move)
    ponder(analyst, position, limits, Event())
    monkeypatch.setattr("kibitz.search.othello.endgame.solve", lambda *_, **__: pytest.fail("it was solved again"))
    for move in position.legal_moves():
        assert analyst.best_move(position.play(move), limits).exact
