"""Foreign hosts and origins, oversized bodies, odd paths: all are refused with a clear answer, and nothing outside is opened."""

import json

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from app.conftest import LIVE
from kibitz.app.security import BODY_BYTES, UPLOAD_BYTES
from kibitz.app.server import create_app
from kibitz.app.services import Services


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8064", "127.0.0.1.evil.example", "", "kibitz", "0.0.0.0", "[::2]", "[", "::1]"]
)
def test_a_foreign_host_is_turned_away(client, host):
    answer = client.get("/api/position", headers={"host": host})
    assert answer.status_code == 403
    assert "not a name of this Kibitz server" in answer.json()["error"]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8064", "localhost", "localhost:80", "[::1]:8064", "127.1.2.3"])
def test_loopback_has_many_names(client, host):
    assert client.get("/api/position", headers={"host": host}).status_code == 200


def test_a_host_that_was_named_is_known(tmp_path):
    with TestClient(create_app(Services(tmp_path, workers=1), frozenset({"study.home"})), base_url="http://study.home") as client:
        assert client.get("/api/position").status_code == 200


def test_a_server_for_all_addresses_answers_to_addresses_and_not_to_names(tmp_path):
    with TestClient(create_app(Services(tmp_path, workers=1), frozenset({"0.0.0.0"})), base_url="http://192.168.1.5") as client:
        assert client.get("/api/position").status_code == 200
        assert client.get("/api/position", headers={"host": "evil.example"}).status_code == 403


@pytest.mark.parametrize(
    "origin", ["http://[", "http://evil.example", "null", "http://127.0.0.1:9999", "https://127.0.0.1.evil.example"]
)
def test_pages_of_other_sites_can_change_nothing_and_hear_nothing(client, origin):
    answer = client.post("/api/games", json={}, headers={"origin": origin})
    assert answer.status_code == 403
    assert "may not talk to Kibitz" in answer.json()["error"]
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(LIVE, headers={"origin": origin, "host": "127.0.0.1"}),
    ):
        pass
    assert client.get("/api/games").json()["total"] == 0


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_pages_of_other_sites_without_an_origin_may_only_link_here(client, site):
    fetched = {"sec-fetch-site": site, "sec-fetch-mode": "no-cors"}
    for answer in (client.get("/api/games", headers=fetched), client.post("/api/games", json={}, headers=fetched)):
        assert (answer.status_code, answer.json()["error"]) == (403, "pages of other sites may not talk to Kibitz")
    assert client.get("/api/games", headers={**fetched, "sec-fetch-mode": "navigate"}).status_code == 200
    assert client.get("/api/games", headers={"sec-fetch-site": "same-origin"}).status_code == 200
    assert client.get("/api/games", headers={"sec-fetch-site": "none"}).status_code == 200


def test_an_origin_that_is_no_address_reads_no_more_than_any_other(client):
    assert client.get("/api/games", headers={"origin": "http://["}).status_code == 200


def test_the_app_s_own_pages_may(client):
    headers = {"origin": "http://127.0.0.1:8064", "host": "127.0.0.1:8064"}
    assert client.post("/api/games", json={}, headers=headers).status_code == 201
    with client.websocket_connect(LIVE, headers=headers) as live:
        live.send_json({"type": "ping"})
        assert live.receive_json() == {"type": "pong"}


@pytest.mark.parametrize(
    ("route", "limit"), [("/api/parse", BODY_BYTES), ("/api/games", BODY_BYTES), ("/api/reviews/upload", UPLOAD_BYTES)]
)
def test_too_large_bodies_are_refused_whether_or_not_they_say_so(client, route, limit):
    def in_pieces():
        for _ in range(limit // 65536 + 2):
            yield b"x" * 65536

    for body in (b"x" * (limit + 1), in_pieces()):
        answer = client.post(route, content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 413
        assert answer.json() == {"error": f"the request is larger than {limit >> 20} MiB"}


def test_a_length_that_is_stated_is_believed_before_anything_is_sent(client):
    answer = client.post("/api/parse", content=b"{}", headers={"content-length": str(10**12)})
    assert answer.status_code == 413
    assert client.post("/api/parse", content=b"{}", headers={"content-length": "9" * 5000}).status_code == 413


TRICKS = [
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "....//etc/passwd",
    "%2e%2e/%2e%2e/pyproject.toml",
    "0123456789abcdef%00",
    "C:\\x",
]


@pytest.mark.parametrize("trick", TRICKS)
def test_no_path_leads_out_of_the_folder(client, tmp_path, trick):
    (tmp_path / "secret.jsonl").write_text("secret")
    for route in (
        f"/api/games/{trick}",
        f"/api/reviews/{trick}",
        f"/api/games/{trick}/export",
        f"/{trick}",
        f"/api/repertoire/{trick}",
    ):
        answer = client.get(route)
        assert answer.status_code in (404, 405, 422), route
        assert "secret" not in answer.text
        assert {"error"} <= answer.json().keys() <= {"error", "code", "facts"}


@pytest.mark.parametrize(
    "player",
    [
        'gtp:"touch pwned"',
        "human:name=x",
        "net:model=../../x.onnx",
        "net:/tmp/x.safetensors",
        "nobody",
        "engine:hash=1000000",
        "expert:rating=x",
    ],
)
def test_players_that_are_programs_files_or_nothing_are_refused(client, player):
    answer = client.post("/api/games", json={"white": {"player": player}})
    assert answer.status_code in (400, 409)
    assert client.get("/api/games").json()["total"] == 0


def test_errors_are_one_sentence_and_no_traceback(client):
    for answer in (
        client.get("/api/nothing"),
        client.put("/api/position"),
        client.post("/api/parse", content=b"{"),
        client.post("/api/parse", json={"text": 5}),
        client.post("/api/parse", json={"text": "f5", "more": 1}),
        client.get("/api/games/0000000000000000"),
        client.get("/api/analysis", params={"seconds": 1000}),
    ):
        assert 400 <= answer.status_code < 500
        problem = json.loads(answer.text)
        assert {"error"} <= problem.keys() <= {"error", "code", "facts"}
        assert "\n" not in problem["error"]
        assert "Traceback" not in problem["error"]


def test_pages_are_told_to_keep_to_themselves(client):
    headers = client.get("/api/position").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
