"""The random and the greedy mover."""

import math
from collections import Counter

import pytest

from kibitz.errors import SetupError
from kibitz.players.othello.greedy import GreedyPlayer, disc_ratio
from kibitz.players.player import Turn
from kibitz.players.referee import play_game
from kibitz.players.simple import OnePlyPlayer, RandomPlayer
from kibitz.rules.game import Color
from kibitz.rules.othello.position import OTHELLO, parse_board
from kibitz.rules.squares import PASS, format_square, parse_square

# Black takes all of White with e2, one disc with a1, c1 or e1.
WIPE_OUT_IN_REACH = """
    - - - - - - - -
    X O O O - - - -
    - - X - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - - X"""
# Black turns one disc with c1, two with e3 or a5.
ONE_OR_TWO = """
    X O - - - - - -
    - - - - - - - -
    - X O O - - - -
    - - - - - - - -
    - - - - - - - -
    O - - - - - - -
    O - - - - - - -
    X - - - - - - - X"""


def turn_at(board: str) -> Turn:
    position = parse_board(board)
    return Turn(OTHELLO, position, (), position)


def test_the_random_mover_plays_every_legal_move_about_equally_often(turn_after):
    player = RandomPlayer(seed=5)
    counts = Counter(player.choose(turn_after("")) for _ in range(4000))
    assert {format_square(square) for square in counts} == {"d3", "c4", "f5", "e6"}
    assert all(abs(count - 1000) < 120 for count in counts.values())


def test_the_same_seed_plays_the_same_games_and_another_one_others():
    def games(seed: int) -> list[tuple[int, ...]]:
        player = RandomPlayer(seed)
        return [play_game(OTHELLO, player, player).moves for _ in range(3)]

    assert games(1) == games(1)
    assert games(1) != games(2)
    assert len(set(games(1))) == 3


def test_only_seeded_players_claim_to_be_repeatable():
    assert RandomPlayer(seed=0).is_repeatable
    assert GreedyPlayer(seed=0).is_repeatable
    assert not RandomPlayer().is_repeatable
    assert not GreedyPlayer().is_repeatable


def test_the_greedy_mover_takes_the_most_discs_and_breaks_ties_at_random():
    player = GreedyPlayer(seed=3)
    counts = Counter(format_square(player.choose(turn_at(ONE_OR_TWO))) for _ in range(400))
    assert set(counts) == {"a5", "e3"}
    assert all(count > 150 for count in counts.values())


def test_the_greedy_mover_takes_all_discs_where_it_can():
    turn = turn_at(WIPE_OUT_IN_REACH)
    assert len(turn.position.legal_moves()) == 4
    assert {GreedyPlayer(seed).choose(turn) for seed in range(20)} == {parse_square("e2")}


def test_the_disc_ratio_is_seen_from_the_side_asked_for():
    position = parse_board(ONE_OR_TWO)
    assert disc_ratio(position, Color.BLACK) == pytest.approx(3 / 5)
    assert disc_ratio(position, Color.WHITE) == pytest.approx(5 / 3)
    assert disc_ratio(parse_board("X" + "-" * 15 + " X"), Color.BLACK) == math.inf


def test_players_pass_where_they_must():
    blocked = turn_at("XO-" + "-" * 61 + " O")
    assert blocked.must_pass
    assert RandomPlayer().choose(blocked) == PASS
    assert GreedyPlayer().choose(blocked) == PASS


def test_a_constant_evaluation_makes_a_random_mover(turn_after):
    player = OnePlyPlayer(lambda _position, _color: 1.0, seed=8)
    assert len({player.choose(turn_after("")) for _ in range(200)}) == 4


def test_an_evaluation_sees_the_board_after_the_move_and_the_side_that_moved(turn_after):
    seen = []
    player = OnePlyPlayer(lambda position, color: seen.append((position.disc_count, position.to_move, color)) or 0.0)
    player.choose(turn_after("f5"))
    assert seen == [(6, Color.BLACK, Color.WHITE)] * 3


def test_the_greedy_mover_refuses_games_without_discs():
    class Go:
        name, size = "go", 9

    with pytest.raises(SetupError, match="greedy counts discs and plays only Othello, not go"):
        GreedyPlayer().new_game(Go())
