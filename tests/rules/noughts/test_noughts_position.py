"""The rules of noughts and crosses, against what is known of the whole tree."""

import pytest

from kibitz.errors import IllegalMoveError, NotationError
from kibitz.rules.game import Color, Reason, check_game
from kibitz.rules.noughts.position import NOUGHTS, START, format_moves, parse_board, parse_moves, play_all
from kibitz.rules.perft import slow_perft


def reachable():
    found, waiting = {START}, [START]
    while waiting:
        position = waiting.pop()
        after = {position.play(move) for move in position.legal_moves()} - found
        found |= after
        waiting += after
    return found


def test_the_game_keeps_the_contract():
    check_game(NOUGHTS)


def test_there_are_as_many_games_as_is_known():
    assert slow_perft(START, 9) == 255_168


def test_there_are_as_many_positions_as_is_known():
    positions = reachable()
    assert len(positions) == 5_478
    assert len({NOUGHTS.canonical(position) for position in positions}) == 765


def test_the_endings_are_those_that_are_known():
    outcomes = [outcome for position in reachable() if (outcome := position.outcome())]
    winners = [outcome.winner for outcome in outcomes]
    assert (winners.count(Color.BLACK), winners.count(Color.WHITE), winners.count(None)) == (626, 316, 16)


@pytest.mark.parametrize("moves", ["a1a2b1b2c1", "a1b1a2b2a3", "a1b1b2c1c3", "c1a1b2b1a3"])
def test_three_in_a_row_win(moves):
    outcome = play_all(parse_moves(moves)).outcome()
    assert outcome.winner == Color.BLACK
    assert outcome.reason == Reason.LINE


def test_the_last_square_may_still_win():
    assert play_all(parse_moves("a1b1c1a2b2c2b3a3c3")).outcome().reason == Reason.LINE


def test_a_full_board_without_a_line_is_a_draw():
    assert str(play_all(parse_moves("b2a1c1a3a2c2b1b3c3")).outcome()) == "Draw (the board is full)"


def test_a_transcript_comes_back_as_it_was():
    assert format_moves(parse_moves(" B2 a1\nc3")) == "b2a1c3"


def test_an_illegal_move_is_named_with_its_number():
    with pytest.raises(IllegalMoveError, match="move 2: b2 is not legal for White; legal: a1, b1, c1, a2, c2"):
        play_all(parse_moves("b2b2"))


def test_nobody_plays_on_after_the_end():
    with pytest.raises(IllegalMoveError, match="c3 cannot be played: the game is over"):
        play_all(parse_moves("a1a2b1b2c1c3"))


@pytest.mark.parametrize("text", ["", "XO------- ?", "XO------ X", "XOZ------ X", "XO-------"])
def test_what_is_no_board_is_refused(text):
    with pytest.raises(NotationError, match="is not a board"):
        parse_board(text)


def test_what_is_no_square_is_refused():
    with pytest.raises(NotationError, match="'d4' is not a square; squares are a1 to c3"):
        parse_moves("a1d4")
