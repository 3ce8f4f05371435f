"""The player of Go by playouts."""

import random
from threading import Event

import pytest

from kibitz.errors import SetupError
from kibitz.features.go.planes import recent_points
from kibitz.models.go.loading import load_go_model
from kibitz.players.go.uct import UctPlayer
from kibitz.players.player import Clock, Request, Turn
from kibitz.players.registry import make_player
from kibitz.rules.game import Color
from kibitz.rules.go.position import GoGame, play_go_moves
from kibitz.rules.othello.position import OTHELLO
from kibitz.rules.squares import PASS
from small_go import small_model, touch, write_small_model


def turn(game, position, clock=None, stop=None):
    return Turn(game, position, (), position, clock, stop=stop)


def test_it_beats_random_movers_on_a_small_board():
    game, chooser, player = GoGame(7, komi=0.5), random.Random(2), make_player("uct:playouts=150,seed=3,resigns=false")
    player.new_game(game)
    wins = 0
    for number in range(4):
        position, mine = game.start(), Color(number % 2)
        while not position.is_over:
            others = position.legal_points() or (PASS,)
            move = player.choose(turn(game, position)) if position.to_move == mine else chooser.choice(others)
            position = position.play(move)
        wins += position.outcome().winner == mine
    assert wins == 4


def test_the_same_seed_gives_the_same_move():
    game = GoGame(9)
    first, second = (UctPlayer(playouts=300, seed=5).choose(turn(game, game.start())) for _ in range(2))
    assert first == second
    assert UctPlayer(playouts=300, seed=5).is_repeatable
    assert not UctPlayer(seconds=1, seed=5).is_repeatable


def test_it_passes_after_a_pass_if_that_wins():
    game = GoGame(5, komi=0.5)
    passed = game.start().play(12).play(PASS)  # Black owns all of so small a board
    assert UctPlayer(playouts=100).choose(turn(game, passed)) == PASS


def test_it_plays_on_after_a_pass_on_an_open_board():
    game = GoGame(9, komi=0.5)
    assert UctPlayer(playouts=100).choose(turn(game, game.start().play(40).play(PASS))) != PASS


# Black owns everything; White's moves inside are hopeless.
LOST = "-X-XX" + "XXXXX" * 2 + "-XXXX" + "-X-X-"


def test_it_gives_up_what_is_lost():
    game = GoGame(5, komi=0.5)
    lost = game.parse_position(f"{LOST} O moves:40")
    assert UctPlayer(playouts=300).choose(turn(game, lost)) == Request.RESIGN
    assert UctPlayer(playouts=300, resigns=False).choose(turn(game, lost)) != Request.RESIGN


def test_a_stopped_player_answers_at_once_with_a_legal_move():
    stop = Event()
    stop.set()
    game = GoGame(9)
    answer = UctPlayer(seconds=1e6).choose(turn(game, game.start(), stop=stop))
    assert answer in game.start().legal_points()


def test_the_clock_is_kept():
    game = GoGame(9)
    answer = UctPlayer(seconds=1e6).choose(turn(game, game.start(), Clock(1.0)))
    assert game.start().is_legal(answer)


@pytest.mark.parametrize("text", ["uct:0", "uct:threads=0", "uct:playouts=-5"])
def test_less_than_one_playout_or_thread_is_refused(text):
    with pytest.raises(SetupError, match="1 or more"):
        make_player(text)


def test_othello_is_refused():
    with pytest.raises(SetupError, match="plays Go, not othello"):
        UctPlayer().new_game(OTHELLO)


def test_its_model_is_asked_with_the_moves_so_far(tmp_path):
    game, last = GoGame(9), 40
    player = make_player(f"uct:playouts=60,seed=1,prior={write_small_model(tmp_path)}")
    found = player.search(Turn(game, game.start(), (last,), game.start().play(last)))
    assert touch(max(found.moves, key=lambda move: move.prior).move, last, 9)
    assert sum(move.prior for move in found.moves) == pytest.approx(1, abs=0.01)


def test_a_network_leads_the_search_too():
    game, moves = GoGame(19), (72, 288, 300)
    position, network = play_go_moves(moves, game.start()), load_go_model("go-network")
    found = make_player("uct:playouts=120,seed=1,prior=go-network").search(Turn(game, game.start(), moves, position))
    advice = network.advise(position.state, recent_points(position))
    assert all(move.prior == pytest.approx(advice[move.move], abs=1e-5) for move in found.moves if move.move != PASS)
    assert abs(advice - network.expert.position_probabilities(position)).max() > 0.01


def test_a_model_that_is_not_there_is_refused():
    with pytest.raises(SetupError, match="no-such-model"):
        make_player("uct:prior=no-such-model")


def after_two_moves(game, player, second):
    """The turns before the first and the third move of a game, the first of them being the player's choice."""
    first = Turn(game, game.start(), (), game.start())
    move = player.choose(first)
    moves = (move, second(move))
    position = game.start().play(moves[0]).play(moves[1])
    return first, Turn(game, game.start(), moves, position)


def test_what_was_found_out_is_kept_for_the_next_move():
    game, player = GoGame(7), UctPlayer(playouts=2000, seed=1)
    expected = UctPlayer(playouts=2000, seed=1).search(Turn(game, game.start(), (), game.start())).best.line
    _, later = after_two_moves(game, player, lambda _: expected[1])
    answer, fresh = player.search(later), UctPlayer(playouts=2000, seed=1).search(later)
    assert answer.playouts <= 2000
    assert {move.move for move in answer.moves} == {move.move for move in fresh.moves}
    assert answer.best.move in later.position.legal_points()


def test_moves_taken_back_and_other_games_are_searched_anew():
    game, player = GoGame(7), UctPlayer(playouts=300, seed=1, prior=small_model())
    first, later = after_two_moves(game, player, lambda move: next(point for point in range(49) if point != move))
    for turn_asked in (later, first, turn(GoGame(5), GoGame(5).start()), later):
        found = player.search(turn_asked)
        assert found.moves == UctPlayer(playouts=300, seed=1, prior=small_model()).search(turn_asked).moves
