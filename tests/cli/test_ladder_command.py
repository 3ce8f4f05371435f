"""`kibitz ladder`"""

import json
import sys

import pytest

FAST = ("--openings", "random:6", "--pairs", "2")


def ladder(call, *arguments):
    ended = call("ladder", *arguments, "--json")
    assert (ended.code, ended.err) == (0, "")
    return json.loads(ended.out)


def test_the_document_has_ratings_and_matches(call, tmp_path):
    result = ladder(call, "random", "greedy", "engine:level=1", *FAST, "--out", str(tmp_path / "l"))
    assert [row.keys() for row in result["players"]] == [{"player", "elo", "elo_low", "elo_high", "games", "score"}] * 3
    assert result["players"][0]["player"] == "engine:level=1"
    assert len(result["matches"]) == 3
    assert result["groups"] == 1
    assert all(match["wins"] + match["draws"] + match["losses"] == 4 for match in result["matches"])


def test_people_get_a_table_a_picture_and_the_matches(call, tmp_path):
    out, picture = str(tmp_path / "l"), tmp_path / "l.png"
    ended = call("ladder", "random", "greedy", *FAST, "--out", out, "--plot", str(picture))
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0].split() == ["player", "Elo", "95", "%", "interval", "games", "score"]
    assert {lines[1].split()[0], lines[2].split()[0]} == {"random", "greedy"}
    assert lines[3].startswith("0 is the mean of all. Equals draw ")
    assert lines[5].startswith("random against greedy: +")
    assert picture.read_bytes().startswith(b"\x89PNG")
    again = call("ladder", *FAST, "--out", out)
    assert again.out == ended.out


def test_levels_two_apart_are_one_command(call, tmp_path):
    names = [f"random:seed={number}" for number in range(4)]
    ended = call("ladder", *names, "--apart", "2", "--openings", "random:2", "--pairs", "1", "--out", str(tmp_path / "l"))
    assert ended.out.count(" against ") == 2
    assert "The players fall into 2 groups that have not met" in ended.out


def test_a_plot_needs_matplotlib_and_says_so_before_a_game_is_played(call, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    ended = call("ladder", "random", "greedy", *FAST, "--out", str(tmp_path / "l"), "--plot", str(tmp_path / "l.png"))
    assert ended.code == 2
    assert "a plot needs matplotlib" in ended.err
    assert not (tmp_path / "l").exists()


@pytest.mark.parametrize("picture", ["missing/l.png", "l.xyz", "."])
def test_a_plot_that_could_not_be_written_is_refused_before_a_game_is_played(call, tmp_path, monkeypatch, picture):
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    ended = call("ladder", "random", "greedy", *FAST, "--out", "l", "--plot", picture)
    assert ended.code == 2
    assert not (tmp_path / "l").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "at least two different players"),
        (["random"], "at least two different players"),
        (["random", "nobody"], "there is no player 'nobody'"),
        (["random", "greedy", "--apart", "x"], "--apart is 'x'; write 2 for example"),
    ],
)
def test_what_cannot_be_rated_gets_one_line(call, tmp_path, arguments, message):
    ended = call("ladder", *arguments, "--out", str(tmp_path / "l"))
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert ended.err.count("\n") == 1


def test_a_ladder_rates_nobody_by_crashes_and_fails_if_most_games_have_one(call, tmp_path):
    crasher = f'gtp:"{sys.executable} -c pass"'
    ended = call("ladder", "random", crasher, "--pairs", "1", "--openings", "random:2", "--out", str(tmp_path / "l"))
    assert ended.code == 1
    assert "+0 =0 -0; 1 pairs with a crash are left out" in ended.out
    assert "players crashed in 2 of 2 games" in ended.err
