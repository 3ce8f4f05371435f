"""`kibitz review --game go`"""

import json

import pytest

from small_go import write_small_model

GAME = "(;GM[1]SZ[5]KM[0.5]PB[Ann]PW[Bob]DT[2001]RE[B+3.5];B[cc];W[bb];B[db])"


@pytest.fixture
def review(call, tmp_path):
    model = str(write_small_model(tmp_path / "models"))

    def run(*arguments: str):
        return call("review", "--game", "go", *arguments, "--playouts", "100", "--model", model)

    return run


def test_the_document_has_the_keys_of_every_game(review, tmp_path):
    (tmp_path / "game.sgf").write_text(GAME)
    ended = review(str(tmp_path / "game.sgf"), "--json")
    assert ended.code == 0, ended.err
    found = json.loads(ended.out)
    assert [row["move"] for row in found["moves"]] == ["C3", "B4", "D4"]
    assert {"move", "best", "loss", "expert_probability"} <= found["moves"][0].keys()
    assert (found["game"], found["size"], found["black"], found["black_score"]) == ("go", 5, "Ann", 3.5)
    assert (found["level"], found["expert"]) == (100, "small-go")
    assert isinstance(found["mistakes"], list)


def test_moves_can_be_typed_and_the_report_says_how_well_both_played(review):
    ended = review("C3 B4 D4", "--size", "5", "--komi", "0.5")
    assert ended.code == 0, ended.err
    assert ended.out.startswith("Black – White\n")
    assert "accuracy" in ended.out


def test_all_games_of_a_file_are_reviewed(review, tmp_path):
    (tmp_path / "games.sgf").write_text(GAME * 2)
    lines = review(str(tmp_path / "games.sgf"), "--all").out.splitlines()
    assert [line.split(";")[0].split(maxsplit=1) for line in lines] == [["1", "Ann – Bob B+3.5"], ["2", "Ann – Bob B+3.5"]]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["nothing.sgf"], "neither a file nor a transcript"),
        (["C3 C3", "--size", "5"], "C3"),
        ([""], "no moves to review"),
        (["C3", "--level", "3"], "--level is for Othello, not for Go"),
    ],
)
def test_what_cannot_be_reviewed_is_told_in_one_line(review, arguments, problem):
    ended = review(*arguments)
    assert ended.code == 2
    assert problem in ended.err
    assert ended.err.count("\n") == 1
