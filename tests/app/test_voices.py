"""Human, engine and archive in one row for each move: by HTTP and on the live channel, joined by kibitz.voices."""

import json

import pytest

from app.conftest import LIVE
from kibitz.app.hearing import Hearing, Question
from kibitz.app.study_games import game_of, parse_played_line
from kibitz.archive.database import open_for_writing
from kibitz.archive.importer import import_records
from kibitz.cli.main import main
from kibitz.records.othello.record import GameRecord
from kibitz.rules.squares import parse_transcript


@pytest.fixture
def archive(tmp_path, monkeypatch):
    """An archive of three games, two of which begin alike."""
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "games.duckdb"))
    games = [GameRecord(parse_transcript(moves), black="Ann", white="Bob") for moves in ("f5d6c3", "f5d6c4", "f5f6e6")]
    with open_for_writing(game="othello") as made:
        import_records(made, games, "test")
    return tmp_path / "games.duckdb"


def voices_on(live, enough):
    """Return the first message of the live channel about the voices that is enough."""
    while True:
        message = live.receive_json()
        assert message["type"] == "voices", message
        if enough(message):
            return message


def test_every_legal_move_has_a_row_with_all_voices(client, archive):
    found = client.get("/api/voices", params={"moves": "f5", "seconds": 0.2}).json()
    rows = {row["move"]: row for row in found["rows"]}
    assert rows.keys() == {"d6", "f6", "f4"}
    assert sum(row["human"] for row in rows.values()) == pytest.approx(1)
    assert {move: (row["archive"] or {}).get("games") for move, row in rows.items()} == {"d6": 2, "f6": 1, "f4": None}
    assert found["sources"]["human"] == "expert"
    assert found["sources"]["archive"] == str(archive)
    assert found["archive_games"] == 3
    scores = [row["engine"]["score"] for row in found["rows"]]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.usefixtures("archive")
def test_the_command_line_and_the_app_say_the_same_of_people_and_the_archive(client, capsys):
    app = client.get("/api/voices", params={"moves": "f5", "seconds": 0.05}).json()
    main(["analyse", "f5", "--depth", "4", "--json"])
    printed = json.loads(capsys.readouterr().out)
    told = {row["move"]: (row["human"]["probability"], row["archive"]) for row in printed["moves"]}
    assert {row["move"]: (row["human"], row["archive"]) for row in app["rows"]} == told
    assert app["sources"] | {"notes": []} == printed["sources"] | {"notes": []}


@pytest.mark.usefixtures("archive")
def test_the_archive_is_asked_about_some_games_only(client):
    rows = client.get("/api/voices", params={"moves": "f5", "player": "Nobody", "seconds": 0.05}).json()["rows"]
    assert {json.dumps(row["archive"]) for row in rows} == {"null"}


def test_a_voice_that_is_missing_is_silent_and_says_why(client):
    found = client.get("/api/voices", params={"moves": "f5", "seconds": 0.05}).json()
    assert found["sources"]["archive"] is None
    assert "kibitz archive" in found["sources"]["notes"][0]
    assert client.get("/api/voices", params={"start": "X" * 64 + " X"}).status_code == 409


@pytest.mark.usefixtures("archive")
def test_no_voice_waits_for_another(client):
    with client.websocket_connect(LIVE) as live:
        live.send_json({"type": "voices", "moves": "f5", "id": 3})
        first = live.receive_json()
        assert (first["type"], first["id"]) == ("voices", 3)
        everybody = voices_on(live, lambda message: not message["waiting"])
        assert everybody["human"]["model"] == "expert"
        assert len(everybody["human"]["ownership"]) == 64
        assert everybody["analysis"]["depth"] >= 1
        assert "moves" not in everybody["analysis"]
        assert all(row["human"] is not None and row["engine"] is not None for row in everybody["rows"])
        deeper = voices_on(live, lambda message: message["analysis"]["depth"] > everybody["analysis"]["depth"])
        assert deeper["archive_games"] == 3


@pytest.mark.usefixtures("archive")
def test_only_those_who_are_asked_speak(client, services):
    with client.websocket_connect(LIVE) as live:
        live.send_json({"type": "voices", "moves": "f5", "ask": ["archive"]})
        only = live.receive_json()
        assert (only["waiting"], only["human"], only["analysis"], only["archive_games"]) == ([], None, None, 3)
        assert services.pool.watched == 0


def test_people_of_a_strength_are_asked(client):
    with client.websocket_connect(LIVE) as live:
        live.send_json({"type": "voices", "moves": "f5d6", "ask": ["human"], "rating": 1000})
        weak = {row["move"]: row["human"] for row in live.receive_json()["rows"]}
    told = client.get("/api/predictions", params={"moves": "f5d6", "rating": 1000}).json()["moves"]
    assert weak == {row["move"]: row["probability"] for row in told}


@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        ({"ask": ["oracle"]}, "ask is a list of voices; known are human, engine, archive"),
        ({"ask": "human"}, "ask is a list of voices; known are human, engine, archive"),
        ({"rating": "strong"}, "rating is a number above 0, at most 4000"),
        ({"rating": -5}, "rating is a number above 0, at most 4000"),
        ({"moves": "z9"}, "transcript, move 1 is z9; squares are a1 to h8"),
    ],
)
def test_a_question_that_makes_no_sense_is_answered(client, frame, problem):
    with client.websocket_connect(LIVE) as live:
        live.send_json({"type": "voices", **frame})
        assert live.receive_json() == {"type": "error", "error": problem}


def test_a_question_that_is_over_is_not_asked_any_more(services, monkeypatch):
    line = parse_played_line(moves="f5")
    asked = []
    monkeypatch.setattr(type(game_of(line)), "human_voice", lambda *_arguments: asked.append(1))

    class Late:
        """Does its work when it is told to."""

        def submit(self, work, *arguments):
            self.work = lambda: work(*arguments)

    late, told = Late(), []
    end = Hearing(Question(line, ("human",)), told.append).begin(services.pool, services.engines, late)
    end()
    late.work()
    assert (asked, told) == ([], [])
