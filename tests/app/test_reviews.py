"""Reviews in the background: the known worst move is found, progress is told, and nothing asked for is lost."""

from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from app.conftest import LIVE, wait_for
from kibitz.app.review_desk import ReviewDesk
from kibitz.app.server import create_app
from kibitz.app.services import Services
from kibitz.rules.squares import format_move, format_transcript
from review.blunders import blundered_game

RECORDS = Path(__file__).parent.parent / "data" / "records"


def finished(client, key):
    return wait_for(lambda: found if (found := client.get(f"/api/reviews/{key}").json())["state"] in ("done", "failed") else None)


def test_the_known_worst_move_is_found_and_explained(client):
    record, ply, cost = blundered_game()
    answer = client.post("/api/reviews", json={"text": format_transcript(record.moves)})
    assert answer.status_code == 202
    key = answer.json()["reviews"][0]["id"]
    found = finished(client, key)
    assert (found["state"], found["done"], found["total"]) == ("done", ply + 1, ply + 1)
    blunder = next(mistake for mistake in found["review"]["mistakes"] if mistake["ply"] == ply)
    assert (blunder["move"], blunder["loss"]) == (format_move(record.moves[ply]), cost)
    assert len(blunder["reasons"]) >= 1
    assert client.get(f"/api/games/{key}").json()["reviewed"]
    listed = client.get("/api/reviews").json()["reviews"][0]
    assert listed["worst_loss"] == found["review"]["mistakes"][0]["loss"]
    assert listed["accuracy"]["black"] == found["review"]["accuracy"]["black"]["all"]["accuracy"]


def test_a_saved_game_is_reviewed_where_it_lies(client):
    game = client.post("/api/games", json={}).json()
    assert client.post("/api/reviews", json={"game": game["id"]}).status_code == 409
    client.post(f"/api/games/{game['id']}/moves", json={"move": "f5"})
    assert client.post("/api/reviews", json={"game": game["id"]}).status_code == 202
    assert len(finished(client, game["id"])["review"]["moves"]) == 1
    assert client.get("/api/games").json()["total"] == 1


def test_a_whole_file_is_reviewed_with_progress_on_the_live_channel(client):
    with client.websocket_connect(LIVE) as live:
        live.send_json({"type": "reviews"})
        answer = client.post("/api/reviews/upload", params={"name": "x.pgn"}, content=(RECORDS / "five_games.pgn").read_bytes())
        waiting = {review["id"] for review in answer.json()["reviews"]}
        assert len(waiting) == 5
        done: dict[str, list[int]] = {key: [] for key in waiting}
        while waiting:
            message = live.receive_json()
            done[message["id"]].append(message["done"])
            if message["state"] == "done":
                waiting.remove(message["id"])
    assert all(counts == sorted(counts) and counts[-1] > 0 for counts in done.values())


def test_reports_can_be_shared_once_the_review_is_done(client):
    record, _, _ = blundered_game()
    key = client.post("/api/reviews", json={"text": format_transcript(record.moves)}).json()["reviews"][0]["id"]
    worst = finished(client, key)["review"]["mistakes"][0]
    text = client.get(f"/api/reviews/{key}/report.txt")
    assert f"{worst['move']} loses" in text.text
    picture = client.get(f"/api/reviews/{key}/report.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(picture.text).tag.endswith("svg")


def test_the_page_of_a_review_has_its_moments_its_curves_and_the_better_lines(client):
    record, ply, _ = blundered_game()
    key = client.post("/api/reviews", json={"text": format_transcript(record.moves)}).json()["reviews"][0]["id"]
    mistakes = finished(client, key)["review"]["mistakes"]
    answer = client.get(f"/api/reviews/{key}/report.html")
    assert answer.headers["content-disposition"].startswith("attachment")
    page = answer.text
    assert page.count('class="curve"') == 2
    assert page.count("<h3><a href=") == min(len(mistakes), 6)
    assert all(reason in unescape(page) for mistake in mistakes for reason in mistake["reasons"])
    assert page.count('class="variation"') == len(mistakes)
    assert f"{ply + 1} " in page and format_move(record.moves[ply]) in page


def test_what_cannot_be_reviewed_is_told(client):
    assert client.post("/api/reviews", json={}).status_code == 400
    assert client.post("/api/reviews", json={"game": "0" * 16, "text": "f5"}).status_code == 400
    assert client.post("/api/reviews", json={"game": "0" * 16}).status_code == 404
    assert client.post("/api/reviews", json={"game": "../../x"}).status_code == 404
    assert client.post("/api/reviews", json={"text": "hello"}).status_code == 400
    assert client.post("/api/reviews", json={"text": "-" * 27 + "OX------XO" + "-" * 27 + " X"}).status_code == 400
    assert client.get("/api/reviews/0000000000000000").status_code == 404


def test_a_review_can_be_withdrawn_and_the_game_stays(client):
    key = client.post("/api/reviews", json={"text": "f5d6c3"}).json()["reviews"][0]["id"]
    assert client.delete(f"/api/reviews/{key}").json() == {"deleted": key}
    assert client.get(f"/api/reviews/{key}").status_code == 404
    assert client.get(f"/api/games/{key}").status_code == 200
    assert client.post("/api/reviews", json={"game": key}).status_code == 202


def test_the_queue_is_found_again_after_a_restart(tmp_path):
    folder = tmp_path / "study"
    before = Services(folder, workers=1)
    game = before.shelf.create({"event": "new", "at": "2026-01-01T00:00:00+00:00", "black": {}, "white": {}, "moves": "f5d6c3"})
    before.reviews.request(game.id)  # never started, as if the server had been killed at once
    with TestClient(create_app(Services(folder, workers=1)), base_url="http://127.0.0.1") as client:
        assert finished(client, game.id)["state"] == "done"
    again = Services(folder, workers=1)
    again.reviews.start()
    assert again.reviews.has(game.id)
    again.reviews.close()


@pytest.mark.parametrize(
    "damage",
    [b"", b"[]", b"{", b"null", b'{"state": "done", "requested": ""}', b'{"state": "new", "requested": ""}', 9000 * b"["],
)
def test_a_damaged_review_is_listed_as_failed_and_can_be_asked_for_again(services, damage):
    game = services.shelf.create({"event": "new", "at": "2026-01-01T00:00:00+00:00", "black": {}, "white": {}, "moves": "f5"})
    file = services.folder / "reviews" / f"{game.id}.json"
    file.parent.mkdir()
    file.write_bytes(damage)
    with TestClient(create_app(services), base_url="http://127.0.0.1") as client:
        (line,) = client.get("/api/reviews").json()["reviews"]
        assert (line["state"], "ask for the review again" in line["error"]) == ("failed", True)
        assert client.post("/api/reviews", json={"game": game.id}).status_code == 202
        assert finished(client, game.id)["state"] == "done"


def test_a_review_that_fails_says_why_and_lets_the_others_go_on(tmp_path):
    services = Services(tmp_path, workers=1)
    games = [
        services.shelf.create({"event": "new", "at": "2026-01-01T00:00:00+00:00", "black": {}, "white": {}, "moves": "f5"})
        for _ in range(2)
    ]
    desk = ReviewDesk(tmp_path, services.shelf)
    for game in games:
        desk.request(game.id)
    services.shelf.delete(games[0].id)
    desk.start()
    wait_for(lambda: desk.has(games[1].id))
    failed = desk.ticket(games[0].id)
    assert (failed.state, failed.error) == ("failed", f"there is no game {games[0].id}")
    desk.close()
