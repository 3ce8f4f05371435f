"""Other programs in the app: who may change the list, what they say, and that their failures are told and survived."""

import sys

import pytest
from starlette.testclient import TestClient

from app.conftest import LIVE
from kibitz.app.server import create_app
from kibitz.players.external.configured import ConfiguredEngine, keep_engine, list_engines
from players.external.conftest import ANALYST

NINE = "go:9 komi:7 rules:chinese"


@pytest.fixture(autouse=True)
def own_list(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_ENGINES", str(tmp_path / "engines.json"))


@pytest.fixture
def here(services):
    """The app as seen from this machine."""
    with TestClient(create_app(services), base_url="http://127.0.0.1", client=("127.0.0.1", 5000)) as made:
        yield made


@pytest.fixture
def key(services):
    return {"X-Kibitz-Key": services.engines.key}


def listed(fault="", name="analyst"):
    keep_engine(ConfiguredEngine(name, "go", (sys.executable, str(ANALYST), fault), timeout=2.0 if fault == "hang" else 60.0))


def body(fault=""):
    return {"game": "go", "command": [sys.executable, str(ANALYST), fault]}


def test_an_engine_is_added_and_removed_with_the_key(here, key):
    added = here.put("/api/engines/analyst", json=body(), headers=key)
    assert added.status_code == 200, added.text
    assert added.json()["sentence"].startswith("Analyst 2.1 over gtp: gives values by kata-analyze; boards: 8, 9, 13, 19")
    (row,) = here.get("/api/engines").json()["engines"]
    assert (row["name"], row["title"]) == ("analyst", "Analyst 2.1")
    assert "command" not in row
    assert here.delete("/api/engines/analyst", headers=key).json() == {"deleted": "analyst"}
    assert list_engines() == []


@pytest.mark.parametrize("headers", [{}, {"X-Kibitz-Key": ""}, {"X-Kibitz-Key": "guessed"}])
def test_nobody_changes_the_list_without_the_key(here, headers, tmp_path):
    bait = tmp_path / "bait"
    listed()
    refused = here.put("/api/engines/e", json={"game": "go", "command": ["touch", str(bait)]}, headers=headers)
    assert refused.status_code == 403
    assert "kibitz engines" in refused.json()["error"]
    assert here.delete("/api/engines/analyst", headers=headers).status_code == 403
    assert not bait.exists()
    assert [engine.name for engine in list_engines()] == ["analyst"]


def test_nobody_on_another_machine_changes_the_list_even_with_the_key(services, key):
    with TestClient(create_app(services, frozenset({"0.0.0.0"})), base_url="http://10.0.0.5", client=("10.0.0.9", 5000)) as there:
        assert there.put("/api/engines/e", json=body(), headers=key).status_code == 403
        assert there.delete("/api/engines/e", headers=key).status_code == 403


def test_pages_of_other_sites_change_no_list_even_with_the_key(here, key):
    foreign = {**key, "Origin": "http://evil.example"}
    assert here.put("/api/engines/e", json=body(), headers=foreign).status_code == 403
    assert list_engines() == []


def test_an_engine_that_does_not_work_is_not_kept(here, key):
    answer = here.put("/api/engines/e", json=body("die-at-start"), headers=key)
    assert answer.status_code == 500
    assert "exit code 4" in answer.json()["error"]
    assert list_engines() == []


def test_a_listed_engine_is_tested_without_the_key(here):
    listed()
    assert here.post("/api/engines/analyst/test").json()["sizes"] == [8, 9, 13, 19]
    assert here.post("/api/engines/nobody/test").status_code == 409


def test_an_engine_speaks_instead_of_kibitz_and_says_who_it_is(here):
    listed()
    found = here.get("/api/voices", params={"start": NINE, "moves": "ee", "engine": "analyst", "seconds": 0.5}).json()
    assert found["sources"]["engine"].startswith("Analyst 2.1, ")
    assert (found["rows"][0]["move"], found["rows"][0]["engine"]["win_chance"]) == ("A9", 0.62)
    assert here.get("/api/voices", params={"engine": "analyst"}).json()["error"].endswith("in the list for go, not for othello")


def voices(socket, engine):
    """The first message of the engine's that says something."""
    socket.send_json({"type": "voices", "start": NINE, "moves": "ee", "ask": ["engine"], "engine": engine})
    while True:
        said = socket.receive_json()
        if said["type"] == "error" or (said.get("analysis") and (said["analysis"]["problem"] or said["rows"][0]["engine"])):
            return said


def test_the_live_channel_tells_what_an_engine_says(here):
    listed()
    with here.websocket_connect(LIVE) as socket:
        said = voices(socket, "analyst")
        assert said["analysis"]["win_chance"] == 0.62
        assert said["analysis"]["black_score"] == -3.5
        assert len(said["analysis"]["ownership"]) == 81
    with here.websocket_connect(LIVE) as socket:
        assert voices(socket, "nobody")["error"].startswith("there is no engine 'nobody'")


@pytest.mark.parametrize(
    ("fault", "problem"),
    [("die", "out of memory"), ("hang", "no answer within 2 s"), ("lie-move", "it named 'Z99'"), ("flood", "wrote without end")],
)
def test_an_engine_that_fails_is_told_about_and_the_app_goes_on(here, fault, problem):
    listed(fault)
    with here.websocket_connect(LIVE) as socket:
        said = voices(socket, "analyst")
        while not said["analysis"]["problem"]:
            said = socket.receive_json()
        assert problem in said["analysis"]["problem"]
        socket.send_json({"type": "ping"})
        assert any(socket.receive_json()["type"] == "pong" for _ in range(10))
    assert here.get("/api/analysis", params={"seconds": 0.2}).status_code == 200


def test_an_engine_is_an_opponent_by_its_name(here):
    listed()
    seats = {"black": {"player": "human", "name": "You"}, "white": {"player": "external:analyst,seconds=1", "name": "Analyst"}}
    assert here.post("/api/games", json={"start": NINE, **seats}).status_code == 201
    refused = here.post("/api/games", json=seats)
    assert refused.status_code == 409
    assert "in the list for go, not for othello" in refused.json()["error"]
