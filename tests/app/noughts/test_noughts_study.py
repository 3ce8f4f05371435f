"""Noughts and crosses in the study app, by what the API answers."""

import pytest

START = {"start": "noughts:"}


def test_a_position_is_described(client):
    found = client.get("/api/position", params={**START, "moves": "b2a1"}).json()
    assert (found["game"], found["board"], found["to_move"], found["last_move"]) == ("noughts", "O---X----", "black", "a1")
    assert client.get("/api/position", params={"start": found["start"]}).json()["board"] == found["board"]


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ({"start": "noughts:", "moves": "b2b2"}, "move 2: b2 is not legal"),
        ({"start": "noughts:", "moves": "d4"}, "squares are a1 to c3"),
        ({"start": "noughts:XX"}, "is not a board"),
    ],
)
def test_what_cannot_be_on_the_board_is_refused(client, place, problem):
    refused = client.get("/api/position", params=place)
    assert refused.status_code == 400
    assert problem in refused.json()["error"]


def test_the_engines_voice_is_exact_and_the_others_say_why_they_are_silent(client):
    heard = client.get("/api/voices", params={**START, "moves": "a1"}).json()
    assert heard["rows"][0]["move"] == "b2"
    assert [row["engine"]["score"] for row in heard["rows"]] == [0, *[-3] * 7]
    assert all(row["engine"]["exact"] for row in heard["rows"])
    assert (heard["sources"]["engine"], heard["sources"]["human"]) == ("the whole game tree", None)
    assert any("no model of moves" in note for note in heard["sources"]["notes"])


def test_an_analysis_is_done_at_once(client):
    found = client.get("/api/analysis", params={**START, "moves": "a1", "seconds": 5}).json()
    assert (found["done"], found["exact"], len(found["moves"])) == (True, True, 8)
    assert found["seconds"] < 5


def test_a_game_against_the_perfect_player_is_saved_and_written(client):
    seats = {"black": {"player": "human"}, "white": {"player": "perfect"}}
    game = client.post("/api/games", json={**START, **seats}).json()
    assert client.post(f"/api/games/{game['id']}/hint", json={}).status_code == 200
    written = client.get(f"/api/games/{game['id']}/export", params={"format": "txt"}).text
    assert written.startswith("# noughts\n")
    assert client.get(f"/api/games/{game['id']}/export", params={"format": "sgf"}).status_code == 400


def test_a_file_comes_back_with_its_names_and_its_result(client):
    text = '# noughts\na1a2b1b2 {"black": "Ada", "white": "Bob", "black_score": 1, "ending": "resignation"}\nb2b2\n'
    answer = client.post("/api/games/import", content=text.encode(), params={"name": "games.txt"}).json()
    (game,) = answer["games"]
    assert (game["game"], game["black"], game["winner"], game["reason"]) == ("noughts", "Ada", "black", "resignation")
    assert len(answer["skipped"]) == 1


def test_a_game_without_reviews_says_so(client):
    seats = {"black": {"player": "human"}, "white": {"player": "human"}}
    game = client.post("/api/games", json={**START, **seats}).json()
    assert client.post(f"/api/games/{game['id']}/moves", json={"move": "b2"}).status_code == 200
    refused = client.post("/api/reviews", json={"game": game["id"]})
    assert refused.status_code == 409
    assert "cannot be reviewed here" in refused.json()["error"]


def test_players_of_other_games_are_refused(client):
    refused = client.post("/api/games", json={**START, "white": {"player": "engine:level=1"}})
    assert "cannot play Noughts and crosses" in refused.json()["error"]
