"""The archive over HTTP: what it knows, and what is said when there is none."""

from dataclasses import replace

import pytest

from app.playing import new_game
from kibitz.archive.database import open_for_writing
from kibitz.archive.importer import import_records
from kibitz.review.othello.game_sources import own_games
from kibitz.rules.squares import format_move, format_transcript

GAMES = [
    replace(record, black=f"Ada {number % 3}", white="Bob", event="Cup", date=str(2000 + number % 10))
    for number, record in enumerate(own_games()[:40])
]


@pytest.fixture
def archived(tmp_path, monkeypatch):
    path = tmp_path / "games.duckdb"
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(path))
    with open_for_writing(path, game="othello") as archive:
        import_records(archive, GAMES, "test")


def test_without_an_archive_everything_says_how_to_get_one(client):
    info = client.get("/api/archive").json()
    assert (info["imported"], info["games"]) == (False, 0)
    for route in ("explore", "games", "games/1", "players"):
        answer = client.get(f"/api/archive/{route}")
        assert answer.status_code == 409
        assert answer.json()["error"] == info["message"]


@pytest.mark.usefixtures("archived")
def test_an_archive_tells_its_size(client):
    info = client.get("/api/archive").json()
    assert (info["imported"], info["games"], info["first_year"], info["last_year"]) == (True, 40, 2000, 2009)


@pytest.mark.usefixtures("archived")
def test_the_moves_of_a_position_are_counted(client):
    found = client.get("/api/archive/explore").json()
    assert found["games"] == sum(move["games"] for move in found["moves"]) == 40
    assert found["moves"][0]["twins"] == ["d3", "c4", "f5", "e6"]
    some = client.get("/api/archive/explore", params={"from_year": 2005, "player": "ada 1"}).json()
    expected = [game for game in GAMES if game.black == "Ada 1" and int(game.date) >= 2005]
    assert some["games"] == len(expected)
    assert client.get("/api/archive/explore", params={"player": "nobody"}).status_code == 409


@pytest.mark.usefixtures("archived")
def test_games_of_a_position_are_one_click_away(client):
    line = format_transcript(GAMES[0].moves[:6])
    found = client.get("/api/archive/games", params={"moves": line, "limit": 5}).json()
    assert found["total"] >= 1
    assert len(found["games"]) <= 5
    game = client.get(f"/api/archive/games/{found['games'][0]['number']}").json()
    assert game["white"] == "Bob"
    assert game["moves"] in [[format_move(move) for move in record.moves] for record in GAMES]
    assert client.get("/api/archive/games/99999").status_code == 404


@pytest.mark.usefixtures("archived")
def test_players_are_found_by_part_of_their_names(client):
    found = client.get("/api/archive/players", params={"part": "ADA"}).json()["players"]
    assert [player["name"] for player in found] == ["Ada 0", "Ada 1", "Ada 2"]


@pytest.mark.usefixtures("archived")
def test_a_player_of_the_archive_has_a_portrait(client):
    found = client.get("/api/portrait", params={"player": "ada 1", "judged": 1}).json()
    assert (found["player"], found["games"]) == ("Ada 1", sum(game.black == "Ada 1" for game in GAMES))
    assert found["colors"]["white"]["games"] == 0
    assert (found["judged_games"], found["not_judged"]) == (1, found["games"] - 1)
    assert client.get("/api/portrait", params={"player": "ada"}).status_code == 409  # there are three


def test_your_portrait_is_made_of_the_games_you_played_here(client):
    answer = client.get("/api/portrait")
    assert answer.status_code == 409
    assert "you have no game here yet" in answer.json()["error"]
    new_game(client, white={"player": "random:seed=1"}, moves="f5d6c3d3c4f4f6f3e6e7d7c5")
    new_game(client, moves="f5d6c3d3c4f4f6f3e6e7d7c5")  # two people at one board: nobody knows which of them is you
    found = client.get("/api/portrait").json()
    assert (found["player"], found["games"], found["colors"]["black"]["games"]) == ("you", 1, 1)
    assert len(found["periods"]) == 1
    assert found["leaves_archive"] is None
