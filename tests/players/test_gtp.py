"""Other programs as players."""

import pytest

from kibitz.errors import SetupError
from kibitz.players.gtp import GtpPlayer
from kibitz.players.othello.played import record_of
from kibitz.players.player import Clock, ForfeitError, Turn
from kibitz.players.referee import play_game
from kibitz.players.simple import RandomPlayer
from kibitz.rules.game import Color, Outcome, Reason
from kibitz.rules.othello.position import OTHELLO, START, OthelloGame, parse_board
from kibitz.rules.squares import PASS, parse_square

LONG = 60.0


@pytest.fixture
def player_with(fake_engine):
    """Makes players of the fake engine and closes them."""
    players = []

    def make(fault: str = "", timeout: float = LONG) -> GtpPlayer:
        players.append(GtpPlayer(fake_engine(fault), timeout))
        return players[-1]

    yield make
    for player in players:
        player.close()


@pytest.mark.parametrize("fault", ["", "junk", "stale-answer", "no-ids", "stderr-flood", "no-passes", "no-names"])
def test_a_program_plays_whole_games_as_either_side(player_with, fault):
    player = player_with(fault)
    for seed in range(4):
        opponent = RandomPlayer(seed)
        played = play_game(OTHELLO, player, opponent) if seed % 2 else play_game(OTHELLO, opponent, player)
        assert played.problem == ""
        assert record_of(played).final_position().is_over


def test_the_games_of_these_tests_have_passes(player_with):
    moves = [play_game(OTHELLO, RandomPlayer(seed), player_with()).moves for seed in range(0, 4, 2)]
    assert any(PASS in game for game in moves)


def test_the_player_takes_the_name_of_its_program(player_with):
    player = player_with()
    player.new_game(OTHELLO)
    assert player.name == "Fake 1.0"


def test_a_program_that_does_not_say_its_name_keeps_ours(fake_engine):
    with GtpPlayer(fake_engine("no-names"), name="sparring partner") as player:
        player.new_game(OTHELLO)
        assert player.name == "sparring partner"


@pytest.mark.parametrize(
    ("fault", "reason", "message"),
    [
        ("crash", Reason.CRASH, "command 'genmove w': it stopped instead of answering (exit code 3); its last words: first line"),
        ("illegal", Reason.ILLEGAL_MOVE, "command 'genmove w': it answered 'a1'; legal are "),
        ("nonsense", Reason.ILLEGAL_MOVE, "command 'genmove w': it answered '[1;31mz99'; legal are "),
        ("pass", Reason.ILLEGAL_MOVE, "command 'genmove w': it answered 'pass'; legal are "),
        ("refuse-genmove", Reason.CRASH, "command 'genmove w': it refused: no"),
        ("refuse-play", Reason.CRASH, "it refused: syntax error"),
        ("flood", Reason.CRASH, "command 'genmove w': it wrote without end instead of answering"),
    ],
)
def test_a_program_that_misbehaves_loses_and_is_told_about(player_with, fault, reason, message):
    played = play_game(OTHELLO, RandomPlayer(3), player_with(fault))
    assert played.outcome == Outcome(64, reason)
    assert message in played.problem
    assert "fake_engine.py" in played.problem
    assert "\n" not in played.problem


def test_a_program_that_resigns_loses(player_with):
    played = play_game(OTHELLO, player_with("resign"), RandomPlayer(1))
    assert played.outcome == Outcome(-64, Reason.RESIGNATION)


def test_a_program_that_hangs_loses_on_time(player_with, turn_after):
    with pytest.raises(ForfeitError, match=r"no answer within 0\.2 s") as caught:
        player_with("hang").choose(turn_after("", Clock(0.2)))
    assert caught.value.reason == Reason.TIME


def test_the_clock_is_told_to_the_program(player_with, turn_after):
    with pytest.raises(ForfeitError, match=r"its last words: time_settings 90 0 0 \| time_left b 90 0"):
        player_with("illegal").choose(turn_after("", Clock(90.9)))
    with pytest.raises(ForfeitError, match=r"its last words: time_settings 90 2 1 \| time_left b 90 0"):
        player_with("illegal").choose(turn_after("", Clock(90.9, 2.5)))


def test_after_a_crash_the_next_game_gets_a_new_program(player_with):
    player = player_with("crash")
    assert play_game(OTHELLO, player, RandomPlayer(1)).outcome == Outcome(-64, Reason.CRASH)
    assert len(play_game(OTHELLO, player, RandomPlayer(1)).moves) >= 2


def test_a_program_is_started_even_if_no_game_was_announced(player_with, turn_after):
    assert player_with().choose(turn_after("")) == parse_square("d3")


def test_moves_taken_back_are_told_to_the_program(player_with, turn_after):
    player = player_with()
    player.new_game(OTHELLO)
    for transcript in ("f5d6c3d3", "f5d6", "d3c5", "", "f5f6e6d6"):
        turn = turn_after(transcript)
        assert player.choose(turn) == turn.position.legal_moves()[0]


def test_a_program_that_played_an_illegal_move_gets_the_game_anew(player_with, turn_after):
    player = player_with("illegal-once")
    with pytest.raises(ForfeitError, match="it answered 'a1'"):
        player.choose(turn_after(""))
    assert player.choose(turn_after("")) == parse_square("d3")


def test_a_forced_pass_is_answered_without_asking(player_with):
    position = parse_board("XO-" + "-" * 61 + " O")
    assert player_with("hang").choose(Turn(OTHELLO, position, (), position)) == PASS


def test_a_program_that_refuses_the_board_is_no_loss_but_an_error(player_with):
    with pytest.raises(SetupError, match=r"Fake 1\.0 does not play othello on 6×6; 'boardsize 6': unacceptable size"):
        play_game(OthelloGame(6), player_with(), RandomPlayer(1))


def test_a_set_up_position_cannot_be_told_to_a_program(player_with):
    position = parse_board("OX-" + "-" * 61 + " O")
    with pytest.raises(SetupError, match="from the standard start only"):
        player_with().choose(Turn(OTHELLO, position, (), position))


def test_a_program_that_is_not_there_is_an_error():
    with pytest.raises(SetupError, match="'no-such-engine' was not found"):
        play_game(OTHELLO, GtpPlayer("no-such-engine"), RandomPlayer(1))


def test_closing_before_and_after_a_game_is_harmless(player_with):
    player = player_with()
    player.close()
    player.new_game(OTHELLO)
    assert player.choose(Turn(OTHELLO, START, (), START)) in START.legal_moves()
    player.close()
    player.close()


def test_a_real_othello_program_plays_whole_games_and_beats_the_random_mover(gtp_rhino):
    with GtpPlayer(gtp_rhino) as rhino:
        for color in Color:
            played = play_game(OTHELLO, *((rhino, RandomPlayer(5)) if color == Color.BLACK else (RandomPlayer(5), rhino)))
            assert played.problem == ""
            assert played.outcome.winner == color
            assert record_of(played).final_position().is_over


def test_a_real_othello_program_follows_openings_and_take_backs(gtp_rhino, turn_after):
    with GtpPlayer(gtp_rhino) as rhino:
        rhino.new_game(OTHELLO)
        for transcript in ("f5d6c3d3c4", "f5d6c3", "f5f6e6f4e3"):
            turn = turn_after(transcript)
            assert rhino.choose(turn) in turn.position.legal_moves()


def test_a_go_program_asked_to_play_othello_loses_by_an_illegal_move(gnugo):
    with GtpPlayer(gnugo) as go_player:
        played = play_game(OTHELLO, go_player, RandomPlayer(1))
    assert played.outcome == Outcome(-64, Reason.ILLEGAL_MOVE)
