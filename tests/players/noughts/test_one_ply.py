"""The perfect player and the evolved one, against everything that can be played against them."""

import pytest

from kibitz.errors import SetupError
from kibitz.players.conformance import check_player
from kibitz.players.noughts.one_ply import EvolvedPlayer, PerfectPlayer
from kibitz.players.registry import make_player
from kibitz.rules.game import Color
from kibitz.rules.noughts.position import NOUGHTS, START
from kibitz.rules.othello.position import OTHELLO
from kibitz.search.noughts.perfect import best_moves


def choices(player, position):
    """All moves that a player may choose: it draws lots among equals."""
    worth = {move: player._evaluate(position.play(move), position.to_move) for move in position.legal_moves()}
    return [move for move, value in worth.items() if value == max(worth.values())]


def endings(player, color):
    """The results for one side of all games in which it may choose as the player does, and the other side plays anything."""
    found, waiting = set(), {START}
    while waiting:
        after = set()
        for position in waiting:
            if outcome := position.outcome():
                found.add(outcome.score_for(color))
            moves = choices(player, position) if position.to_move == color else position.legal_moves()
            after |= {position.play(move) for move in moves}
        waiting = after
    return found


@pytest.mark.parametrize("color", Color)
@pytest.mark.parametrize("make", [PerfectPlayer, EvolvedPlayer])
def test_no_line_of_play_beats_it(make, color):
    assert endings(make(), color) == {0, 1}


@pytest.mark.parametrize("name", ["perfect", "evolved"])
def test_it_keeps_the_contract_of_players(name):
    check_player(lambda: make_player(name, 1), NOUGHTS)


def test_the_perfect_player_plays_the_best_moves_alone():
    for opening in START.legal_moves():
        position = START.play(opening)
        assert tuple(choices(PerfectPlayer(), position)) == best_moves(position)


@pytest.mark.parametrize("make", [PerfectPlayer, EvolvedPlayer])
def test_it_refuses_other_games(make):
    with pytest.raises(SetupError, match="cannot play othello"):
        make().new_game(OTHELLO)


def test_a_model_of_another_game_is_refused():
    with pytest.raises(SetupError, match="evolved is an evolved network, not an evolved network of noughts and crosses"):
        make_player("evolved:evolved")
