"""Drills and the repertoire over HTTP."""

import pytest

from app.conftest import wait_for
from kibitz.rules.othello.position import parse_board
from kibitz.rules.squares import format_transcript, parse_square
from review.blunders import blundered_game, move_scores


def test_an_endgame_drill_is_judged_exactly(client):
    drill = client.get("/api/drills/endgame", params={"empties": 6, "seed": 1}).json()
    position = parse_board(drill["position"]["start"])
    scores = move_scores(position)
    best = max(scores, key=scores.__getitem__)
    for name in drill["position"]["legal_moves"]:
        move = parse_square(name)
        answer = client.post("/api/drills/endgame", json={"start": drill["position"]["start"], "move": name}).json()
        assert answer["right"] == (move == best)
        assert (answer["score"], answer["loss"]) == (scores[move], scores[best] - scores[move])
        assert parse_square(answer["best"]) == best
    assert drill["source"] == "kibitz"


def test_endgame_answers_are_checked(client):
    for start, move, status in (
        ("", "f5", 409),
        ("X" * 64 + " X", "a1", 400),
        ("nonsense", "f5", 400),
    ):
        assert client.post("/api/drills/endgame", json={"start": start, "move": move}).status_code == status
    assert client.get("/api/drills/endgame", params={"empties": 40}).status_code == 422


@pytest.fixture
def reviewed(client):
    record, ply, cost = blundered_game()
    key = client.post("/api/reviews", json={"text": format_transcript(record.moves)}).json()["reviews"][0]["id"]
    wait_for(lambda: client.get(f"/api/reviews/{key}").json()["state"] == "done")
    return key, ply, cost


def test_own_mistakes_come_back_until_they_are_solved(client, reviewed):
    key, ply, cost = reviewed
    found = client.get("/api/drills/mistakes").json()["mistakes"]
    mistake = next(row for row in found if row["ply"] == ply)
    assert (mistake["loss"], mistake["tries"], mistake["solved"]) == (cost, 0, False)
    assert "best" not in mistake
    wrong = client.post("/api/drills/mistakes", json={"review": key, "ply": ply, "move": mistake["played"]}).json()
    assert (wrong["right"], wrong["loss"], wrong["tries"], wrong["solved"]) == (False, cost, 1, False)
    right = client.post("/api/drills/mistakes", json={"review": key, "ply": ply, "move": wrong["best"]}).json()
    assert (right["right"], right["tries"], right["solved"]) == (True, 2, True)
    assert right["reasons"]
    again = client.get("/api/drills/mistakes").json()["mistakes"]
    assert [row["solved"] for row in again] == sorted(row["solved"] for row in again)
    assert next(row for row in again if row["ply"] == ply)["tries"] == 2


def test_mistakes_are_filtered(client, reviewed):
    _, _, cost = reviewed
    assert all(row["loss"] >= cost for row in client.get("/api/drills/mistakes", params={"least_loss": cost}).json()["mistakes"])
    assert client.get("/api/drills/mistakes", params={"player": "nobody"}).json()["mistakes"] == []


@pytest.mark.usefixtures("reviewed")
def test_a_cut_list_of_mistakes_counts_those_it_leaves_out(client, monkeypatch):
    whole = client.get("/api/drills/mistakes").json()
    assert whole["left_out"] == 0
    monkeypatch.setattr("kibitz.app.routes.retries._MOST_MISTAKES", 0)
    assert client.get("/api/drills/mistakes").json() == {"mistakes": [], "left_out": len(whole["mistakes"])}


def test_only_real_mistakes_can_be_tried(client, reviewed):
    key, ply, _ = reviewed
    assert client.post("/api/drills/mistakes", json={"review": "0" * 16, "ply": ply, "move": "a1"}).status_code == 404
    assert client.post("/api/drills/mistakes", json={"review": "../x", "ply": ply, "move": "a1"}).status_code == 404
    assert client.post("/api/drills/mistakes", json={"review": key, "ply": 999, "move": "a1"}).status_code == 404
    assert client.post("/api/drills/mistakes", json={"review": key, "ply": ply, "move": "d4"}).status_code == 400


def test_a_guess_has_points(client):
    drill = client.get("/api/drills/guess", params={"seed": 5}).json()
    first = drill["position"]["legal_moves"][0]
    answer = client.post("/api/drills/guess", json={"token": drill["token"], "move": first}).json()
    full = client.post("/api/drills/guess", json={"token": drill["token"], "move": answer["played"]}).json()
    assert (full["points"], full["right"]) == (100, True)
    assert 0 <= answer["points"] <= 100
    assert sum(row["probability"] for row in answer["moves"]) == pytest.approx(1)
    assert client.post("/api/drills/guess", json={"token": "own:1:../../x", "move": "f5"}).status_code == 409


def test_a_repertoire_is_learned_card_by_card(client):
    made = client.post("/api/repertoire", json={"moves": "f5d6c3d3c4", "side": "black", "name": "Tiger"})
    assert made.status_code == 201
    assert (len(made.json()["cards"]), made.json()["due"]) == (3, 3)
    due = client.get("/api/repertoire/due").json()
    assert (due["due"], due["card"]["position"]["path"]) == (3, "")
    assert "answer" not in due["card"]
    right = client.post(f"/api/repertoire/{due['card']['id']}", json={"move": "f5", "seconds": 2}).json()
    assert (right["right"], right["move"], right["card"]["reviews"]) == (True, "f5", 1)
    after = client.get("/api/repertoire/due").json()
    assert (after["due"], after["card"]["position"]["path"]) == (2, "f5d6")
    wrong = client.post(f"/api/repertoire/{after['card']['id']}", json={"move": "c5"}).json()
    assert (wrong["right"], wrong["move"], wrong["card"]["lapses"]) == (False, "c3", 1)
    assert client.post(f"/api/repertoire/{after['card']['id']}", json={"move": "a1"}).status_code == 400
    assert client.delete(f"/api/repertoire/{after['card']['id']}").status_code == 200
    assert len(client.get("/api/repertoire").json()["cards"]) == 2
    assert client.delete("/api/repertoire/0000000000000000").status_code == 404


def test_a_damaged_repertoire_is_told_and_not_overwritten(client, tmp_path):
    file = tmp_path / "study" / "repertoire.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text("[{]")
    assert client.get("/api/repertoire").status_code == 409
    assert client.post("/api/repertoire", json={"moves": "f5", "side": "black"}).status_code == 409
    assert file.read_text() == "[{]"
