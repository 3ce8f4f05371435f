"""The player of Go that follows a model."""

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.players.go.expert import GoExpertPlayer
from kibitz.players.player import Turn
from kibitz.players.registry import make_player
from kibitz.rules.game import Color
from kibitz.rules.go.points import parse_vertex
from kibitz.rules.go.position import GoGame
from kibitz.rules.othello.position import OTHELLO
from kibitz.rules.squares import PASS
from small_go import small_model, touch, write_small_model


def turn(game, position, moves=()):
    return Turn(game, game.start(), tuple(moves), position)


def test_it_answers_as_its_model_has_learned():
    game, player = GoGame(9), GoExpertPlayer(small_model())
    last = parse_vertex("E5", 9)
    answer = player.choose(turn(game, game.start().play(last), [last]))
    assert touch(answer, last, 9)


def test_a_game_against_itself_is_legal_and_comes_to_an_end():
    game = GoGame(5, komi=0.5)
    player = GoExpertPlayer(small_model(), temperature=1.0, seed=3)
    position, moves = game.start(), []
    while not position.is_over:
        moves.append(player.choose(turn(game, position, moves)))
        position = position.play(moves[-1])
    assert moves[-2:] == [PASS, PASS]


def test_it_leaves_its_own_eyes_alone():
    game = GoGame(5)
    rows = ["-X-X-", "XXXXX", "-----", "-----", "OOOOO"]
    position = game.parse_position("".join(rows) + " X")
    eyes = [0, 2, 4]
    player = GoExpertPlayer(small_model(), temperature=1.0, seed=1)
    answers = {player.choose(turn(game, position)) for _ in range(60)}
    assert answers.isdisjoint(eyes)
    assert len(answers) > 3


def test_it_passes_when_the_opponent_passed_and_it_is_ahead():
    game = GoGame(5, komi=0.5)
    ahead = game.set_up(black=[parse_vertex("C3", 5)], to_move=Color.WHITE).play(PASS)
    assert GoExpertPlayer(small_model()).choose(turn(game, ahead, [PASS])) == PASS
    behind = game.set_up(black=[parse_vertex("C3", 5)], to_move=Color.BLACK).play(PASS)
    assert GoExpertPlayer(small_model()).choose(turn(game, behind, [PASS])) != PASS


def test_the_same_seed_gives_the_same_moves():
    game = GoGame(9)
    drawn = [
        [GoExpertPlayer(small_model(), temperature=2.0, seed=seed).choose(turn(game, game.start())) for seed in range(8)]
        for _ in range(2)
    ]
    assert drawn[0] == drawn[1]
    assert len(np.unique(drawn[0])) > 1


def test_it_is_made_by_its_name_and_plays_go_only(tmp_path):
    path = write_small_model(tmp_path)
    player = make_player(f"goexpert:model={path}")
    with pytest.raises(SetupError, match="plays Go, not othello"):
        player.new_game(OTHELLO)
