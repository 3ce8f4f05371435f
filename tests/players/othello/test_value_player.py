"""The player that looks ahead with a model of winners, and goes on while its opponent thinks."""

import random
import threading
from threading import Event

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.features.othello.samples import squares_as_columns
from kibitz.models.othello.evaluators import value_scale
from kibitz.models.othello.winners import load_winner_model
from kibitz.players.conformance import check_player
from kibitz.players.othello.value_player import ValuePlayer
from kibitz.players.player import Clock, Turn
from kibitz.players.referee import play_game
from kibitz.players.registry import make_player
from kibitz.rules.game import Reason
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import OTHELLO, START
from kibitz.rules.squares import format_square
from kibitz.rules.symmetry import transform_square

MODEL = "evaluation-2014"
TRANSCRIPT = "f5d6c3d3c4f4"


class CountingModel:
    """A model that counts how often it is asked, and does something at one of these times."""

    def __init__(self, at=None, then=lambda: None):
        self._model = load_winner_model(MODEL)
        self.asked, self._at, self._then = 0, at, then

    def win_chances(self, situations):
        self.asked += 1
        if self.asked == self._at:
            self._then()
        return self._model.win_chances(situations)


def growing_threads():
    return [thread for thread in threading.enumerate() if thread.name == "growing"]


def stoppable(turn, stop):
    return Turn(OTHELLO, turn.start, turn.moves, turn.position, stop=stop)


@pytest.fixture
def thinker():
    with ValuePlayer(MODEL, depth=2, ponder=True) as player:
        yield player


@pytest.mark.parametrize("ponder", [False, True])
def test_it_keeps_the_contract_of_players(ponder):
    check_player(lambda: ValuePlayer(MODEL, depth=1, ponder=ponder), OTHELLO, games=2)


@pytest.mark.parametrize("seed", range(12))
def test_stopped_at_a_random_moment_it_answers_with_a_legal_move_and_asks_nothing_more(seed, turn_after):
    stop = Event()
    model = CountingModel(at=random.Random(seed).randrange(1, 120), then=stop.set)
    turn = turn_after(TRANSCRIPT)
    answer = ValuePlayer(model, depth=8).choose(stoppable(turn, stop))
    assert answer in turn.position.legal_moves()
    assert stop.is_set()
    assert model.asked == model._at


@pytest.mark.parametrize("seed", range(6))
def test_it_is_interrupted_by_other_threads_while_it_thinks_in_the_background(seed, turn_after):
    chooser = random.Random(seed)
    turn = turn_after(TRANSCRIPT)
    with ValuePlayer(MODEL, depth=60, ponder=True) as player:
        while len(turn.moves) < 16:
            stop = Event()
            timer = threading.Timer(chooser.uniform(0, 0.05), stop.set)
            timer.start()
            answer = player.choose(stoppable(turn, stop))
            timer.join()
            assert answer in turn.position.legal_moves()
            turn = Turn(OTHELLO, START, (*turn.moves, answer), turn.position.play(answer))
            player.opponent_to_move(turn)
            Event().wait(chooser.uniform(0, 0.03))
            reply = chooser.choice(turn.position.legal_moves())
            turn = Turn(OTHELLO, START, (*turn.moves, reply), turn.position.play(reply))
    assert not growing_threads()


def test_it_thinks_while_the_opponent_does_and_stops_for_its_turn(thinker, turn_after):
    thinker.opponent_to_move(turn_after("f5d6c3"))
    assert len(growing_threads()) == 1
    turn = turn_after("f5d6c3d3")
    assert thinker.choose(turn) in turn.position.legal_moves()
    assert not growing_threads()


@pytest.mark.parametrize("end", [lambda player: player.close(), lambda player: player.new_game(OTHELLO)])
def test_nothing_goes_on_after_the_game(thinker, turn_after, end):
    thinker.opponent_to_move(turn_after("f5d6c3"))
    end(thinker)
    assert not growing_threads()


def test_without_the_option_nothing_is_thought_and_so_it_is_before_the_first_move(turn_after, thinker):
    ValuePlayer(MODEL).opponent_to_move(turn_after("f5d6c3"))
    thinker.opponent_to_move(turn_after(""))
    assert not growing_threads()


def test_what_was_thought_about_the_reply_is_not_asked_again(turn_after):
    model = CountingModel()
    turn = turn_after("f5d6c3d3")
    player = ValuePlayer(model, depth=3)
    answer = player.choose(turn)
    asked = model.asked
    # Its own move and the likeliest reply are in the tree.
    reply = turn.position.play(answer)
    expected = ValuePlayer(MODEL, depth=2).choose(Turn(OTHELLO, START, (*turn.moves, answer), reply))
    later = Turn(OTHELLO, START, (*turn.moves, answer, expected), reply.play(expected))
    player.choose(later)
    fresh = CountingModel()
    ValuePlayer(fresh, depth=3).choose(later)
    assert model.asked - asked < fresh.asked


def test_games_that_are_one_by_symmetry_get_answers_that_are_one(turn_after):
    transcript = turn_after(TRANSCRIPT)
    answers = set()
    for symmetry in (0, 3, 4, 7):
        moves = tuple(transform_square(move, symmetry) for move in transcript.moves)
        turn = turn_after("".join(format_square(move) for move in moves))
        answer = ValuePlayer(LopsidedModel(), depth=2).choose(turn)
        answers.add(transform_square(answer, symmetry))  # each of the four undoes itself
    assert len(answers) == 1


class LopsidedModel:
    """Gives every square another worth, so that it tells images of a position apart."""

    def win_chances(self, situations):
        worth = np.random.default_rng(1).random(64)
        return squares_as_columns(situations.boards.own) @ worth / worth.sum()


def test_a_certain_win_is_preferred_to_a_predicted_one_and_a_larger_to_a_smaller():
    scale = value_scale(LopsidedModel())
    full = Boards(np.array([2**33 - 1, 2**40 - 1], np.uint64), np.array([2**64 - 2**33, 2**64 - 2**40], np.uint64))
    narrow, wide = scale.final(full)
    assert 1 < narrow < wide
    assert np.abs(scale.evaluator(full)).max() <= 1


def test_the_first_move_is_f5_and_a_short_clock_is_kept(turn_after):
    assert format_square(ValuePlayer(MODEL).choose(turn_after(""))) == "f5"
    turn = turn_after(TRANSCRIPT, Clock(0.2))
    assert ValuePlayer(MODEL, seconds=30).choose(turn) in turn.position.legal_moves()


def test_whole_games_are_won_against_greedy():
    with make_player(f"value:{MODEL},depth=3") as player:
        for black, white, sign in ((player, "greedy:seed=1", 1), ("greedy:seed=2", player, -1)):
            sides = [make_player(side) if isinstance(side, str) else side for side in (black, white)]
            outcome = play_game(OTHELLO, *sides).outcome
            assert outcome.reason in (Reason.BOARD_FULL, Reason.NO_MOVES, Reason.WIPED_OUT)
            assert sign * outcome.black_score > 0


def test_models_that_say_nothing_of_winners_and_depths_out_of_range_are_refused():
    with pytest.raises(SetupError, match="does not predict winners"):
        ValuePlayer("raw-11")
    with pytest.raises(SetupError, match="depth is 0"):
        ValuePlayer(MODEL, depth=0)
