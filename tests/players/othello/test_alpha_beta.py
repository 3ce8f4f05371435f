"""Players by a plain search with any evaluation."""

import pytest

from kibitz.errors import SetupError
from kibitz.players.conformance import check_player
from kibitz.players.registry import make_player
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import OTHELLO
from kibitz.search.othello.minimax import best_squares, minimax_move_values
from kibitz.search.othello.simple_evaluation import squares_and_mobility


@pytest.mark.parametrize("text", ["alphabeta:squares,depth=2", "alphabeta:learned,depth=1", "alphabeta:expert,depth=1"])
def test_it_keeps_the_contract(text):
    check_player(lambda: make_player(text), OTHELLO, games=2)


def test_it_plays_the_best_move_by_its_evaluation(turn_after):
    turn = turn_after("f5d6c3d3c4f4f6f3e6e7")
    moves = minimax_move_values(squares_and_mobility, Boards.of([turn.position]), 3)
    assert make_player("alphabeta:squares,depth=3").choose(turn) == best_squares(moves)[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [("alphabeta:nobody", "there is no model 'nobody'"), ("alphabeta:squares,depth=0", "depth is 0; it must be from 1 to 60")],
)
def test_what_cannot_be_made_is_told(text, message):
    with pytest.raises(SetupError, match=message):
        make_player(text)
