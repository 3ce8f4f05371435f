"""Games of Go that the app keeps: against people and programs, with what is dead at their end."""

import json

import pytest

from app.go.playing import NINE, new_game, play, settled


def test_two_people_play_pass_and_say_what_is_dead(client):
    game = new_game(client)
    over = play(client, game, "E5", "C3", "pass", "pass")
    assert over["state"] == "over"
    assert over["outcome"]["reason"] == "both sides passed"
    alive = client.put(f"/api/games/{game['id']}/dead", json={"dead": []}).json()
    assert alive["outcome"]["black_score"] == -7
    dead = client.put(f"/api/games/{game['id']}/dead", json={"dead": ["C3"]}).json()
    assert dead["dead"] == ["C3"]
    assert dead["outcome"] == {"winner": "black", "black_score": 74.0, "reason": "both sides passed"}
    again = client.post(f"/api/games/{game['id']}/takeback").json()
    assert (again["state"], again["dead"], again["moves"]) == ("playing", [], ["E5", "C3", "pass"])
    assert client.put(f"/api/games/{game['id']}/dead", json={"dead": ["C3"]}).status_code == 409


def test_what_is_dead_is_kept_when_the_server_is_killed(start_server):
    first = start_server()
    game = new_game(first.client)
    play(first.client, game, "E5", "C3", "pass", "pass")
    first.client.put(f"/api/games/{game['id']}/dead", json={"dead": ["C3"]})
    first.kill()
    found = start_server().client.get(f"/api/games/{game['id']}").json()
    assert (found["dead"], found["outcome"]["black_score"]) == (["C3"], 74.0)


def test_an_illegal_move_is_refused_and_the_game_goes_on(client):
    game = new_game(client)
    play(client, game, "E5")
    for move in ("E5", "Z9", "f5d6", "J10"):
        assert client.post(f"/api/games/{game['id']}/moves", json={"move": move}).status_code == 400
    assert play(client, game, "E6")["moves"] == ["E5", "E6"]


@pytest.mark.parametrize("player", ["uct:playouts=60,seed=1", "goexpert", "random:seed=1"])
def test_a_program_answers_and_a_move_is_taken_back(client, player):
    game = new_game(client, white={"player": player, "name": "It"})
    play(client, game, "E5")
    now = settled(client, game)
    assert len(now["moves"]) == 2
    assert now["can_take_back"]
    assert client.post(f"/api/games/{game['id']}/takeback").json()["moves"] == []


def test_only_players_of_the_game_can_play_it(client):
    assert {row["name"] for row in client.get("/api/players?game=go").json()["players"]} >= {"uct", "goexpert", "random"}
    assert "uct" not in {row["name"] for row in client.get("/api/players").json()["players"]}
    for start, player in ((NINE, "engine:level=1"), ("", "uct"), (NINE, "gtp:gnugo"), (NINE, "uct:threads=1000")):
        refused = client.post("/api/games", json={"start": start, "white": {"player": player}})
        assert refused.status_code == 409, player


def test_a_game_goes_on_from_given_moves(client):
    game = new_game(client, moves="eecc")
    assert (game["moves"], game["fixed"], game["can_take_back"]) == (["E5", "C7"], 2, False)


def test_resigning_gives_the_game_to_the_other_side(client):
    game = new_game(client)
    over = client.post(f"/api/games/{game['id']}/resign", json={"side": "black"}).json()
    assert (over["outcome"]["winner"], over["outcome"]["reason"]) == ("white", "resignation")
    assert "RE[W+R]" in client.get(f"/api/games/{game['id']}/export?format=sgf").text


def test_a_hint_is_a_legal_move_with_its_chance(client):
    game = new_game(client)
    hint = client.post(f"/api/games/{game['id']}/hint", json={"by": "uct:playouts=200,seed=1"}).json()
    assert hint["move"] in game["position"]["legal_moves"]
    assert 0 <= hint["win_chance"] <= 1
    assert 0 <= hint["probability"] <= 1


def test_a_damaged_file_of_a_game_says_so(client, services):
    game = new_game(client)
    path = services.folder / "games" / f"{game['id']}.jsonl"
    first = json.loads(path.read_text().splitlines()[0])
    path.write_text(json.dumps(first | {"start": "go:99"}) + "\n\n")
    refused = client.get(f"/api/games/{game['id']}")
    assert refused.status_code == 409
    assert "damaged" in refused.json()["error"]
