"""When a game of Go is over for a player without a search."""

import numpy as np

from kibitz.players.go.counting import wins_by_passing
from kibitz.players.go.expert import GoExpertPlayer
from kibitz.players.go.passing import settled_points
from kibitz.players.player import Turn
from kibitz.rules.go.position import GoGame
from kibitz.rules.squares import PASS
from small_go import small_model

# Two walls with two eyes each and nothing between them; A1 is a dead stone of White.
FINISHED = """
    - X - X O - O
    X X X X O O O
    - X X X O O -
    X X X X O O O
    X - X X O O O
    X X X X O - O
    O - X X O O O {} moves:60
    """


def finished(side, komi=0.5):
    return GoGame(7, komi=komi).parse_position(FINISHED.format(side))


def turn(game, position, moves=()):
    return Turn(game, position, tuple(moves), position)


def test_everything_is_settled_at_the_end_and_nothing_at_the_start():
    assert settled_points(finished("X")).all()
    assert not settled_points(GoGame(7).start()).any()


def test_who_is_ahead_is_told_without_the_dead_stones():
    # Black has 26 points to White's 22 as the board stands, and 28 to 21 without the stone on A1.
    assert wins_by_passing(finished("O", komi=6.5).play(PASS))
    assert not wins_by_passing(finished("X", komi=6.5).play(PASS))


def test_a_finished_board_is_passed_on_whether_won_or_lost():
    game, player = GoGame(7, komi=0.5), GoExpertPlayer(small_model())
    for side in "XO":
        position = finished(side)
        assert player.choose(turn(game, position)) == PASS
        passed = position.play(PASS)
        assert player.choose(turn(game, passed, [PASS])) == PASS


def test_points_that_are_still_open_are_played():
    game, player = GoGame(7, komi=0.5), GoExpertPlayer(small_model())
    rows = ["-X-X---", "XXXX---", "-XXX---", "XXXX-OO", "X-XX-O-", "XXXX-OO", "XXXX-O-"]
    position = game.parse_position("".join(rows) + " O moves:60")
    answer = player.choose(turn(game, position))
    assert answer != PASS
    assert np.flatnonzero(position.stones == 0).tolist().count(answer) == 1
