"""The live channel: analysis that deepens and is replaced, games, and frames that make no sense."""

import json

import pytest

from app.conftest import LIVE, run_apart, wait_for
from kibitz.app.live import _Connection
from kibitz.review.othello.game_sources import own_games
from kibitz.rules.squares import format_transcript

BOARD_AFTER_F5 = "---------------------------OX------XXX-------------------------- O"


@pytest.fixture
def live(client):
    with client.websocket_connect(LIVE) as made:
        yield made


def next_of(live, kind, enough=lambda _message: True):
    while True:
        message = live.receive_json()
        if message["type"] == kind and enough(message):
            return message


def test_analysis_deepens_and_tells_why(live):
    live.send_json({"type": "analyse", "moves": "f5", "id": 7})
    first = next_of(live, "analysis")
    assert (first["id"], first["position"]) == (7, BOARD_AFTER_F5)
    assert {row["move"] for row in first["moves"]} == {"f4", "d6", "f6"}
    deeper = next_of(live, "analysis", lambda message: message["depth"] >= first["depth"] + 3)
    assert deeper["revision"] > first["revision"]
    assert deeper["why"].startswith("depth ")


def test_a_new_question_replaces_the_old_one(live, services):
    live.send_json({"type": "analyse", "moves": "f5", "id": "old"})
    next_of(live, "analysis")
    live.send_json({"type": "analyse", "moves": "f5d6", "id": "new"})
    next_of(live, "analysis", lambda message: message["id"] == "new")
    for _ in range(5):
        assert next_of(live, "analysis")["id"] == "new"
    assert services.pool.watched == 1


def test_stop_and_going_away_end_the_work(client, services):
    with client.websocket_connect(LIVE) as live:
        live.send_json({"type": "analyse"})
        next_of(live, "analysis")
        live.send_json({"type": "stop"})
        wait_for(lambda: services.pool.watched == 0)
        live.send_json({"type": "analyse", "moves": "f5"})
        next_of(live, "analysis")
    wait_for(lambda: services.pool.watched == 0 and services.pool.busy == 0)


def test_a_tab_that_went_away_looks_at_nothing_even_if_its_last_word_is_heard_late(services):
    async def go_away_first() -> None:
        connection = _Connection(None, services)
        connection.end()
        connection._follow({"type": "analyse"})

    run_apart(go_away_first())
    assert services.pool.watched == 0
    services.pool.close()


@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        ("", "a frame is one JSON object"),
        ("{", "a frame is one JSON object"),
        ("[" * 60_000, "a frame is one JSON object"),
        ("[]", "a frame is one JSON object with a type"),
        ('{"type": 5}', "a frame is one JSON object with a type"),
        ('{"type": "dance"}', "'dance' is not a message; use analyse, voices, stop, watch, reviews or ping"),
        ('{"type": "analyse", "moves": "z9"}', "transcript, move 1 is z9; squares are a1 to h8"),
        ('{"type": "analyse", "path": "f5"}', "'path' is not a field of analyse, which has type, start, moves and id"),
        ('{"type": "stop", "id": 3}', "'id' is not a field of stop, which has only type"),
        ('{"type": "analyse", "moves": false}', "moves is a text of at most 6000 characters"),
        ('{"type": "analyse", "moves": 5}', "moves is a text of at most 6000 characters"),
        ('{"type": "analyse", "id": {}}', "id is a short text or a number"),
        ('{"type": "analyse", "id": NaN}', "a frame is one JSON object"),
        ('{"type": "voices", "id": -Infinity}', "a frame is one JSON object"),
        ('{"type": "analyse", "id": 1e999}', "id is a short text or a number"),
        ('{"type": "analyse", "start": "' + "X" * 64 + ' X"}', "the game is over: there is no move to analyse"),
        ('{"type": "watch", "game": 5}', "game is the id of a game, or null"),
        ('{"type": "watch", "game": "../../etc/passwd"}', "'../../etc/passwd' is not the id of a game"),
        ('{"type": "watch", "game": "0123456789abcdef"}', "there is no game 0123456789abcdef"),
        ("x" * 70_000, "a frame of 70000 characters is too long; at most 65536 are read"),
    ],
)
def test_frames_that_make_no_sense_are_answered_and_survived(live, frame, problem):
    live.send_text(frame)
    assert live.receive_json() == {"type": "error", "error": problem}
    live.send_json({"type": "ping"})
    assert live.receive_json() == {"type": "pong"}


def test_an_answer_that_cannot_be_written_becomes_an_error(live, monkeypatch):
    monkeypatch.setattr("kibitz.app.live._asker", lambda _frame: float("nan"))
    live.send_json({"type": "analyse", "moves": "f5"})
    assert "an answer cannot be sent" in live.receive_json()["error"]
    live.send_json({"type": "stop"})
    live.send_json({"type": "ping"})
    while (answer := live.receive_json())["type"] == "error":
        assert "an answer cannot be sent" in answer["error"]
    assert answer == {"type": "pong"}


def test_bytes_are_answered_and_survived(live):
    live.send_bytes(b"\xff\x00")
    assert live.receive_json() == {"type": "error", "error": "frames are text, not bytes"}
    live.send_json({"type": "ping"})
    assert live.receive_json() == {"type": "pong"}


def test_every_change_of_a_watched_game_is_told(client, live):
    game = client.post("/api/games", json={}).json()
    live.send_json({"type": "watch", "game": game["id"]})
    assert next_of(live, "game")["game"] == game
    after = client.post(f"/api/games/{game['id']}/moves", json={"move": "f5"}).json()
    assert next_of(live, "game")["game"]["moves"] == after["moves"]
    live.send_json({"type": "watch", "game": None})
    live.send_json({"type": "ping"})
    next_of(live, "pong")
    client.post(f"/api/games/{game['id']}/moves", json={"move": "d6"})
    live.send_json({"type": "ping"})
    assert live.receive_json() == {"type": "pong"}


def test_two_tabs_see_one_game(client, live):
    game = client.post("/api/games", json={}).json()
    with client.websocket_connect(LIVE) as other:
        for tab in (live, other):
            tab.send_json({"type": "watch", "game": game["id"]})
            next_of(tab, "game")
        client.post(f"/api/games/{game['id']}/moves", json={"move": "f5"})
        for tab in (live, other):
            assert next_of(tab, "game")["game"]["moves"] == ["f5"]


def test_a_finished_endgame_is_told_to_be_done(live):
    live.send_text(json.dumps({"type": "analyse", "moves": format_transcript(own_games()[0].moves[:50])}))
    done = next_of(live, "analysis", lambda message: message["done"])
    assert done["exact"]
    assert all(row["exact"] for row in done["moves"])
