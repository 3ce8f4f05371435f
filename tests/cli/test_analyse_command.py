"""`kibitz analyse`"""

import json
import re

import pytest

from kibitz.rules.othello.position import parse_position
from kibitz.rules.squares import format_move

# The first position of the suite fforum-1-19, 14 empty, with the scores published for its best moves.
FFORUM_1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
PUBLISHED = {"g8": 18, "h1": 12, "h7": 6, "a2": 6, "a3": 4, "b1": -4, "a4": -22, "g2": -24}
MUST_PASS = "XO" + "-" * 62 + " O"
OVER = "e6f4e3f6g5d6e7f5c5"


@pytest.fixture(autouse=True)
def own_archive(tmp_path, monkeypatch):
    """Where a user's archive would be; there is none."""
    path = tmp_path / "games.duckdb"
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(path))
    return path


def analyse(call, *arguments):
    ended = call("analyse", *arguments, "--json")
    assert (ended.code, ended.err) == (0, "")
    return json.loads(ended.out)


@pytest.mark.parametrize("text", ["", "f5", "f5d6c3d3c4f4"])
def test_every_legal_move_has_a_value_best_first(call, text):
    answer = analyse(call, text, "--level", "3", "--no-book")
    moves = answer["moves"]
    assert {row["move"] for row in moves} == {format_move(move) for move in parse_position(text).legal_moves()}
    assert [row["score"] for row in moves] == sorted((row["score"] for row in moves), reverse=True)
    for row in moves:
        engine = {"score", "win_chance", "depth", "exact", "source", "bounds", "likely", "line"}
        assert row.keys() == {"move", "loss", "mark", "human", "archive", "probability", "by_rating", "engine"} | engine
        assert row["engine"].keys() == {*engine, "visits"}
        assert 0 < row["win_chance"] < 1
        assert (row["depth"], row["exact"], row["line"][0]) == (3, False, row["move"])
        assert (row["source"], row["bounds"]) == ("searched", None)
        assert row["likely"]["low"] < row["score"] < row["likely"]["high"]
    assert answer["limits"] == {"depth": 3, "exact_from": 9, "seconds": None}
    assert answer["outcome"] is None


def test_the_four_first_moves_are_worth_the_same(call):
    scores = {round(row["score"], 6) for row in analyse(call, "", "--depth", "2", "--no-book")["moves"]}
    assert len(scores) == 1


def test_the_start_is_shown_as_0_and_proven(call):
    moves = analyse(call, "")["moves"]
    assert {(row["score"], row["win_chance"], row["source"], row["exact"]) for row in moves} == {(0, 0.5, "proven", True)}
    assert re.search(r"^f5 +\+0 +50 % +proven ", call("analyse", "").out, re.MULTILINE)


def test_a_proven_bound_is_shown_beside_what_was_found_within_it(call):
    rows = {row["move"]: row for row in analyse(call, "f5", "--level", "2")["moves"]}
    assert {move: row["bounds"] for move, row in rows.items()} == {"d6": [0, 0], "f4": [-64, 0], "f6": [-64, 0]}
    assert rows["f4"]["source"] in ("book", "searched")
    assert re.search(r"^f4 .*≤0 (book|depth) \d+", call("analyse", "f5", "--level", "2").out, re.MULTILINE)


def test_an_endgame_within_the_level_has_its_published_scores(call):
    answer = analyse(call, FFORUM_1, "--level", "5")
    assert {row["move"]: row["score"] for row in answer["moves"]} == PUBLISHED
    assert {(row["exact"], row["depth"]) for row in answer["moves"]} == {(True, 14)}
    assert [row["win_chance"] for row in answer["moves"]] == [1, 1, 1, 1, 1, 0, 0, 0]


def test_an_endgame_beyond_the_level_is_estimated(call):
    assert {row["exact"] for row in analyse(call, FFORUM_1, "--level", "4")["moves"]} == {False}
    assert {row["exact"] for row in analyse(call, FFORUM_1, "--depth", "6")["moves"]} == {False}


def test_a_time_is_a_limit_too(call):
    answer = analyse(call, "f5d6c3", "--seconds", "0.01")
    assert answer["limits"] == {"depth": None, "exact_from": 15, "seconds": 0.01}
    assert len(answer["moves"]) == len(parse_position("f5d6c3").legal_moves())


def test_the_table_is_printed_once(call):
    ended = call("analyse", FFORUM_1, "--level", "7")
    assert ended.code == 0
    lines = ended.out.splitlines()
    assert lines[0] == "    a b c d e f g h"
    assert lines[9] == "Black to move, 14 empty"
    assert lines[10] == "move   score   wins       source    human  line"
    assert re.match(r"g8       \+18  100 %        exact +\d+\.\d %  g8 ", lines[11])
    assert len(lines) == 11 + len(PUBLISHED) + 2
    assert lines[-2].startswith("A tournament player ")
    assert lines[-1] == "Engine: evaluation2-2014"


def test_a_rating_is_heard_in_the_meter_and_every_move_has_a_curve(call):
    answer = analyse(call, "f5d6c3d3c4f4", "--level", "3", "--rating", "1300")
    assert answer["insight"]["rating"] == 1300
    assert answer["insight"]["sentence"].startswith("A player rated 1300 ")
    assert 0 <= answer["insight"]["error_chance"] <= 1
    best = answer["moves"][0]["score"]
    for row in answer["moves"]:
        assert row["loss"] == pytest.approx(best - row["score"])
        assert [each["rating"] for each in row["human"]["by_rating"]] == [1000, 1200, 1400, 1600, 1800, 2000, 2200]


def test_the_human_voice_is_the_one_that_predicts(call):
    answer = analyse(call, "f5d6c3", "--level", "1")
    predicted = json.loads(call("predict", "f5d6c3", "--json").out)
    assert {row["move"]: row["human"]["probability"] for row in answer["moves"]} == {
        row["move"]: row["probability"] for row in predicted["moves"]
    }
    assert (answer["sources"]["human"], answer["sources"]["engine"]) == ("expert", "evaluation2-2014")


def test_without_an_archive_one_is_told_how_to_get_it(call, own_archive):
    answer = analyse(call, "f5", "--level", "1")
    assert answer["sources"]["archive"] is None
    assert {row["archive"] for row in answer["moves"]} == {None}
    assert answer["sources"]["notes"] == [f"there is no archive at {own_archive}; make one with: kibitz archive import FILE"]
    assert "make one with: kibitz archive import FILE" in call("analyse", "f5", "--level", "1").err


def test_the_archive_speaks_of_each_move_however_the_board_is_turned(call, own_archive, tmp_path):
    (tmp_path / "games.txt").write_text("f5d6c3\nd3c5e6\nf5f6e6\n")
    assert call("archive", "import", str(tmp_path / "games.txt")).code == 0
    answer = analyse(call, "f5", "--level", "1")
    assert answer["sources"]["archive"] == str(own_archive)
    assert {row["move"]: (row["archive"] or {}).get("games") for row in answer["moves"]} == {"d6": 2, "f6": 1, "f4": None}
    lines = call("analyse", "f5", "--level", "1").out.splitlines()
    assert lines[10].split() == ["move", "score", "wins", "source", "human", "games", "mean", "line"]
    assert "archive" not in call("analyse", "f5", "--level", "1").err


def test_estimates_show_their_depth(call):
    lines = call("analyse", "f5", "--depth", "3", "--no-book").out.splitlines()[11:]
    assert len(lines) == 3 + 2  # and the sentence on errors, and the engine's name
    assert all(line.split()[4:6] == ["depth", "3"] for line in lines[:3])


def test_a_terminal_sees_the_table_deepen(in_terminal):
    code, text = in_terminal("analyse", "f5", "--depth", "4", "--no-book", terminal="xterm").end()
    assert code == 0
    depths = [int(depth) for depth in re.findall(r"depth (\d+)  ", text)]
    assert depths == sorted(depths)
    assert set(depths) == {1, 2, 3, 4}


def test_a_forced_pass_is_the_only_move(call):
    answer = analyse(call, MUST_PASS, "--depth", "1")
    assert answer["must_pass"] is True
    assert [row["move"] for row in answer["moves"]] == ["pass"]
    assert "White must pass, 62 empty" in call("analyse", MUST_PASS, "--depth", "1").out


def test_a_finished_game_has_no_moves_and_says_so(call):
    answer = analyse(call, OVER)
    assert answer["moves"] == []
    assert answer["outcome"]["winner"] == "black"
    assert "There is no move to analyse." in call("analyse", OVER).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["f9"], "transcript, move 1 is f9"),
        (["f5", "--level", "61"], "level is 61; it must be from 1 to 60"),
        (["f5", "--depth", "0"], "depth is 0; it must be from 1 to 60"),
        (["f5", "--seconds", "nan"], "seconds is nan; it must be a number above 0"),
        (["f5", "--seconds", "1", "--level", "2"], "level and seconds are given; one of level, depth and seconds"),
        (["f5", "--archive", "nowhere.duckdb"], "there is no archive at nowhere.duckdb"),
        (["f5", "--model", "nobody"], "nobody"),
        (["-----OX--XO----- X"], "the engine plays on the 8×8 board, not on 4×4"),
    ],
)
def test_what_cannot_be_analysed_gets_one_line(call, arguments, message):
    ended = call("analyse", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert ended.err.count("\n") == 1
