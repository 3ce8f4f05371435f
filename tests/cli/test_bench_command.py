"""`kibitz bench`"""

import json

import pytest

from kibitz.cli.othello import peers
from kibitz.models.othello import speed


@pytest.fixture(autouse=True)
def little_work(monkeypatch):
    """The same kinds of work, but less of it."""
    monkeypatch.setattr(speed, "PERFT_DEPTH", 7)
    monkeypatch.setattr(speed, "SEARCH_DEPTH", 4)
    monkeypatch.setattr(speed, "ENDGAMES", dict(list(speed.ENDGAMES.items())[:1]))
    monkeypatch.setattr(peers, "PERFT_DEPTH", 3)
    monkeypatch.setattr(peers, "OPEN_SPIEL_GAMES", 2)
    monkeypatch.setattr(peers, "RUST_REVERSI_GAMES", 2)


def test_nodes_and_seconds_are_told_for_programs(call):
    ended = call("bench", "--no-peers", "--json")
    assert (ended.code, ended.err) == (0, "")
    document = json.loads(ended.out)
    works = [document[name] for name in ("perft", "solver", "search")]
    assert document["nodes"] == sum(work["nodes"] for work in works)
    assert document["seconds"] == pytest.approx(sum(work["seconds"] for work in works))
    assert document["perft"]["nodes"] == 55_092
    assert document["random_games_per_second"] > 0
    assert document["peers"] == []


def test_peers_that_are_installed_stand_beside_it(call):
    pytest.importorskip("pyspiel")
    document = json.loads(call("bench", "--json").out)
    rows = {row["work"]: row for row in document["peers"] if row["peer"] == "OpenSpiel"}
    assert rows.keys() == {"perft", "random games"}
    for work, ours in (("perft", document["perft"]["nodes_per_second"]), ("random games", document["random_games_per_second"])):
        assert rows[work]["times"] == pytest.approx(ours / rows[work]["rate"])


def test_people_get_a_table(call):
    lines = call("bench", "--no-peers").out.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["nodes", "perft", "solver", "search"]
    assert "55,092" in lines[1]


def test_a_wrong_score_is_no_result(call, monkeypatch):
    monkeypatch.setattr(speed, "ENDGAMES", {text: score + 2 for text, score in speed.ENDGAMES.items()})
    assert call("bench", "--no-peers").code == 1


def test_a_peer_that_is_missing_is_left_out():
    def missing() -> float:
        raise ImportError("no such program")

    assert peers.rates({"here": lambda: 5.0, "missing": missing}) == {"here": 5.0}
