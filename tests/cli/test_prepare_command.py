"""`kibitz prepare`"""

import json

import pytest

LINES = """(;GM[Othello]PC[Club]DT[2015-03-01]PB[Ada]PW[Bo]RE[+10]TI[5:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3]W[d3]B[c4]W[f4]B[f6]W[f3]B[e6]W[e7]B[d7]W[c5]B[b6]W[d8];)
(;GM[Othello]PC[Club]DT[2016-03-01]PB[Bo]PW[Ada]RE[-4]TI[5:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3]W[d3]B[c4]W[f4];)
"""  # noqa: E501 - a record is one line


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.ggf"
    path.write_text(LINES)
    return str(path)


def test_a_portrait_from_a_file_is_one_document(call, games):
    ended = call("prepare", "ada", "--file", games, "--json")
    assert (ended.code, ended.err) == (0, "")
    found = json.loads(ended.out)
    assert (found["player"], found["games"], found["years"]) == ("ada", 2, [2015, 2016])
    assert (found["colors"]["black"]["wins"], found["colors"]["white"]["wins"]) == (1, 1)


def test_a_portrait_reads_as_text(call, games):
    lines = call("prepare", "Ada", "--file", games).out.splitlines()
    assert lines[0] == "Ada: 2 games of 2015–2016."
    assert any(line.startswith("as black") for line in lines)
    assert any(line.startswith("opening ") for line in lines)


def test_the_archive_is_asked_by_name(call, games, tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "games.duckdb"))
    assert "no archive" in call("prepare", "Ada").err
    assert call("archive", "import", games).code == 0
    found = json.loads(call("prepare", "ada", "--json").out)
    assert (found["player"], found["games"], found["leaves_archive"]["games"]) == ("Ada", 2, 1)
    ended = call("prepare", "Nobody")
    assert ended.code == 2
    assert "'Nobody' in the name" in ended.err


def test_later_games_are_predicted_with_and_without_the_portrait(call, games):
    ended = call("prepare", "Ada", "--file", games, "--check", "2016")
    assert ended.code == 0
    assert "with the portrait of 1 games" in ended.out
