"""What every player has from the contract itself."""

from kibitz.players.player import Answer, ForfeitError, Player, Request, Turn
from kibitz.rules.game import Color, Reason
from kibitz.rules.othello.position import START
from kibitz.rules.squares import parse_square


class Quitter(Player):
    def __init__(self) -> None:
        self.name = "quitter"
        self.closed = 0

    def choose(self, _turn: Turn) -> Answer:
        return Request.RESIGN

    def close(self) -> None:
        self.closed += 1


def test_a_player_needs_only_a_name_and_choose(turn_after):
    player = Quitter()
    player.new_game(turn_after("").game)
    assert player.choose(turn_after("")) == Request.RESIGN
    assert not player.is_repeatable
    assert not player.may_take_back


def test_a_player_is_closed_by_a_with_statement():
    with Quitter() as player:
        assert player.closed == 0
    assert player.closed == 1


def test_a_turn_knows_the_game_so_far(turn_after):
    turn = turn_after("f5d6c3")
    assert turn.to_move == Color.WHITE
    assert turn.last_move == parse_square("c3")
    assert [position.disc_count for position in turn.positions()] == [4, 5, 6]
    assert not turn.must_pass


def test_the_first_turn_has_no_last_move(turn_after):
    turn = turn_after("")
    assert turn.last_move is None
    assert list(turn.positions()) == []
    assert turn.position == START


def test_a_forfeit_says_how_the_game_is_lost():
    error = ForfeitError("it hung", Reason.TIME)
    assert (str(error), error.reason, error.exit_code) == ("it hung", Reason.TIME, 1)
