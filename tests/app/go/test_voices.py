"""What expert, playouts and archive say of a position of Go, asked through the app's routes."""

import pytest

from app.go.playing import NINE
from kibitz.archive.database import open_for_writing
from kibitz.archive.importer import import_records
from kibitz.records.go.sgf import parse_go_game
from kibitz.rules.go.points import parse_vertex


@pytest.fixture
def without_expert(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_MODELS", str(tmp_path / "none"))
    monkeypatch.setattr("kibitz.models.store.SHIPPED", tmp_path / "none")


@pytest.mark.usefixtures("without_expert")
def test_without_a_model_the_expert_says_how_to_get_one(client):
    refused = client.get("/api/predictions", params={"start": NINE})
    assert refused.status_code == 409
    assert "kibitz models import" in refused.json()["error"]
    assert client.get("/api/status").json()["games"]["go"]["expert"] == {"model": None, "message": refused.json()["error"]}


def test_the_expert_takes_the_last_empty_corner_and_says_who_wins_what(client):
    found = client.get("/api/predictions", params={"start": "go:19", "moves": "pddpdd"}).json()
    assert found["model"] == "go-network"
    assert len(found["moves"]) == 358
    assert sum(row["probability"] for row in found["moves"]) == pytest.approx(1, abs=1e-3)
    row, column = divmod(parse_vertex(found["moves"][0]["move"], 19), 19)
    assert row > 12
    assert column > 12
    assert 0 < found["win_chance"] < 1
    assert len(found["ownership"]) == 361
    # White's only stone, on D4, is seen by Black.
    assert found["ownership"][parse_vertex("D4", 19)] < 0.5 < found["ownership"][parse_vertex("Q16", 19)]
    assert client.get("/api/status").json()["games"]["go"]["expert"]["model"] == "go-network"
    assert client.get("/api/predictions", params={"start": "go:19", "rating": 1500}).status_code == 409
    assert client.get("/api/predictions", params={"start": "go:19", "model": "expert"}).status_code == 409


def test_playouts_see_who_wins_and_who_owns_what(client):
    """Black has all but one corner, and White has not even that for long."""
    black = "".join(f"{column}{row}" for row in "cg" for column in "abcdefghi")
    found = client.get("/api/analysis", params={"start": f"{NINE} black:{black} to_move:white", "seconds": 1}).json()
    assert found["win_chance"] < 0.2
    assert found["black_score"] > 20
    assert len(found["ownership"]) == 81
    assert min(found["ownership"][27:54]) > 0.3
    visits = [row["visits"] for row in found["moves"]]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == pytest.approx(found["playouts"], rel=0.01)
    assert all(row["line"][0] == row["move"] for row in found["moves"])


def test_other_routes_say_that_they_know_othello_alone(client):
    for route in ("line", "predictions/ratings?move=D4", "predictions/attention"):
        refused = client.get(f"/api/{route}", params={"start": NINE})
        assert refused.status_code == 409, route


def test_the_archive_tells_who_played_what(client, tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "games.duckdb"))
    missing = client.get("/api/archive/explore", params={"start": NINE})
    assert missing.status_code == 409
    assert missing.json()["error"] == client.get("/api/status").json()["games"]["go"]["archive"]["message"]
    games = [parse_go_game(f"(;GM[1]SZ[9]PB[Ann]PW[Bob]RE[B+3]DT[{year}];B[ee];W[cc])") for year in (2001, 2002)]
    with open_for_writing(tmp_path / "games.duckdb", game="go") as archive:
        import_records(archive, games, "test")
    assert client.get("/api/archive?game=go").json()["games"] == 2
    found = client.get("/api/archive/explore", params={"start": NINE, "moves": "ee"}).json()
    (move,) = found["moves"]
    assert {"C7", "G7", "C3", "G3"} == set(move["twins"])
    assert (move["games"], move["black_wins"], move["last_year"]) == (2, 2, 2002)
    assert move["top_players"] == [{"name": "Bob", "games": 2}]
    listed = client.get("/api/archive/games", params={"start": NINE, "moves": "ee"}).json()
    assert listed["total"] == 2
    assert listed["games"][0]["move"] in move["twins"]
    assert (listed["games"][0]["black_score"], listed["games"][0]["date"]) == (3, "2002")
    game = client.get(f"/api/archive/games/{listed['games'][0]['number']}", params={"game": "go"}).json()
    assert (game["game"], game["moves"], game["black"]) == ("go", ["E5", "C7"], "Ann")
    assert client.get("/api/archive/games/99", params={"game": "go"}).status_code == 404
    assert client.get("/api/archive/players", params={"game": "go", "part": "bo"}).json()["players"][0]["name"] == "Bob"
