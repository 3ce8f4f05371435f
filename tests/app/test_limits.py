"""The app does a bounded amount of work for anybody, and nobody waits for the work that is done for others."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.websockets import WebSocketDisconnect

from app.conftest import LIVE, PATIENCE, wait_for
from app.playing import new_game, play
from kibitz.app import study_game
from kibitz.app.go.records import new_event_of_go
from kibitz.app.othello.study_store import MOST_CARDS
from kibitz.app.routes import games as game_routes
from kibitz.app.study_games import parse_played_line
from kibitz.app.thinkers import Thinkers
from kibitz.players.simple import RandomPlayer
from kibitz.records.go.files import parse_go_games
from kibitz.rules.go.position import GoPosition

MORE_THAN_THREADS = 50  # requests have 40 threads to share


def test_others_are_answered_while_large_uploads_are_read(client, monkeypatch):
    begun, may_end = threading.Event(), threading.Event()
    find_game = game_routes.game_of_file

    def slowly(data, source):
        begun.set()
        assert may_end.wait(PATIENCE)
        return find_game(data, source)

    monkeypatch.setattr(game_routes, "game_of_file", slowly)
    with ThreadPoolExecutor(MORE_THAN_THREADS + 1) as people:
        uploads = [people.submit(client.post, "/api/games/import", content=b"f5d6c3") for _ in range(MORE_THAN_THREADS)]
        try:
            assert begun.wait(PATIENCE)
            assert people.submit(client.get, "/api/position").result(PATIENCE).status_code == 200
        finally:
            may_end.set()
        assert {upload.result(PATIENCE).status_code for upload in uploads} == {201}


@pytest.mark.parametrize("game", ["(;GM[1]SZ[9];B[ee](;W[ce])(;W[ec])(;W[eg]))", "(;GM[2];B[f5](;W[d6])(;W[f4])(;W[f6]))"])
def test_a_file_with_very_many_variations_is_not_read_to_its_end_and_that_is_said(client, monkeypatch, game):
    monkeypatch.setattr(study_game, "MOST_VARIATIONS_READ", 4)
    found = client.post("/api/games/import?name=wide.sgf", content=game * 8).json()
    assert len(found["games"]) == 2  # with two variations each
    sentence = "wide.sgf holds more variations than are read at once; what follows the first 4 is not counted"
    assert found["skipped"] == [sentence]


def test_a_file_that_ends_at_the_limit_was_read_to_its_end(client, monkeypatch):
    monkeypatch.setattr(study_game, "MOST_VARIATIONS_READ", 2)
    found = client.post("/api/games/import?name=wide.sgf", content="(;GM[2];B[f5](;W[d6])(;W[f4])(;W[f6]))").json()
    assert (len(found["games"]), found["left_out"], found["skipped"]) == (1, 0, [])


def test_a_long_game_of_go_is_played_once_and_not_again_for_every_move(monkeypatch):
    points = [f";{'BW'[ply % 2]}[{'abcdefghi'[ply % 9]}{'abcdefghi'[ply // 9]}]" for ply in range(40)]
    (record,) = parse_go_games(f"(;GM[1]SZ[9]{''.join(points)})".encode(), "long.sgf", pytest.fail)
    played = []
    move_on = GoPosition.play
    monkeypatch.setattr(GoPosition, "play", lambda position, move: played.append(move) or move_on(position, move))
    new_event_of_go(record)
    assert len(played) == 40


def test_tabs_beyond_the_most_are_told_so_and_room_is_made_when_one_closes(client, monkeypatch):
    monkeypatch.setattr("kibitz.app.live.MOST_CONNECTIONS", 1)
    with client.websocket_connect(LIVE) as first:
        with client.websocket_connect(LIVE) as second:
            assert second.receive_json() == {"type": "error", "error": "too many tabs are open; close some"}
            with pytest.raises(WebSocketDisconnect):
                second.receive_json()
        first.send_json({"type": "ping"})
        assert first.receive_json() == {"type": "pong"}

    def is_let_in():
        with client.websocket_connect(LIVE) as third:
            third.send_json({"type": "ping"})
            return third.receive_json() == {"type": "pong"}

    assert wait_for(is_let_in)


def test_a_tab_that_reads_nothing_keeps_a_bounded_number_of_messages_waiting(services, monkeypatch):
    from kibitz.app.live import _Connection

    monkeypatch.setattr("kibitz.app.live._MOST_WAITING", 5)
    monkeypatch.setattr("asyncio.get_running_loop", lambda: None)
    connection = _Connection(None, services)
    for number in range(20):
        connection._put(f"error {number}", {"type": "error"})
    assert list(connection._waiting) == [f"error {number}" for number in range(15, 20)]


def test_games_at_rest_give_their_place_to_games_that_are_played(client, services, monkeypatch):
    monkeypatch.setattr("kibitz.app.game_room.MOST_GAMES_AT_ONCE", 3)
    games = [new_game(client) for _ in range(8)]
    assert len(services.room._live) <= 3
    assert all(play(client, game, "f5").status_code == 200 for game in games)
    assert len(services.room._live) <= 3


def test_games_that_are_deleted_leave_nothing_behind(client, services):
    for _ in range(3):
        game = new_game(client, white={"player": "random"})
        with client.websocket_connect(LIVE) as live:
            live.send_json({"type": "watch", "game": game["id"]})
            live.receive_json()
        play(client, game, "f5")
        client.delete(f"/api/games/{game['id']}")
    wait_for(lambda: not services.room._watchers)
    assert (services.room._live, services.shelf._known, services.reviews._tickets) == ({}, {}, {})


@pytest.mark.parametrize(
    ("method", "route", "body"),
    [
        ("PUT", "comments", {"path": "", "comment": "x" * 20_001}),
        ("PATCH", "", {"black": "x" * 201}),
        ("POST", "variations", {"path": "f5" * 3_001}),
    ],
)
def test_texts_that_are_too_long_are_refused_and_leave_the_game_as_it_was(client, method, route, body):
    game = new_game(client)
    answer = client.request(method, f"/api/games/{game['id']}/{route}".rstrip("/"), json=body)
    assert answer.status_code == 422
    assert client.get(f"/api/games/{game['id']}").json()["version"] == game["version"]


@pytest.mark.parametrize(
    ("route", "body"),
    [
        ("games", {"start": "go:9" + " " * 1_500}),
        ("games", {"white": {"player": "engine:" + "x" * 200}}),
        ("parse", {"text": "f5" * 500_001}),
        ("reviews", {"text": "f5" * 500_001}),
    ],
)
def test_requests_with_texts_that_are_too_long_are_refused(client, route, body):
    assert client.post(f"/api/{route}", json=body).status_code == 422


def test_the_id_of_a_question_is_short(client):
    with client.websocket_connect(LIVE) as live:
        live.send_json({"type": "analyse", "id": "x" * 201})
        assert live.receive_json() == {"type": "error", "error": "id is a short text or a number"}


def test_nobody_makes_the_engine_think_longer_than_so_many_seconds(client):
    for route in ("analysis", "voices"):
        assert client.get(f"/api/{route}", params={"seconds": 5.1}).status_code == 422


def test_no_more_than_two_players_think_at_the_same_time(monkeypatch):
    may_end, thinking, most = threading.Event(), [], []

    class Slow(RandomPlayer):
        def choose(self, turn):
            thinking.append(self)
            most.append(len(thinking))
            assert may_end.wait(PATIENCE)
            thinking.remove(self)
            return super().choose(turn)

    monkeypatch.setattr(Thinkers, "make", staticmethod(lambda _text, _game: Slow()))
    thinkers = Thinkers()
    with ThreadPoolExecutor(4) as games:
        asked = [games.submit(thinkers.choose, f"random:seed={number}", parse_played_line()) for number in range(4)]
        wait_for(lambda: len(thinking) == 2)
        may_end.set()
        assert all(answer.result(PATIENCE) is not None for answer in asked)
    assert max(most) == 2


@pytest.mark.parametrize("rating", [0, -1, 4001, 9999])
def test_ratings_nobody_has_are_refused(client, rating):
    assert client.get("/api/predictions", params={"rating": rating}).status_code == 422
    with client.websocket_connect(LIVE) as live:
        live.send_json({"type": "voices", "rating": rating})
        assert live.receive_json() == {"type": "error", "error": "rating is a number above 0, at most 4000"}


def test_a_repertoire_has_room_for_so_many_cards(client, monkeypatch):
    assert MOST_CARDS == 10_000
    monkeypatch.setattr("kibitz.app.othello.study_store.MOST_CARDS", 2)
    line = {"moves": "f5d6c3d3c4f4", "side": "black"}
    assert client.post("/api/repertoire", json=line).status_code == 409
    assert client.get("/api/repertoire").json()["cards"] == []
