"""`kibitz play --game go`"""

import re

import pytest

from gnugo_referee import GNUGO, needs_gnugo
from kibitz.records.go.files import read_go_games
from kibitz.rules.game import Color
from kibitz.rules.go.points import parse_vertex
from kibitz.rules.squares import PASS

SMALL = ("play", "--game", "go", "--size", "5", "--seed", "3")


@pytest.fixture(autouse=True)
def no_models_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_a_person_plays_passes_takes_back_and_asks_for_help(call):
    typed = "C3\nundo\nB2\nhint\nI3\nB2\nmoves\nhelp\npass\nquit\n"
    ended = call(*SMALL, "--white", "random", "--hint", "uct:playouts=20", stdin=typed)
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0] == "Type a point such as D4, pass, or help."
    assert "    A B C D E" in lines
    assert " 3  . .(X). . " not in lines  # White has answered before the board is drawn again
    assert "Black (human) plays C3." in lines
    assert re.search(r"^uct:playouts=20 suggests ([A-E][1-5]|pass)\.$", ended.out, re.MULTILINE)
    assert "'I3' is not a point; points are A1 to E5, without I" in lines
    assert "B2 is not empty" in ended.out
    assert "Black (human) passes." in lines
    assert "The game was broken off." in lines
    assert "Captures: Black 0, White 0; komi 7.5" in lines
    assert lines[-1].startswith("Moves: B2 ")


def test_both_pass_and_the_board_is_counted_without_dead_stones(call, tmp_path):
    # Black owns the whole board; White's stone in the corner is dead.
    board = "O-X-X" + "-XXXX" + "XX-XX" + "XXXXX" + "X-XX-"
    target = tmp_path / "game.sgf"
    arguments = ("play", "--game", "go", "--start", f"{board} X", "--komi", "0.5", "--white", "human", "--save", str(target))
    ended = call(*arguments, stdin="pass\npass\n")
    assert (ended.code, ended.err) == (0, "")
    assert "Black wins by 24.5 (both sides passed)." in ended.out
    assert "Dead: A5\n" in ended.out
    assert f"From: {board} X" in ended.out
    (record,) = read_go_games(target, pytest.fail)
    assert [move.point for move in record.moves] == [PASS, PASS]
    assert (record.black_score, record.komi, record.rules, record.winner) == (24.5, 0.5, "Chinese", Color.BLACK)
    assert record.white_stones == (0,)


def test_programs_play_from_an_opening_with_a_handicap(call, tmp_path):
    target = tmp_path / "game.sgf"
    arguments = ("--handicap", "2", "--start", "D4", "--black", "random", "--white", "uct:playouts=10", "--save", str(target))
    ended = call("play", "--game", "go", "--size", "7", "--seed", "5", *arguments)
    assert ended.code == 0, ended.err
    (record,) = read_go_games(target, pytest.fail)
    assert (record.handicap, len(record.black_stones), record.first_to_move) == (2, 2, Color.WHITE)
    assert (record.moves[0].color, record.moves[0].point) == (Color.WHITE, parse_vertex("D4", 7))


@needs_gnugo
def test_gnu_go_is_told_of_handicap_and_komi(call):
    peer = f'gtp:"{GNUGO} --mode gtp --level 0 --seed 1"'
    arguments = ("--size", "9", "--handicap", "3", "--black", "human", "--white", peer)
    ended = call("play", "--game", "go", *arguments, stdin="resign\n")
    assert ended.code == 0, ended.err
    assert "White (GNU Go 3.8) plays" in ended.out
    assert "White wins by 81 (resignation)." in ended.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "go", "--size", "4"], "a Go board of 4×4 is not known"),
        (["--game", "go", "--start", "Z9"], "'Z9' is not a point"),
        (["--game", "go", "--start", "D4 D4"], "move 2: D4 is not empty"),
        (["--game", "go", "--save", "game.pgn"], "games of Go are saved as SGF"),
        (["--game", "go", "--black", "greedy"], "plays only Othello, not go"),
        (["--game", "go", "--hint", "human"], "a person cannot give hints"),
        (["--game", "go", "--start", "-" * 24 + "X X", "--handicap", "2"], "leave --handicap out"),
        (["--komi", "7"], "--komi is for Go, not for Othello; say --game go, or leave it out"),
        (["--handicap", "2"], "--handicap is for Go, not for Othello"),
    ],
)
def test_what_cannot_be_played_gets_one_line(call, arguments, message):
    ended = call("play", *arguments)
    assert ended.code == 2
    assert message in ended.err
    assert ended.err.count("\n") == 1


def test_the_board_has_colours_in_a_terminal(in_terminal):
    session = in_terminal("play", "--game", "go", "--size", "5", "--white", "random", terminal="xterm-256color")
    assert "A B C D E" in session.read_until("komi 7.5")
    session.type("quit\n")
    code, rest = session.end()
    assert code == 0
    assert "The game was broken off." in rest
