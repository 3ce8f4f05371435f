"""`kibitz analyse --game go`"""

import json

import pytest

from small_go import write_small_model

GAMES = "(;GM[1]SZ[5]KM[0.5]PB[Ann]PW[Bob]DT[2001]RE[B+3.5];B[cc];W[bb];B[db])"


@pytest.fixture(autouse=True)
def own_data(tmp_path, monkeypatch):
    """A user without an archive and models of his own."""
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "games.duckdb"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def analyse(call, *arguments: str) -> dict:
    ended = call("analyse", "--game", "go", *arguments, "--json")
    assert ended.code == 0, ended.err
    return json.loads(ended.out)


def test_all_three_voices_speak_of_each_move(call, tmp_path):
    model = write_small_model(tmp_path)
    (tmp_path / "games.sgf").write_text(GAMES)
    call("archive", "import", "--game", "go", str(tmp_path / "games.sgf"))
    found = analyse(call, "C3", "--size", "5", "--komi", "0.5", "--playouts", "300", "--model", str(model))
    assert (found["to_move"], found["size"], found["komi"], found["playouts"]) == ("white", 5, 0.5, 300)
    assert (found["model"], found["archive_games"]) == ("small-go", 1)
    moves = {row["move"]: row for row in found["moves"]}
    assert moves["B4"]["archive"]["games"] == moves["D2"]["archive"]["games"] == 1
    assert moves["C4"]["archive"] is None
    assert moves["B4"]["human"] == {"probability": moves["B4"]["expert_probability"], "by_rating": []}
    assert found["sources"] == {
        "human": "small-go",
        "engine": "playouts guided by small-go",
        "archive": str(tmp_path / "games.duckdb"),
        "notes": [],
    }
    assert moves["B4"]["archive"]["top_players"] == [{"name": "Bob", "games": 1}]
    assert all(0 <= row["expert_probability"] <= 1 for row in found["moves"] if row["move"] != "pass")
    visits = [row["visits"] for row in found["moves"]]
    assert visits == sorted(visits, reverse=True)
    assert found["win_chance"] == found["moves"][0]["win_chance"] < 0.5
    assert len(found["ownership"]) == 25
    assert all(-1 <= owner <= 1 for owner in found["ownership"].values())
    assert found["black_score"] > 0


def test_without_an_archive_the_other_voices_speak(call):
    found = analyse(call, "C3", "--size", "5", "--playouts", "50")
    assert found["archive_games"] is None
    assert {row["archive"] for row in found["moves"]} == {None}
    assert "there is no archive at" in found["sources"]["notes"][0]


def test_a_file_is_looked_at_after_any_of_its_moves(call, tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text(GAMES)
    assert analyse(call, str(file), "--playouts", "20")["board"].count("X") == 2
    first = analyse(call, str(file), "--playouts", "20", "--move", "1")
    assert (first["board"].count("X"), first["board"].count("O"), first["komi"]) == (1, 0, 0.5)
    assert analyse(call, str(file), "--playouts", "20", "--move", "0")["to_move"] == "black"


def test_people_get_a_board_a_table_and_the_owners(call):
    board = "O-X-X" + "-XXXX" + "XX-XX" + "XXXXX" + "X-XX-"
    ended = call("analyse", "--game", "go", f"{board} O", "--playouts", "100", "--ownership")
    assert ended.code == 0, ended.err
    lines = ended.out.splitlines()
    assert lines[1] == " 5  O . X . X "
    assert lines[6].startswith("White to move, wins 0 % of 100 playouts; Black is ahead by")
    assert lines[7].split() == ["move", "wins", "visits", "human", "line"]
    assert lines[-1] == " 1  X X X X X "


def test_a_finished_game_has_no_moves(call):
    found = analyse(call, "C3 pass pass", "--size", "5")
    assert (found["moves"], found["outcome"]["winner"]) == ([], "black")
    assert "There is no move to analyse." in call("analyse", "--game", "go", "pass pass", "--size", "5").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "go", "C3", "--level", "3"], "--level is for Othello, not for Go; say --game othello, or leave it out"),
        (["--game", "go", "C3", "--seconds", "0"], "--seconds is 0"),
        (["--game", "go", "C3", "--move", "2"], "--move is 2, and there are 1 moves"),
        (["--game", "go", "C3", "--model", "nobody"], "nobody"),
        (["--game", "go", "C3", "--archive", "nowhere.duckdb"], "there is no archive at nowhere.duckdb"),
        (["f5", "--playouts", "5"], "--playouts is for Go, not for Othello; say --game go, or leave it out"),
        (["f5", "--ownership"], "--ownership is for Go, not for Othello"),
    ],
)
def test_what_cannot_be_analysed_gets_one_line(call, arguments, message):
    ended = call("analyse", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert ended.err.count("\n") == 1
