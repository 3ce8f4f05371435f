"""Guessing the moves of games of Go of the archive."""

import pytest

from kibitz.archive.database import open_for_writing
from kibitz.archive.importer import import_records
from kibitz.records.go.sgf import parse_go_game

GAME = "(;GM[1]SZ[9]KM[7]PB[Ann]PW[Bob]DT[2001];B[ee];W[cc];B[gc];W[cg];B[gg];W[];B[cd])"
ODD = "(;GM[1]SZ[9]KM[7]PB[Ann]PW[Bob];B[ee];B[cc];B[gc];B[cg];B[gg];B[cd])"  # one side alone is not asked about


@pytest.fixture
def archive(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "games.duckdb"))
    with open_for_writing(tmp_path / "games.duckdb", game="go") as opened:
        import_records(opened, [parse_go_game(text) for text in (GAME, ODD)], "test")


def ask(client, seed):
    answer = client.get("/api/drills/guess", params={"game": "go", "seed": seed})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.usefixtures("archive")
def test_what_was_played_has_a_hundred_points_and_the_rest_by_the_model(client):
    asked = [ask(client, seed) for seed in range(8)]
    assert {question["token"] for question in asked} == {"archive:1:4", "archive:1:6"}  # neither a pass nor the first moves
    question = next(row for row in asked if row["token"].endswith("4"))
    assert (question["black"], question["year"], question["position"]["to_move"]) == ("Ann", 2001, "black")
    tried = {"game": "go", "token": question["token"]}
    right = client.post("/api/drills/guess", json={**tried, "move": "G3"}).json()
    assert (right["right"], right["points"], right["played"]) == (True, 100, "G3")
    shares = [row["probability"] for row in right["moves"]]
    assert len(shares) == 77 and shares == sorted(shares, reverse=True) and sum(shares) == pytest.approx(1, abs=0.01)
    edge = client.post("/api/drills/guess", json={**tried, "move": "A9"}).json()
    assert not edge["right"] and edge["points"] == round(100 * edge["probability"] / shares[0])
    assert client.post("/api/drills/guess", json={**tried, "move": "E5"}).status_code == 400
    for token in ("archive:1:5", "archive:1:999", "archive:2:4", "archive:7:4", "own:0:4", "archive:²:4"):
        assert client.post("/api/drills/guess", json={"game": "go", "token": token, "move": "G3"}).status_code == 409, token


def test_without_an_archive_there_is_nothing_to_guess(client):
    assert client.get("/api/drills/guess", params={"game": "go"}).status_code == 409
    assert client.get("/api/drills/guess", params={"game": "noughts"}).status_code == 409
