"""The engine as a player."""

from dataclasses import replace
from threading import Event
from types import SimpleNamespace

import pytest

from kibitz.errors import SetupError
from kibitz.players.conformance import check_player
from kibitz.players.othello.engine import EnginePlayer
from kibitz.players.player import Clock, Turn
from kibitz.players.referee import play_game
from kibitz.players.registry import make_player
from kibitz.rules.game import Color
from kibitz.rules.othello.position import OTHELLO, OthelloGame, parse_board
from kibitz.search.othello.analysis import Analyst
from kibitz.search.othello.endgame import solve, solve_moves
from kibitz.search.othello.levels import Limits

# Black to move with 14 empty squares: position 1 of the suite fforum-1-19, worth +18 with g8.
ENDGAME = parse_board("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")


def turn_at(position) -> Turn:
    return Turn(OTHELLO, position, (), position)


@pytest.mark.parametrize(
    "text",
    [
        "engine:level=2",
        "engine:2,ponder=true",
        "engine:depth=3",
        "engine:seconds=0.001",
        "engine:1,margin=4,seed=3",
        "engine:1,give=9,seed=3",
    ],
)
def test_the_engine_keeps_the_contract_of_players(text):
    check_player(lambda: make_player(text), OTHELLO, games=2)


def test_level_4_beats_the_greedy_mover_in_at_least_18_of_20_games():
    engine, greedy = make_player("engine:level=4"), make_player("greedy:seed=1")
    wins = 0
    for number in range(20):
        engine_color = Color(number % 2)
        black, white = (engine, greedy) if engine_color == Color.BLACK else (greedy, engine)
        wins += play_game(OTHELLO, black, white).outcome.winner == engine_color
    assert wins >= 18


def test_it_is_repeatable_unless_time_or_chance_decides():
    assert make_player("engine").is_repeatable
    assert make_player("engine:depth=3").is_repeatable
    assert make_player("engine:level=3,margin=2,seed=1").is_repeatable
    assert not make_player("engine:level=3,margin=2").is_repeatable
    assert not make_player("engine:seconds=1").is_repeatable
    assert not make_player("engine:level=3,ponder=true").is_repeatable
    assert make_player("engine:level=3,give=9,seed=1").is_repeatable
    assert not make_player("engine:level=3,give=9").is_repeatable


def test_the_end_is_played_perfectly():
    position = ENDGAME
    player = EnginePlayer(level=7)
    while not position.is_over:
        position = position.play(player.choose(turn_at(position)))
    assert position.outcome().score_for(Color.BLACK) == 18


def test_a_shallow_depth_does_not_solve(monkeypatch):
    monkeypatch.setattr("kibitz.search.othello.endgame.solve", lambda *_, **__: pytest.fail("it was solved"))
    assert EnginePlayer(depth=2).choose(turn_at(ENDGAME)) in ENDGAME.legal_moves()


def test_with_a_margin_all_moves_within_it_and_no_others_are_played():
    position = ENDGAME
    for _ in range(5):
        position = position.play(solve(position).move)
    scores = {row.move: row.score for row in solve_moves(position)}
    margin = sorted(set(scores.values()))[-2] - max(scores.values())
    near = {move for move, score in scores.items() if score >= max(scores.values()) + margin}
    assert len(near) > 1
    player = EnginePlayer(level=6, margin=-margin, seed=2)
    assert {player.choose(turn_at(position)) for _ in range(60)} == near


def test_a_clock_limits_the_search(turn_after, monkeypatch):
    asked = []
    monkeypatch.setattr(
        Analyst, "best_move", lambda _self, _position, limits, _stop: asked.append(limits) or SimpleNamespace(move=0)
    )
    player = EnginePlayer(level=30)
    player.choose(turn_after("f5d6", Clock(23.4)))
    player.choose(turn_after("f5d6"))
    assert asked == [Limits(30, 20, pytest.approx(1.0, abs=0.01)), Limits(30, 30)]


def test_a_player_that_is_told_to_stop_answers_at_once(turn_after):
    turn = replace(turn_after("f5d6c3"), stop=Event())
    turn.stop.set()
    for player in (EnginePlayer(level=50), EnginePlayer(level=50, margin=2.0)):
        assert player.choose(turn) in turn.position.legal_moves()


def test_a_level_that_would_take_years_answers_on_the_clock(turn_after):
    turn = turn_after("f5d6c3", Clock(0.2))
    assert EnginePlayer(level=50).choose(turn) in turn.position.legal_moves()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("engine:level=99", "level is 99; it must be from 1 to 60"),
        ("engine:depth=0", "depth is 0; it must be from 1 to 60"),
        ("engine:level=2,depth=3", "level and depth are given"),
        ("engine:seconds=0", "seconds is a number above 0, not '0'"),
        ("engine:margin=2,give=5", "margin and give are given"),
        ("engine:ponder=maybe", "ponder is true or false, or on or off, not 'maybe'"),
        ("engine:hash=1", "hash is 1; two tables need at least 2 megabytes"),
        ("engine:margin=-1", "margin is a number, 0 or more, not '-1'"),
    ],
)
def test_limits_that_make_no_sense_are_told(text, message):
    with pytest.raises(SetupError) as caught:
        make_player(text)
    assert message in str(caught.value)


def test_other_boards_are_refused():
    with pytest.raises(SetupError, match="plays only Othello on 8×8 squares, not othello on 6×6"):
        make_player("engine:1").new_game(OthelloGame(6))


def test_every_game_is_played_as_if_it_were_the_first():
    greedy = make_player("greedy:seed=1")
    played = make_player("engine:level=5")
    games = [play_game(OTHELLO, played, make_player("greedy:seed=1")).moves for _ in range(3)]
    assert games[0] == games[1] == games[2] == play_game(OTHELLO, make_player("engine:level=5"), greedy).moves


def test_memory_is_shared_by_both_tables():
    analyst = make_player("engine:hash=6")._analyst
    assert analyst._engine.table_bytes <= 3 << 20
    assert analyst._solver_hash_mb == 3
