"""A game as protocols keep it."""

from threading import Event

import pytest

from kibitz.errors import IllegalMoveError
from kibitz.players.player import Clock
from kibitz.protocols.game_state import GameState
from kibitz.rules.game import Color
from kibitz.rules.othello.position import OTHELLO, START, play_all, with_passes
from kibitz.rules.squares import PASS, parse_square, parse_transcript

BLACK, WHITE = Color.BLACK, Color.WHITE


def state_after(transcript: str) -> GameState:
    state = GameState.at_start(OTHELLO)
    for move in with_passes(parse_transcript(transcript)):
        state = state.play(move)
    return state


BEFORE_A_PASS = state_after("c4c3e6b4a4a5b2a3")
OVER = state_after("e6f4e3f6g5d6e7f5c5")


def test_a_game_begins_at_its_start():
    state = GameState.at_start(OTHELLO)
    assert (state.position, state.moves, state.to_move) == (START, (), BLACK)
    assert not state.is_over
    assert not state.must_pass


def test_moves_are_kept_in_their_order():
    state = state_after("f5d6c3")
    assert state.moves == parse_transcript("f5d6c3")
    assert state.position == play_all(state.moves)


def test_a_side_whose_turn_it_is_not_cannot_move():
    with pytest.raises(IllegalMoveError, match="it is Black's turn"):
        GameState.at_start(OTHELLO).play_by(WHITE, parse_square("f4"))


def test_a_forced_pass_is_put_in_where_it_was_left_out():
    assert BEFORE_A_PASS.must_pass
    d2 = parse_square("d2")
    told = BEFORE_A_PASS.play_by(BLACK, PASS).play_by(WHITE, d2)
    assert BEFORE_A_PASS.play_by(WHITE, d2) == told
    assert told.moves[-2:] == (PASS, d2)


def test_a_game_that_is_over_takes_passes_without_effect_and_nothing_else():
    assert OVER.is_over
    for color in Color:
        assert OVER.play_by(color, PASS) == OVER
        with pytest.raises(IllegalMoveError):
            OVER.play_by(color, parse_square("a1"))


def test_a_turn_tells_a_player_everything():
    stop = Event()
    turn = BEFORE_A_PASS.turn(Clock(3.0), stop)
    assert (turn.game, turn.start, turn.moves, turn.position) == (OTHELLO, START, BEFORE_A_PASS.moves, BEFORE_A_PASS.position)
    assert turn.clock == Clock(3.0)
    assert turn.stop is stop
    assert turn.must_pass
