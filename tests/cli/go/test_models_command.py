"""`kibitz predict --game go` and `kibitz evaluate --game go`"""

import json

import pytest

from kibitz.rules.go.points import parse_vertex
from small_go import touch, write_following_games, write_small_model


@pytest.fixture
def model(tmp_path):
    return str(write_small_model(tmp_path))


def test_predictions_are_the_legal_moves_and_add_up(call, model):
    ended = call("predict", "--game", "go", "K10", "--model", model, "--json")
    assert (ended.code, ended.err) == (0, "")
    answer = json.loads(ended.out)
    assert (answer["game"], answer["size"], answer["to_move"]) == ("go", 19, "white")
    assert len(answer["moves"]) == 360
    shares = [row["probability"] for row in answer["moves"]]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1, abs=1e-5)
    assert touch(parse_vertex(answer["moves"][0]["move"], 19), parse_vertex("K10", 19), 19)


def test_people_get_a_board_and_the_likeliest_moves(call, model):
    ended = call("predict", "--game", "go", "E5", "--size", "9", "--model", model)
    assert ended.code == 0
    assert "5 . . . . X" in ended.out
    assert "White to move, by small-go: " in ended.out


def test_the_usual_model_says_who_wins_and_who_owns_what(call):
    answer = json.loads(call("predict", "--game", "go", "Q16 D4 D16", "--ownership", "--json").out)
    assert answer["model"] == "go-network"
    assert 0 < answer["win_chance"] < 1
    assert answer["ownership"]["D4"] < 0 < answer["ownership"]["Q16"]
    row, column = divmod(parse_vertex(answer["moves"][0]["move"], 19), 19)
    assert row > 12  # the last corner that is empty
    assert column > 12
    drawn = call("predict", "--game", "go", "Q16 D4 D16", "--ownership").out
    assert "White wins with" in drawn
    assert "Who will own each point" in drawn


def test_a_board_can_be_given(call, model):
    board = "-" * 12 + "X" + "-" * 12
    answer = json.loads(call("predict", "--game", "go", f"{board} O", "--size", "5", "--model", model, "--json").out)
    assert answer["size"] == 5
    assert len(answer["moves"]) == 24


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("predict", "--game", "go", "Z99"), "is not a point"),
        (("predict", "--game", "go", "Q16 Q16"), "is not empty"),
        (("predict", "--game", "go", "-" * 81 + " X", "--size", "19"), "but --size is 19"),
        (("predict", "--game", "go", "Q16", "--rating", "1500"), "--rating is for Othello, not for Go"),
        (("predict", "--game", "go", "Q16", "--ownership"), "does not know who will own each point"),
        (("predict", "f5", "--size", "9"), "--size is for Go"),
        (("evaluate", "--game", "go", "games.sgf", "--winners"), "--winners is for Othello, not for Go"),
        (("evaluate", "games.txt", "--every", "2"), "--every is for Go, not for Othello; say --game go"),
        (("evaluate", "games.txt", "--from-year", "2020"), "--from-year is for Go, not for Othello"),
        (("evaluate", "--game", "go", "no-such.sgf"), "no-such.sgf is missing"),
    ],
)
def test_bad_input_is_one_sentence(call, model, arguments, complaint):
    ended = call(*arguments, "--model", model)
    assert ended.code == 2
    assert complaint in ended.err
    assert len(ended.err.strip().splitlines()) == 1


def test_the_report_has_all_figures(call, model, tmp_path):
    games = write_following_games(tmp_path / "games", [2001], games=5)
    report = json.loads(call("evaluate", "--game", "go", "--model", model, str(games), "--json").out)
    assert (report["games"], report["positions"]) == (5, 200)
    assert [row["stage"] for row in report["by_stage"]] == [0, 1]
    assert report["top"] == sorted(report["top"])
    assert report["top"][0] == report["top1"] > 0.15
    assert report["top1_low"] <= report["top1"] <= report["top1_high"]
    half = json.loads(call("evaluate", "--game", "go", "--model", model, str(games), "--every", "2", "--json").out)
    assert half["positions"] == 100
    assert "top 1 to 10: " in call("evaluate", "--game", "go", "--model", model, str(games)).out


def test_games_of_other_years_are_left_out(call, model, tmp_path):
    games = write_following_games(tmp_path / "games", [2001, 2002, 2003], games=2)
    (tmp_path / "games" / "undated.sgf").write_text("(;GM[1]FF[4]SZ[19];B[pd];W[dp])")

    def judged(*years):
        return json.loads(call("evaluate", "--game", "go", "--model", model, str(games), *years, "--json").out)["games"]

    assert judged() == 7
    assert judged("--from-year", "2002") == 4
    assert judged("--from-year", "2002", "--to-year", "2002") == 2
    assert judged("--to-year", "2001") == 2


def test_games_without_moves_do_not_change_which_moves_are_judged(call, model, tmp_path):
    games = write_following_games(tmp_path / "games", [2001], games=5)

    def report():
        return json.loads(call("evaluate", "--game", "go", "--model", model, str(games), "--every", "7", "--json").out)

    before = report()
    (games / "000-empty.sgf").write_text("(;GM[1]FF[4]SZ[19]DT[2001-01-01])")
    assert report() == before
