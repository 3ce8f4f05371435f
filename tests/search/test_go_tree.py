"""The search for moves of Go by playouts."""

from threading import Event, Timer

import numpy as np
import pytest

from kibitz.rules.go import CHINESE, TROMP_TAYLOR, GoGame
from kibitz.rules.squares import PASS
from kibitz.search.go_tree import PLAIN_UCT, TreeLimits, TreeSettings, search_tree

# A chain of each side is in atari to the other: whoever moves first takes one and saves the other.
RACE = """
    - - - - - - -
    X X X X O O O
    X O O O X X O
    X X X - - O O
    X X X X O O O
    - - - - - - -
    - - - - - - - {}
    """

# Whoever plays B3 decides: Black makes two eyes there, White leaves one. Black wins with 12 points of its own at this komi.
VITAL_POINT = """
    - - - - - - -
    - - - - - - -
    O O O O O - -
    X X X X O - -
    - - - X O - -
    X X X X O - -
    O O O O O - - {}
    """


def position(text, komi=0.5):
    return GoGame(7, CHINESE, komi).parse_position(text)


@pytest.mark.parametrize("settings", [TreeSettings(), TreeSettings(guided=False), PLAIN_UCT], ids=["guided", "rave", "plain"])
@pytest.mark.parametrize(("side", "best"), [("X", "D4"), ("O", "E4")])
def test_a_race_to_capture_is_won_by_the_side_that_moves(settings, side, best):
    found = search_tree(position(RACE.format(side), komi=7.5), TreeLimits(playouts=3000), settings)
    assert GoGame(7).format_move(found.best.move) == best
    assert found.playouts == 3000


@pytest.mark.parametrize("side", ["X", "O"])
def test_the_vital_point_is_found_by_both_sides(side):
    found = search_tree(position(VITAL_POINT.format(side), komi=-26.5), TreeLimits(playouts=8000))
    assert GoGame(7).format_move(found.best.move) == "B3"


def test_visits_and_chances_add_up():
    found = search_tree(GoGame(9).start(), TreeLimits(playouts=2000), threads=2)
    assert sum(move.visits for move in found.moves) == found.playouts >= 2000
    assert all(0 <= move.win_chance <= 1 for move in found.moves)
    assert [move.visits for move in found.moves] == sorted((move.visits for move in found.moves), reverse=True)
    assert {move.move for move in found.moves} == {PASS, *range(81)}
    assert found.ownership.shape == (81,)
    assert np.abs(found.ownership).max() <= 1
    assert found.best.line[0] == found.best.move


def test_the_same_seed_gives_the_same_findings():
    first, second = (search_tree(GoGame(9).start(), TreeLimits(playouts=500), seed=4) for _ in range(2))
    assert first.moves == second.moves


def test_a_search_without_limits_ends_when_it_is_told():
    stop = Event()
    Timer(0.1, stop.set).start()
    assert search_tree(GoGame(9).start(), TreeLimits(), stop=stop).playouts > 0


def test_who_is_ahead_by_far_may_pass():
    alive = position(
        """
        - X - X X X X
        X X X X X X -
        X X X X X X X
        O O O O O O O
        O - O O O O O
        O O O O O O O
        - O O O - O - X
        """
    )
    found = search_tree(alive, TreeLimits(playouts=300))
    assert {move.move for move in found.moves} >= {PASS}
    assert found.ownership.reshape(7, 7)[0, 0] == 1
    assert found.ownership.reshape(7, 7)[6, 0] == -1


def test_points_forbidden_by_superko_are_not_considered():
    game = GoGame(5, TROMP_TAYLOR, 0.5)
    taken = game.parse_position("-XO--XO-O--XO------------ X").play(game.parse_move("C4"))
    assert taken.forbidden
    found = search_tree(taken, TreeLimits(playouts=200))
    assert not {move.move for move in found.moves} & set(taken.forbidden)
