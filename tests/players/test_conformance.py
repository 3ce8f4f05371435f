"""check_player() finds what breaks the contract, and the players of Kibitz keep it."""

import random

import pytest

from kibitz.players.conformance import check_player
from kibitz.players.gtp import GtpPlayer
from kibitz.players.player import Answer, Player, Request, Turn
from kibitz.players.registry import make_player
from kibitz.players.simple import RandomPlayer
from kibitz.rules.game import BrokenContractError
from kibitz.rules.othello.position import OTHELLO, OthelloGame
from kibitz.rules.squares import PASS


class Broken(Player):
    """A player that answers with the first legal move, and otherwise as a test makes it."""

    name = "broken"

    def choose(self, turn: Turn) -> Answer:
        return turn.position.legal_moves()[0]


@pytest.mark.parametrize("text", ["random", "random:seed=7", "greedy", "greedy:seed=7"])
@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_the_simple_players_keep_the_contract_on_every_board(text, size):
    check_player(lambda: make_player(text), OthelloGame(size))


def test_a_program_that_speaks_gtp_keeps_the_contract(fake_engine):
    check_player(lambda: GtpPlayer(fake_engine()), OTHELLO, games=2)


def test_a_program_that_plays_forced_passes_by_itself_keeps_the_contract(fake_engine):
    check_player(lambda: GtpPlayer(fake_engine("no-passes")), OTHELLO, games=4)


def test_a_real_othello_program_keeps_the_contract(gtp_rhino):
    check_player(lambda: GtpPlayer(gtp_rhino), OTHELLO, games=2)


def test_an_illegal_answer_is_found():
    class Corner(Broken):
        def choose(self, _turn: Turn) -> Answer:
            return 0

    with pytest.raises(BrokenContractError, match="broken as Black, othello, game 0, move 1: the answer 0 is not among"):
        check_player(Corner, OTHELLO)


def test_a_player_that_does_not_pass_is_found():
    class Stubborn(Broken):
        def choose(self, turn: Turn) -> Answer:
            move = turn.position.legal_moves()[0]
            return 0 if move == PASS else move

    with pytest.raises(BrokenContractError, match="the answer is 0 where only a pass is legal"):
        check_player(Stubborn, OTHELLO)


@pytest.mark.parametrize("answer", ["d3", None, 19.0, True, Request.TAKE_BACK, Request.ADJOURN])
def test_an_answer_that_is_no_move_is_found(answer):
    class Confused(Broken):
        def choose(self, _turn: Turn) -> Answer:
            return answer

    with pytest.raises(BrokenContractError, match="neither a move nor a resignation"):
        check_player(Confused, OTHELLO)


def test_a_resignation_is_an_answer():
    class Pessimist(Broken):
        def choose(self, _turn: Turn) -> Answer:
            return Request.RESIGN

    check_player(Pessimist, OTHELLO)


def test_a_false_claim_to_be_repeatable_is_found():
    class Liar(RandomPlayer):
        @property
        def is_repeatable(self) -> bool:
            return True

    with pytest.raises(BrokenContractError, match="answered differently"):
        check_player(Liar, OTHELLO)


def test_a_player_that_keeps_its_own_board_and_is_lost_when_moves_are_taken_back_is_found():
    class Bookkeeper(Broken):
        def __init__(self) -> None:
            self.position = OTHELLO.start()
            self.known = 0

        def new_game(self, game) -> None:
            self.position, self.known = game.start(), 0

        def choose(self, turn: Turn) -> Answer:
            for move in turn.moves[self.known :]:
                self.position = self.position.play(move)
            self.known = max(self.known, len(turn.moves))
            return self.position.legal_moves()[0]

    with pytest.raises(BrokenContractError, match="a game taken back"):
        check_player(Bookkeeper, OTHELLO)


def test_a_player_that_cannot_be_closed_twice_is_found():
    class Fragile(Broken):
        def __init__(self) -> None:
            self.held = ["a process"]

        def close(self) -> None:
            self.held.pop()

    with pytest.raises(IndexError):
        check_player(Fragile, OTHELLO)


def test_a_player_without_a_name_is_found():
    class Nobody(Broken):
        name = ""

    with pytest.raises(BrokenContractError, match="has a name"):
        check_player(Nobody, OTHELLO)


def test_the_player_is_closed_even_if_it_breaks_the_contract():
    closed = []

    class Corner(Broken):
        def choose(self, _turn: Turn) -> Answer:
            return random.Random(0).randrange(-9, -2)

        def close(self) -> None:
            closed.append(True)

    with pytest.raises(BrokenContractError):
        check_player(Corner, OTHELLO)
    assert closed == [True]
