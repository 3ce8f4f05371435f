"""Kibitz as an engine against real programs, and against itself through its own other end."""

import shutil
import sys

import pytest

from kibitz.players.conformance import check_player
from kibitz.players.gtp import GtpPlayer
from kibitz.players.othello.played import record_of
from kibitz.players.referee import TimeControl, play_game
from kibitz.players.simple import RandomPlayer
from kibitz.rules.game import Color
from kibitz.rules.othello.position import OTHELLO, OthelloGame
from kibitz.rules.squares import PASS
from wants import WANTS

ENGINE = f"'{sys.executable}' -m kibitz engine gtp"


@pytest.fixture
def gtp_rhino() -> str:
    found = shutil.which("gtp-rhino") or shutil.which("gtp-rhino", path="/usr/games")
    if found is None:
        pytest.skip(WANTS["gtp-rhino"].reason)
    return found


def test_the_engine_keeps_the_contract_of_players_through_gtp():
    check_player(lambda: GtpPlayer(f"{ENGINE} --level 1"), OTHELLO, games=2)


def test_games_with_passes_are_played_through_gtp():
    passes = 0
    with GtpPlayer(f"{ENGINE} --level 1") as engine:
        for seed in range(4):
            played = play_game(OTHELLO, RandomPlayer(seed), engine)
            assert played.problem == ""
            assert record_of(played).final_position().is_over
            passes += played.moves.count(PASS)
    assert passes > 0


def test_other_sizes_are_played_through_gtp():
    with GtpPlayer(f"{ENGINE} --player random:seed=3") as engine:
        for size in (4, 6, 10):
            assert play_game(OthelloGame(size), engine, RandomPlayer(1)).problem == ""


def test_against_a_real_program_no_move_is_illegal_and_no_time_is_lost(gtp_rhino):
    with GtpPlayer(f"{ENGINE} --player engine:level=4") as engine, GtpPlayer(gtp_rhino) as rhino:
        for color in Color:
            black, white = (engine, rhino) if color == Color.BLACK else (rhino, engine)
            played = play_game(OTHELLO, black, white, time_control=TimeControl(60.0))
            assert played.problem == ""
            assert record_of(played).final_position().is_over
