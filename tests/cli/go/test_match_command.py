"""`kibitz match --game go` and `kibitz ladder --game go`"""

import json

import pytest

from kibitz.records.go.files import read_go_games

SMALL = ("--game", "go", "--size", "5", "--komi", "0.5")


@pytest.fixture(autouse=True)
def data_folder(monkeypatch, tmp_path):
    """Where records go that no --out names."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def document(ended) -> dict:
    assert (ended.code, ended.err) == (0, "")
    return json.loads(ended.out)


def test_the_document_has_the_figures_that_others_build_on(call, tmp_path):
    folder = tmp_path / "m"
    arguments = ("match", *SMALL, "uct:playouts=40", "random", "--pairs", "2", "--out", str(folder), "--json")
    result = document(call(*arguments))
    assert {"wins", "draws", "losses", "elo", "elo_low", "elo_high"} <= result.keys()
    assert result["wins"] + result["draws"] + result["losses"] == 4
    assert result["game"] == {"name": "go", "size": 5, "komi": 0.5}
    assert result["openings"] == "start"
    records = list(read_go_games(folder / "games.sgf", pytest.fail))
    assert [record.round for record in records] == ["1.1", "1.2", "2.1", "2.2"]
    written = (folder / "games.sgf").stat().st_mtime_ns
    assert document(call(*arguments)) == result
    assert (folder / "games.sgf").stat().st_mtime_ns == written


def test_people_get_lines_without_a_mean_of_discs(call):
    ended = call("match", *SMALL, "random", "random", "--pairs", "1", "--openings", "random:2")
    assert ended.code == 0
    lines = ended.out.splitlines()
    assert lines[0] == "random against random: 1 pairs from random:2, seed 0"
    assert lines[1] == "game       Go on 5×5, komi 0.5"
    assert [line.split()[0] for line in lines[2:]] == ["games", "Elo", "pairs", "records"]


def test_ladders_rate_players_of_go(call, tmp_path):
    players = ("random", "uct:playouts=30")
    result = document(call("ladder", *SMALL, *players, "--pairs", "1", "--out", str(tmp_path / "l"), "--json"))
    assert {row["player"] for row in result["players"]} == set(players)
    assert len(list((tmp_path / "l").glob("*/games.sgf"))) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", "9", "random", "greedy"], "--size is for Go, not for Othello; say --game go, or leave it out"),
        (["random", "uct"], "'uct' plays Go; say --game go"),
        (["--game", "go", "--size", "3", "random", "random"], "a Go board of 3×3 is not known"),
        (["--game", "go", "random", "random", "--openings", "xot"], "there is no opening set 'xot'; write start"),
        (["--game", "go", "random", "human"], "'human' is a person"),
        (["--game", "go", "--size", "5", "engine", "random", "--pairs", "1"], "plays only Othello"),
    ],
)
def test_what_cannot_be_played_gets_one_line(call, arguments, message):
    ended = call("match", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert ended.err.count("\n") == 1
