"""`kibitz show`"""

import json
import subprocess
import sys

import pytest

START_BOARD = "---------------------------OX------XO---------------------------"


def test_a_transcript_is_drawn(call):
    ended = call("show", "f5d6c3")
    assert ended.code == 0
    assert ended.out.splitlines() == [
        "    a b c d e f g h",
        " 1  . . . . . . . . ",
        " 2  . . . . . . . . ",
        " 3  . .(X)+ . + . . ",
        " 4  . . . X X + . . ",
        " 5  . . . O X X + . ",
        " 6  . . . O . . . . ",
        " 7  . . . . . . . . ",
        " 8  . . . . . . . . ",
        "Black 5, White 2, 57 empty. White to move: d3 f3 f4 g5",
    ]


def test_json_has_everything_and_nothing_else_is_printed(call):
    ended = call("show", "f5", "--json")
    assert ended.err == ""
    board = "---------------------------OX------XXX--------------------------"
    assert json.loads(ended.out) == {
        "game": "othello",
        "position": f"{board} O",
        "board": board,
        "to_move": "white",
        "legal_moves": ["f4", "d6", "f6"],
        "size": 8,
        "discs": {"black": 4, "white": 1},
        "empties": 59,
        "must_pass": False,
        "outcome": None,
    }


@pytest.mark.parametrize(
    "text",
    ["F5 d6", "1. f5 d6", f"{START_BOARD} X", START_BOARD.replace("X", "*") + "b", f"{START_BOARD[:32]} {START_BOARD[32:]} O"],
)
def test_positions_are_understood_in_many_forms(call, text):
    assert call("show", text).code == 0


def test_a_position_is_read_from_standard_input(call):
    assert json.loads(call("show", "-", "--json", stdin="f5\nd6\n").out)["to_move"] == "black"
    board = "\n".join(START_BOARD[place : place + 8] for place in range(0, 64, 8))
    assert json.loads(call("show", "-", "--json", stdin=f"{board}\nO\n").out)["to_move"] == "white"


def test_nothing_on_standard_input_is_the_start(call):
    assert json.loads(call("show", "-", "--json").out)["board"] == START_BOARD


def test_a_finished_game_has_an_outcome(call):
    ended = call("show", "e6f4e3f6g5d6e7f5c5", "--json")
    assert json.loads(ended.out)["outcome"] == {"winner": "black", "black_score": 64, "reason": "one side has no stone left"}
    assert json.loads(ended.out)["legal_moves"] == []
    assert "Black wins by 64" in call("show", "e6f4e3f6g5d6e7f5c5").out


def test_a_draw_has_no_winner(call):
    board = "X" * 32 + "O" * 32 + " X"
    assert json.loads(call("show", board, "--json").out)["outcome"]["winner"] is None


def test_a_forced_pass_is_shown(call):
    board = "XO" + "-" * 62 + " O"
    assert "White must pass." in call("show", board).out
    assert json.loads(call("show", board, "--json").out)["legal_moves"] == ["pass"]


def test_smaller_and_larger_boards_are_shown(call):
    assert json.loads(call("show", "-----OX--XO----- X", "--json").out)["size"] == 4
    assert json.loads(call("show", "g6", "--size", "10", "--json").out)["size"] == 10
    assert " 4  . . + . \n" in call("show", "-----OX--XO----- X").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["z9"], "transcript, move 1 is z9; squares are a1 to h8"),
        (["f5f5"], "move 2: f5 is not legal for White; legal: f4, d6, f6"),
        (["hello"], "transcript, character 1: 'hello' is not a move; squares are a1 to h8"),
        ([START_BOARD], "the side to move is missing after the board"),
        ([START_BOARD[1:] + " X"], "the side to move is missing after the board"),
        ([START_BOARD + "-" + " black"], "a board of 65 squares is not known"),
        (["X" + START_BOARD[1:].replace("X", "?") + " X"], "board, square 29: '?' is not X (black), O (white) or - (empty)"),
        (["f5", "--size", "5"], "board size 5 is not known; sizes are 4, 6, 8, 10"),
        ([START_BOARD + " X", "--size", "6"], "the board has 8×8 squares, but --size is 6"),
    ],
)
def test_what_is_no_position_gets_one_line(call, arguments, message):
    ended = call("show", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("kibitz: ")
    assert ended.err.count("\n") == 1
    assert message in ended.err


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"f5\xff\x00", "standard input, byte 3: not text; write a transcript such as f5d6c3"),
        (bytes(range(256)), "standard input, byte 129: not text"),
        (b"\x00\x01\x02", "is not a move"),
        (b"f5 " * 100_000, "standard input is longer than 100000 bytes"),
    ],
)
def test_junk_on_standard_input_gets_one_line(call, data, message):
    ended = call("show", "-", stdin=data)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert ended.err.count("\n") == 1


def test_an_endless_standard_input_is_not_read_to_its_end():
    done = subprocess.run(
        f"'{sys.executable}' -c 'while True: print(1)' 2>/dev/null | '{sys.executable}' -m kibitz show -",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "standard input is longer" in done.stderr


def test_a_position_of_go_is_drawn_and_described(call):
    ended = call("show", "--game", "go", "--size", "5", "B5 A5 A4")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines() == [
        "    A B C D E",
        " 5  . X . . . ",
        " 4 (X). . . . ",
        " 3  . . . . . ",
        " 2  . . . . . ",
        " 1  . . . . . ",
        "Captures: Black 1, White 0. White to move.",
    ]
    found = json.loads(call("show", "--game", "go", "--size", "5", "B5 A5 A4", "--json").out)
    assert (found["board"], found["to_move"], found["prisoners"]) == ("-X---X" + "-" * 19, "white", {"black": 1, "white": 0})
    assert "A5" not in found["legal_moves"]
    assert found["legal_moves"][0] == "pass"
    over = call("show", "--game", "go", "--size", "5", "pass pass").out.splitlines()[-1]
    assert over == "Captures: Black 0, White 0. White wins by 7.5 (both sides passed), with every stone alive."


@pytest.mark.parametrize(("game", "position"), [("othello", "f5d6c3"), ("go", "Q16 D4"), ("noughts", "b2a1")])
def test_a_picture_is_written_instead_of_a_drawing(call, game, position, tmp_path):
    ended = call("show", position, "--game", game, "--svg", str(tmp_path / "board.svg"))
    assert (ended.code, ended.out) == (0, "")
    assert (tmp_path / "board.svg").read_text().startswith("<svg")


def test_a_picture_that_cannot_be_written_is_refused(call, tmp_path):
    ended = call("show", "f5", "--svg", str(tmp_path / "missing" / "board.svg"))
    assert ended.code == 2
    assert "there is no folder" in ended.err
