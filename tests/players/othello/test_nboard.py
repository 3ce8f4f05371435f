"""Programs that speak NBoard's protocol as players."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.errors import SetupError
from kibitz.players.conformance import check_player
from kibitz.players.othello.nboard import NBoardPlayer
from kibitz.players.othello.played import record_of
from kibitz.players.player import Clock, ForfeitError, Turn
from kibitz.players.referee import play_game
from kibitz.players.registry import make_player
from kibitz.players.simple import RandomPlayer
from kibitz.rules.game import Outcome, Reason
from kibitz.rules.othello.position import OTHELLO, OthelloGame, parse_board
from kibitz.rules.squares import PASS, parse_square

FAKE_ENGINE = Path(__file__).parents[2] / "data" / "nboard" / "fake_engine.py"
KIBITZ = f"'{sys.executable}' -m kibitz engine nboard"


@pytest.fixture
def player_with():
    """Makes players of the fake engine and closes them."""
    players = []

    def make(fault: str = "", timeout: float = 60.0) -> NBoardPlayer:
        players.append(NBoardPlayer(f"'{sys.executable}' '{FAKE_ENGINE}' {fault}", timeout=timeout))
        return players[-1]

    yield make
    for player in players:
        player.close()


@pytest.mark.parametrize("fault", ["", "edax", "bare", "junk", "late", "no-name"])
def test_a_program_plays_whole_games_as_either_side(player_with, fault):
    player = player_with(fault)
    for seed in range(2):
        opponent = RandomPlayer(seed)
        played = play_game(OTHELLO, player, opponent) if seed % 2 else play_game(OTHELLO, opponent, player)
        assert played.problem == ""
        assert record_of(played).final_position().is_over


def test_a_program_keeps_the_contract_of_players(player_with):
    check_player(player_with, OTHELLO, games=2)


def test_the_player_takes_the_name_of_its_program(player_with):
    player = player_with()
    player.new_game(OTHELLO)
    assert player.name == "Fake Engine"


def test_a_program_that_does_not_say_its_name_keeps_ours(player_with):
    player = player_with("no-name")
    player.new_game(OTHELLO)
    assert "fake_engine.py" in player.name


@pytest.mark.parametrize(
    ("fault", "reason", "message"),
    [
        ("crash", Reason.CRASH, "command 'go': it stopped instead of answering (exit code 3); its last words: "),
        ("illegal", Reason.ILLEGAL_MOVE, "command 'go': it answered 'A1'; legal are "),
        ("nonsense", Reason.ILLEGAL_MOVE, "command 'go': it answered 'z99'; legal are "),
        ("pass", Reason.ILLEGAL_MOVE, "command 'go': it answered 'PA'; legal are "),
        ("flood", Reason.CRASH, "command 'go': it wrote without end instead of answering"),
    ],
)
def test_a_program_that_misbehaves_loses_and_is_told_about(player_with, fault, reason, message):
    played = play_game(OTHELLO, RandomPlayer(3), player_with(fault))
    assert played.outcome == Outcome(64, reason)
    assert message in played.problem
    assert "\n" not in played.problem


def test_a_program_that_hangs_loses_on_time(player_with, turn_after):
    with pytest.raises(ForfeitError, match=r"command 'go': no answer within 0\.2 s") as caught:
        player_with("hang").choose(turn_after("", Clock(0.2)))
    assert caught.value.reason == Reason.TIME


def test_a_program_that_does_not_answer_a_ping_loses_before_the_first_move(player_with):
    played = play_game(OTHELLO, player_with("deaf", timeout=0.5), RandomPlayer(1))
    assert played.outcome == Outcome(-64, Reason.TIME)
    assert "command 'nboard 2': no answer within 0.5 s" in played.problem


def test_after_a_crash_the_next_game_gets_a_new_program(player_with):
    player = player_with("crash")
    for _ in range(2):
        assert play_game(OTHELLO, player, RandomPlayer(1)).outcome == Outcome(-64, Reason.CRASH)


def test_the_depth_is_told_to_the_program(turn_after):
    with (
        make_player(f"nboard:\"'{sys.executable}' '{FAKE_ENGINE}' illegal\",depth=23") as player,
        pytest.raises(ForfeitError, match="its last words: depth 23"),
    ):
        player.choose(turn_after(""))


def test_moves_taken_back_are_told_to_the_program(player_with, turn_after):
    player = player_with()
    for transcript in ("f5d6c3d3", "f5d6", "d3c5", "", "f5f6e6d6"):
        turn = turn_after(transcript)
        assert player.choose(turn) == turn.position.legal_moves()[0]


def test_games_may_begin_anywhere(player_with):
    position = parse_board("OX-" + "-" * 61 + " O")
    assert player_with().choose(Turn(OTHELLO, position, (), position)) == parse_square("c1")


def test_a_forced_pass_is_answered_without_asking(player_with):
    position = parse_board("XO-" + "-" * 61 + " O")
    assert player_with("hang").choose(Turn(OTHELLO, position, (), position)) == PASS


def test_other_boards_are_refused(player_with):
    with pytest.raises(SetupError, match="plays only Othello on 8×8 squares, not othello on 6×6"):
        play_game(OthelloGame(6), player_with(), RandomPlayer(1))


def test_a_program_that_is_not_there_is_an_error():
    with pytest.raises(SetupError, match="'no-such-engine' was not found"):
        play_game(OTHELLO, NBoardPlayer("no-such-engine"), RandomPlayer(1))


def test_a_program_that_does_not_quit_is_ended(player_with):
    player = player_with("ignore-quit")
    player.new_game(OTHELLO)
    assert _programs_of_ours("ignore-quit") == 1
    player.close()
    assert _programs_of_ours("ignore-quit") == 0
    player.close()


def _programs_of_ours(argument: str) -> int:
    """How many processes started by this one, still there, have an argument."""
    listed = subprocess.run(["ps", "-ww", "-o", "args=", "--ppid", str(os.getpid())], capture_output=True, text=True, check=True)
    return sum(line.endswith(argument) for line in listed.stdout.splitlines())


def test_kibitz_plays_kibitz_through_nboard_and_passes_on_the_way():
    passes = 0
    with NBoardPlayer(KIBITZ, depth=1) as player:
        for seed in range(6):
            played = play_game(OTHELLO, player, RandomPlayer(seed))
            assert played.problem == ""
            assert record_of(played).final_position().is_over
            passes += played.moves.count(PASS)
    assert player.name == "Kibitz1"
    assert passes > 0
