"""`kibitz engines`, and the engines of the list in analyse, review and match."""

import json
import sys

import pytest

from players.external.conftest import ANALYST


@pytest.fixture(autouse=True)
def own_list(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_ENGINES", str(tmp_path / "engines.json"))
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "none.duckdb"))


ADD = ("engines", "add", "analyst", "--game", "go")


def test_an_engine_is_added_tested_listed_and_removed(call):
    added = call(*ADD, "--json", "--", sys.executable, str(ANALYST))
    assert added.code == 0
    assert json.loads(added.out)["title"] == "Analyst 2.1"
    tested = json.loads(call("engines", "test", "analyst", "--json").out)
    assert (tested["analysis"], tested["sizes"]) == ("kata-analyze", [8, 9, 13, 19])
    listed = json.loads(call("engines", "list", "--json").out)["engines"]
    assert [row["name"] for row in listed] == ["analyst"]
    assert call("engines", "remove", "analyst").code == 0
    assert json.loads(call("engines", "list", "--json").out)["engines"] == []


def test_an_engine_that_does_not_work_is_not_added(call):
    result = call(*ADD, "--", sys.executable, str(ANALYST), "die-at-start")
    assert result.code == 1
    assert "exit code 4" in result.err
    assert call("engines", "test", "analyst").code == 2


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--game", "chess", "--", "x"), "'chess' is not one of"),
        (("--game", "go", "--protocol", "nboard", "--", "x"), "known for go are gtp"),
        (("--game", "go", "--seconds", "-1", "--", "x"), "seconds of an engine is a number above 0"),
    ],
)
def test_what_is_wrong_with_an_engine_is_said(call, arguments, problem):
    result = call("engines", "add", "e", *arguments)
    assert result.code == 2
    assert problem in result.err


def test_an_engine_of_the_list_analyses_and_reviews(call):
    call(*ADD, "--no-test", "--", sys.executable, str(ANALYST))
    found = json.loads(
        call("analyse", "--game", "go", "--size", "9", "E5", "--engine", "analyst", "--playouts", "20", "--json").out
    )
    assert found["sources"]["engine"] == "Analyst 2.1, 27 visits"
    assert (found["moves"][0]["move"], found["moves"][0]["win_chance"], found["black_score"]) == ("A9", 0.62, -3.5)
    reviewed = call("review", "--game", "go", "--size", "9", "E5 C3", "--engine", "analyst", "--seconds", "0.1", "--json")
    assert reviewed.code == 0, reviewed.err
    assert json.loads(reviewed.out)["engine"] == "Analyst 2.1"


def test_an_engine_of_another_game_is_refused(call):
    call(*ADD, "--no-test", "--", sys.executable, str(ANALYST))
    result = call("analyse", "f5d6", "--engine", "analyst")
    assert result.code == 2
    assert "in the list for go, not for othello" in result.err
    assert "is in the list for go" in call("match", "external:analyst", "random", "--pairs", "1").err


def test_an_engine_that_dies_is_one_sentence_and_no_traceback(call):
    call(*ADD, "--no-test", "--", sys.executable, str(ANALYST), "die")
    result = call("analyse", "--game", "go", "--size", "9", "E5", "--engine", "analyst", "--seconds", "60")
    assert result.code == 1
    assert "its last words: out of memory" in result.err
    assert len(result.err.strip().splitlines()) == 1
