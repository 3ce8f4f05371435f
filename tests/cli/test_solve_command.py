"""`kibitz solve`"""

import gzip
import json
import signal
import subprocess
import sys
from functools import cache

import pytest

from kibitz.records.othello.obf import read_positions
from kibitz.rules.othello.position import Position, parse_board
from kibitz.rules.squares import parse_move

# The first three positions of the suite fforum-1-19 with the scores published for them.
FFORUM_1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
SUITE = f"""% three of them
{FFORUM_1}; G8:+18; H1:+12;
-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10;
----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X; D1:+2; G3:+0;
"""
MUST_PASS = "XO" + "-" * 62 + " O"
OVER = "e6f4e3f6g5d6e7f5c5"


@pytest.fixture
def suite(tmp_path):
    path = tmp_path / "suite.obf"
    path.write_text(SUITE)
    return path


def solve(call, *arguments, **options):
    ended = call("solve", *arguments, "--threads", "1", "--json", **options)
    assert ended.code == 0
    return json.loads(ended.out)


@cache
def brute_force(position: Position) -> int:
    """The score for the side to move by reading everything."""
    if position.is_over:
        return int(position.outcome().score_for(position.to_move))
    return max(-brute_force(position.play(move)) for move in position.legal_moves())


def final_score(position: Position, line: list[str]) -> int:
    """The score for the side to move after a line that ends the game."""
    mover = position.to_move
    for name in line:
        position = position.play(parse_move(name, position.size))
    return position.outcome().score_for(mover)


def test_the_4x4_game_is_what_reading_everything_says(call):
    (result,) = solve(call, "", "--size", "4")["results"]
    start = Position.start(4)
    assert result["score"] == brute_force(start) == final_score(start, result["line"])
    assert result["exact"] is True
    assert result["move"] == result["line"][0]


def test_an_endgame_has_its_published_score_and_a_line_that_reaches_it(call):
    answer = solve(call, FFORUM_1)
    (result,) = answer["results"]
    assert {"score", "move", "line", "nodes", "seconds", "exact"} <= result.keys()
    assert (result["score"], result["move"], result["exact"], result["empties"]) == (18, "g8", True, 14)
    assert final_score(parse_board(FFORUM_1), result["line"]) == 18
    assert result["nodes"] > 0
    assert result["seconds"] > 0
    assert result["stated_score"] is result["agrees"] is None
    assert (answer["mode"], answer["complete"], answer["skipped"]) == ("exact", True, 0)


def test_positions_come_from_standard_input_too(call):
    assert solve(call, "-", stdin=FFORUM_1)["results"][0]["score"] == 18


def test_standard_input_may_have_several_lines_of_an_obf_file(call):
    lines = SUITE.splitlines(keepends=True)[1:3]
    results = solve(call, "-", stdin="".join(lines))["results"]
    assert [(result["score"], result["agrees"]) for result in results] == [(18, True), (10, True)]


def test_a_line_of_an_obf_file_is_a_position_with_a_score(call):
    (result,) = solve(call, f"{FFORUM_1}; G8:+18;")["results"]
    assert (result["stated_score"], result["agrees"]) == (18, True)
    (result,) = solve(call, f"{FFORUM_1}; G8:+20;")["results"]
    assert (result["stated_score"], result["agrees"]) == (20, False)


def test_who_wins_can_be_asked_alone(call):
    answer = solve(call, f"{FFORUM_1}; G8:+18;", "--wld")
    assert answer["mode"] == "wld"
    assert (answer["results"][0]["score"], answer["results"][0]["agrees"]) == (1, True)
    assert call("solve", FFORUM_1, "--wld").out.startswith("Black  win  ")


def test_a_file_gets_a_line_for_each_position_and_a_count_of_agreements(call, suite):
    ended = call("solve", str(suite), "--threads", "1", "--hash", "2")
    assert ended.code == 0
    lines = ended.out.splitlines()
    assert [line.split()[:4] for line in lines] == [
        ["1", "Black", "+18", "g8"],
        ["2", "Black", "+10", "a4"],
        ["3", "Black", "+2", "d1"],
    ]
    assert all(line.endswith("; as stated") for line in lines)
    assert ended.err.startswith("3 of 3 solved, ")
    assert ended.err.endswith("; 3 of 3 agree with the scores stated\n")


def test_a_wrong_score_in_a_file_is_seen(call, suite):
    suite.write_text(SUITE.replace("D1:+2", "D1:+0"))
    ended = call("solve", str(suite))
    assert ended.out.splitlines()[2].endswith("; NOT as stated, +0")
    assert "; 2 of 3 agree" in ended.err


def test_lines_that_are_no_positions_are_told_and_left_out(call, tmp_path):
    path = tmp_path / "suite.obf.gz"
    path.write_bytes(gzip.compress(f"{FFORUM_1};\nnonsense\n".encode()))
    ended = call("solve", str(path), "--json")
    answer = json.loads(ended.out)
    assert ended.code == 0
    assert [result["score"] for result in answer["results"]] == [18]
    assert answer["skipped"] == 1
    assert f"{path}, position 2: 'nonsense' is not a board of 64 characters" in ended.err


def test_published_scores_of_small_endgames_are_found(call, shared_data, tmp_path):
    entries = read_positions(shared_data / "othello" / "endgames" / "fforum-1-19.obf", pytest.fail)
    easy = [entry for entry in entries if entry.position.empty_count <= 14]
    assert len(easy) > 3
    path = tmp_path / "easy.obf"
    path.write_text("".join(f"{entry.position};\n" for entry in easy))
    results = solve(call, str(path))["results"]
    assert [result["score"] for result in results] == [entry.best_score for entry in easy]


def test_a_finished_game_has_its_score_and_no_move(call):
    (result,) = solve(call, OVER)["results"]
    # White is to move and has lost every square.
    assert (result["score"], result["move"], result["line"], result["exact"]) == (-64, None, [], True)
    assert "the game is over" in call("solve", OVER).out


def test_a_forced_pass_is_the_move(call):
    (result,) = solve(call, MUST_PASS)["results"]
    assert (result["score"], result["move"], result["line"]) == (-64, "pass", ["pass", "c1"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["f9"], "transcript, move 1 is f9"),
        (["", "--size", "10"], "a 10×10 board cannot be solved; boards up to 8×8 can"),
        (["no_such.obf"], "no_such.obf"),
        ([f"{FFORUM_1}; A1:+18;"], "a1 has a score but is not legal for Black"),
        ([FFORUM_1, "--size", "6"], "the board has 8×8 squares, but --size is 6"),
    ],
)
def test_what_cannot_be_solved_gets_one_line(call, arguments, message):
    ended = call("solve", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("option", ["--threads", "--hash"])
def test_settings_below_1_are_bad_usage(call, option):
    assert call("solve", FFORUM_1, option, "0").code == 2


def test_a_file_without_positions_is_told(call, tmp_path):
    path = tmp_path / "empty.obf"
    path.write_text("% nothing\n")
    ended = call("solve", str(path))
    assert (ended.code, ended.out) == (2, "")
    assert "has no position" in ended.err


def test_ctrl_c_prints_what_was_solved_and_ends_with_130(tmp_path):
    path = tmp_path / "endless.obf"
    path.write_text(f"{FFORUM_1};\n{Position.start()};\n")
    program = subprocess.Popen(
        [sys.executable, "-u", "-m", "kibitz", "solve", str(path), "--threads", "1", "--no-proven"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout.readline().split()[:3] == ["1", "Black", "+18"]
    program.send_signal(signal.SIGINT)
    out, err = program.communicate()
    assert (program.returncode, out) == (130, "")
    assert err.startswith("1 of 2 solved")


def test_ctrl_c_leaves_a_whole_json_document(call, suite, monkeypatch):
    from kibitz.search.othello import endgame

    solve_position = endgame.solve
    asked = []

    def interrupted(position, **settings):
        asked.append(position)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return solve_position(position, **settings)

    monkeypatch.setattr(endgame, "solve", interrupted)
    ended = call("solve", str(suite), "--json")
    answer = json.loads(ended.out)
    assert ended.code == 130
    assert [result["score"] for result in answer["results"]] == [18]
    assert answer["complete"] is False


def test_a_terminal_shows_how_far_it_is(in_terminal, suite):
    session = in_terminal("solve", str(suite), terminal="xterm")
    code, text = session.end()
    assert code == 0
    assert all(f"position {number}" in text for number in (1, 2, 3))
    assert "3 of 3 solved" in text


def test_the_start_is_a_proven_draw_and_needs_no_search(call):
    (found,) = json.loads(call("solve", "", "--json").out)["results"]
    assert (found["score"], found["exact"], found["source"], found["bounds"], found["nodes"]) == (0, True, "proven", [0, 0], 0)
    assert call("solve", "").out.startswith("Black   +0  ")
    assert call("solve", "f5", "--wld").out.startswith("White draw  d6 ")


def test_a_bound_is_shown_as_a_bound(call):
    (found,) = json.loads(call("solve", "f5d6c4", "--json").out)["results"]
    assert (found["score"], found["exact"], found["bounds"], found["move"]) == (None, False, [0, 64], "d3")
    assert call("solve", "f5d6c4").out.startswith("White at least 0  d3 ")
