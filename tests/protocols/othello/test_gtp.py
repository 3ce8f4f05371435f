"""GTP for Othello: moves, clocks, sizes and files."""

import pytest

from kibitz.errors import PeerError, SetupError
from kibitz.players.player import Clock, Player, Request
from kibitz.players.simple import RandomPlayer
from kibitz.protocols.othello.gtp import othello_gtp
from kibitz.records.othello.files import write_games
from kibitz.records.othello.record import GameRecord
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START, OthelloGame, play_all, with_passes
from kibitz.rules.squares import PASS, parse_square, parse_transcript
from kibitz.search.othello.levels import limits_of_level
from protocols.talking import AskedPlayer

GTP = othello_gtp(limits_of_level(1))


class FailingPlayer(Player):
    """Fails in one way or another."""

    name = "failing"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, turn):  # noqa: ARG002 - it does not look
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def test_the_engine_plays_a_whole_game_against_itself(talk):
    game = talk(GTP)
    moves = 0
    while game.say("gogui-rules_legal_moves") != "=\n":
        side = game.say("gogui-rules_side_to_move")[2]
        assert game.say(f"genmove {side}")[0] == "="
        moves += 1
    assert game.session.state.is_over
    assert len(game.session.state.moves) == moves
    assert game.say("final_score")[2] in "BW0"


def test_genmove_plays_the_move_and_reg_genmove_does_not(talk):
    game = talk(GTP)
    assert game.say("reg_genmove b")[2:-1] in ("D3", "C4", "F5", "E6")
    assert game.session.state.moves == ()
    move = game.say("genmove black")[2:-1]
    assert game.session.state.moves == (parse_square(move),)


def test_the_player_is_asked_with_the_game_so_far(talk, asked):
    talk(GTP, asked).say_all("play b f5", "play w d6", "genmove b")
    (turn,) = asked.turns
    assert turn.moves == with_passes(parse_transcript("f5d6"))
    assert turn.start == START
    assert turn.position == play_all(turn.moves)
    assert turn.clock is None
    assert turn.stop is not None


def test_no_clock_runs_for_reg_genmove(talk, asked):
    talk(GTP, asked).say_all("time_settings 60 0 0", "reg_genmove b")
    assert asked.turns[0].clock is None


@pytest.mark.parametrize(
    ("lines", "clock"),
    [
        (["time_settings 60 0 0"], Clock(60.0)),
        (["time_settings 60 10 5"], Clock(60.0, 2.0)),
        (["time_settings 0 10 5"], Clock(2.0, 2.0)),
        (["time_settings 60 10 0"], None),
        (["time_settings 0 0 0"], None),
        (["time_settings 60 0 0", "time_left b 7 0"], Clock(7.0)),
        (["time_settings 60 0 0", "time_left w 7 0"], Clock(60.0)),
        (["time_settings 60 30 10", "time_left b 12 4"], Clock(3.0, 3.0)),
        (["time_left b 0 0"], Clock(0.0)),
        (["time_left b 2.5 0"], Clock(2.5)),
    ],
)
def test_clocks_reach_the_player(talk, asked, lines, clock):
    talk(GTP, asked).say_all(*lines, "genmove b")
    assert asked.turns[0].clock == clock


def test_the_clock_runs_while_the_player_thinks_and_begins_anew_with_the_game(talk, asked):
    game = talk(GTP, asked)
    game.say_all("time_settings 60 0 0", "genmove b", "genmove w", "genmove b")
    first, other, second = (turn.clock.seconds_left for turn in asked.turns)
    assert first == other == 60.0
    assert 0 < second < 60.0
    game.say_all("clear_board", "genmove b")
    assert asked.turns[-1].clock == Clock(60.0)


@pytest.mark.parametrize(
    "line",
    [
        "time_settings 60 0",
        "time_settings 60 0 -1",
        "time_settings 60 0 1.5",
        "time_settings -60 0 0",
        "time_settings inf 0 0",
        "time_settings a b c",
        "time_left b 10",
        "time_left x 10 0",
        "time_left b ten 0",
        f"time_left b 10 {'9' * 5000}",
    ],
)
def test_clocks_that_make_no_sense_are_refused(talk, asked, line):
    game = talk(GTP, asked)
    assert game.say(line).startswith("? syntax error: ")
    game.say("genmove b")
    assert asked.turns[0].clock is None


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_players_that_can_play_every_size(talk, size):
    game = talk(GTP, RandomPlayer(1))
    assert game.say(f"boardsize {size}") == "=\n"
    assert game.say("gogui-rules_board_size") == f"= {size}\n"
    assert game.say("genmove b")[0] == "="
    assert game.session.state.game == OthelloGame(size)


def test_a_size_the_player_cannot_play_is_refused_and_changes_nothing(talk):
    game = talk(GTP)
    game.say("play b f5")
    assert game.say("boardsize 6") == "? the engine plays only Othello on 8×8 squares, not othello on 6×6\n"
    assert game.session.state.moves == (parse_square("f5"),)


@pytest.mark.parametrize("size", ["0", "7", "9", "19", "64", "8 8", "-8", "8.0", "eight", "9" * 10_000, ""])
def test_a_size_nobody_plays_is_refused(talk, size):
    answer = talk(GTP).say(f"boardsize {size}")
    assert answer.startswith(("? unacceptable size; sizes are 4, 6, 8, 10", "? syntax error: "))


def test_passes_after_the_end_are_not_taken_without_end(talk):
    game = talk(GTP)
    game.say("gogui-play_sequence b e6 w f4 b e3 w f6 b g5 w d6 b e7 w f5 b c5")
    assert game.say("gogui-play_sequence" + " w pass b pass" * 100_000) == "? the game is over, and both sides have passed\n"
    assert game.say("gg-undo 9") == "=\n"
    assert game.session.state.moves == ()


def test_a_new_board_begins_a_new_game(talk, asked):
    game = talk(GTP, asked)
    game.say_all("play b f5", "clear_board")
    assert game.session.state.moves == ()
    assert game.say("undo") == "? cannot undo\n"
    game.say_all("play b f5", "boardsize 6")
    assert game.session.state.moves == ()


def test_a_player_that_resigns_resigns(talk):
    game = talk(GTP, FailingPlayer(Request.RESIGN))
    assert game.say("genmove b") == "= resign\n"
    assert game.say("reg_genmove b") == "= resign\n"
    assert game.session.state.moves == ()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (PeerError("it crashed"), "? it crashed\n"),
        (SetupError("cannot"), "? cannot\n"),
        (PASS, "? illegal move: a pass is not legal for Black; legal: d3, c4, f5, e6\n"),
        (0, "? illegal move: a1 is not legal for Black; legal: d3, c4, f5, e6\n"),
    ],
)
def test_a_player_that_fails_is_told_about_and_changes_nothing(talk, answer, message):
    game = talk(GTP, FailingPlayer(answer))
    assert game.say("genmove b") == message
    assert game.session.state.moves == ()


@pytest.fixture
def game_file(tmp_path):
    """Writes a game with a pass to a file of a name."""

    def write(name: str):
        path = tmp_path / name
        write_games(path, [GameRecord(with_passes(parse_transcript("c4c3e6b4a4a5b2a3d2")))])
        return path

    return write


@pytest.mark.parametrize("name", ["game.sgf", "my game.sgf", "game.ggf", "game.txt"])
def test_a_game_is_loaded_from_a_file(talk, asked, game_file, name):
    game = talk(GTP, asked)
    assert game.say(f"loadsgf {game_file(name)}") == "=\n"
    assert len(game.session.state.moves) == 10
    assert game.session.state.to_move == Color.BLACK
    assert game.say_all("undo", "undo", "gogui-rules_legal_moves") == "= pass\n"


@pytest.mark.parametrize(("number", "moves"), [(1, 0), (3, 2), (10, 9), (11, 10), (99, 10), (0, 0)])
def test_a_game_is_loaded_up_to_a_move(talk, game_file, number, moves):
    game = talk(GTP)
    assert game.say(f"loadsgf {game_file('game.sgf')} {number}") == "=\n"
    assert len(game.session.state.moves) == moves


def test_a_file_name_in_quotes_is_read(talk, game_file):
    assert talk(GTP).say(f'loadsgf "{game_file("my game.sgf")}" 3') == "=\n"


def test_files_that_cannot_be_loaded_are_refused_and_change_nothing(talk, tmp_path):
    (tmp_path / "empty.sgf").write_text("")
    (tmp_path / "go.sgf").write_text("(;GM[1]SZ[19];B[dd])")
    (tmp_path / "broken.sgf").write_text("(;GM[2];B[a1])")
    game = talk(GTP)
    game.say("play b f5")
    for name in ("missing.sgf", "empty.sgf", "go.sgf", "broken.sgf", ".", "/dev/stdin", "x" * 100_000):
        assert game.say(f"loadsgf {tmp_path / name}").startswith("? cannot load file: ")
    assert game.say("loadsgf") == "? syntax error: loadsgf FILE [MOVE_NUMBER]\n"
    assert game.session.state.moves == (parse_square("f5"),)


def test_a_game_of_another_size_needs_a_player_for_it(talk, tmp_path):
    path = tmp_path / "small.sgf"
    write_games(path, [GameRecord((), OthelloGame(6).start())])
    assert "plays only Othello on 8×8" in talk(GTP).say(f"loadsgf {path}")
    game = talk(GTP, AskedPlayer())
    assert game.say(f"loadsgf {path}") == "=\n"
    assert game.session.state.game.size == 6
