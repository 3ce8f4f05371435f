"""Imports in the background: every game is accounted for, cancelling leaves whole games, and nothing is kept in memory."""

import os
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from app.conftest import wait_for
from kibitz.app import game_intake, import_desk
from kibitz.app.import_job import MOST_REASONS, safe_name
from kibitz.records.othello.files import parse_games, write_games

MOVES = ("f5d6c3d3c4", "f5d6c4", "f5f6e6f4", "f5d6c5f4", "f5d6c3f4f6", "f5f4e3", "d3c5d6", "c4e3f6e6")
ENDED = ("done", "cancelled", "failed")


def pgn(moves: str, black: str = "Ann", date: str = "2024.05.01") -> str:
    spaced = " ".join(moves[i : i + 2] for i in range(0, len(moves), 2))
    return f'[Event "Club"]\n[Date "{date}"]\n[Black "{black}"]\n[White "Ben"]\n[Result "*"]\n\n{spaced} *\n\n'


def begun(client, files: dict[str, bytes], target: str = "games", piece: int = 1 << 20) -> str:
    """The id of an import that has its files and was started."""
    key = client.post("/api/imports", json={"target": target}).json()["id"]
    for name, content in files.items():
        for at in range(0, len(content), piece):
            asked = {"name": name, "at": at}
            answer = client.post(f"/api/imports/{key}/pieces", params=asked, content=content[at : at + piece])
            assert answer.status_code == 200, answer.text
    assert client.post(f"/api/imports/{key}/start").status_code == 202
    return key


def ended(client, key: str) -> dict:
    def found() -> dict | None:
        job = client.get(f"/api/imports/{key}").json()
        return job if job["state"] in ENDED else None

    return wait_for(found)


def test_every_game_of_files_sent_in_pieces_is_accounted_for(client, services):
    games = "".join(pgn(moves) for moves in MOVES) + pgn(MOVES[0]) + pgn("f5a1")
    files = {"club/spring.pgn": games.encode(), "club/notes.doc": b"shopping\0list", "more.txt": b"f5d6c3\nf5d6c3\n"}
    job = ended(client, begun(client, files, piece=100))
    assert (job["state"], job["taken"], job["duplicates"], job["left_out"]) == ("done", len(MOVES) + 1, 2, 1)
    assert job["games_read"] == len(MOVES) + 4
    assert job["bytes_done"] == job["bytes_total"] == sum(map(len, files.values()))
    assert job["files_without_games"] == 1
    assert any("spring.pgn, game 10" in reason and "a1" in reason for reason in job["reasons"])
    assert not any(str(services.folder) in reason for reason in job["reasons"])
    assert {row["name"]: row["games"] for row in job["players"]} == {"Ann": len(MOVES), "Ben": len(MOVES)}
    assert client.get("/api/games").json()["total"] == len(MOVES) + 1
    assert sorted(client.get(f"/api/imports/{job['id']}/games").json()["games"]) == sorted(
        game["id"] for game in client.get("/api/games").json()["games"]
    )
    assert not (services.folder / "imports" / job["id"]).exists()


def test_importing_again_adds_what_is_missing(client):
    ended(client, begun(client, {"some.pgn": "".join(map(pgn, MOVES[:3])).encode()}))
    job = ended(client, begun(client, {"all.pgn": "".join(map(pgn, MOVES)).encode()}))
    assert (job["taken"], job["duplicates"]) == (len(MOVES) - 3, 3)
    other = ended(client, begun(client, {"all.pgn": (pgn(MOVES[0], black="Zoe") + pgn(MOVES[0], date="2020.01.01")).encode()}))
    assert (other["taken"], other["duplicates"]) == (2, 0)


def test_a_cancelled_import_keeps_whole_games_and_says_how_many(client, monkeypatch):
    monkeypatch.setattr(game_intake, "GAMES_IN_BATCH", 2)
    saved, go_on = threading.Event(), threading.Event()
    save = game_intake._save

    def slowly(*arguments):
        save(*arguments)
        saved.set()
        assert go_on.wait(300)

    monkeypatch.setattr(game_intake, "_save", slowly)
    key = begun(client, {"all.pgn": "".join(map(pgn, MOVES)).encode()})
    assert saved.wait(300)
    client.post(f"/api/imports/{key}/cancel")
    go_on.set()
    job = ended(client, key)
    assert (job["state"], job["taken"]) == ("cancelled", 2)
    assert [game["moves"] for game in client.get("/api/games").json()["games"]] != []
    assert client.get("/api/games").json()["total"] == 2
    assert client.get("/api/games").json()["unreadable"] == []


def test_the_server_answers_while_it_imports(client, monkeypatch):
    begun_saving, go_on = threading.Event(), threading.Event()
    save = game_intake._save

    def slowly(*arguments):
        begun_saving.set()
        assert go_on.wait(300)
        save(*arguments)

    monkeypatch.setattr(game_intake, "_save", slowly)
    key = begun(client, {"all.pgn": "".join(map(pgn, MOVES)).encode()})
    assert begun_saving.wait(300)
    assert client.get(f"/api/imports/{key}").json()["state"] == "running"
    assert client.get("/api/position").status_code == 200
    assert client.get("/api/games").json()["total"] == 0
    go_on.set()
    assert ended(client, key)["taken"] == len(MOVES)


def test_an_import_into_the_archive_is_explored_at_once(client):
    key = begun(client, {"club.pgn": "".join(map(pgn, MOVES)).encode()}, target="archive")
    job = ended(client, key)
    assert (job["state"], job["taken"], job["error"]) == ("done", len(MOVES), "")
    assert client.get("/api/archive/explore").json()["games"] == len(MOVES)
    assert ended(client, begun(client, {"a.pgn": pgn(MOVES[0]).encode()}, target="archive"))["duplicates"] == 1


def test_a_collection_is_downloaded_from_the_place_that_the_environment_names(client, monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_MIRROR", "http://127.0.0.1:9/nothing")
    monkeypatch.setattr("kibitz.archive.download.PAUSES", ())
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    assert client.get("/api/imports").json()["collections"] == [{"name": "wthor", "game": "othello"}]
    job = client.post("/api/imports", json={"collection": "wthor"}).json()
    job = ended(client, job["id"])
    assert job["state"] == "failed"
    assert "http://127.0.0.1:9/nothing/wthor/" in job["error"]
    assert client.post("/api/imports", json={"collection": "nothing"}).status_code == 400


def test_a_collection_is_fetched_into_the_archive(client, monkeypatch, tmp_path):
    published = tmp_path / "web" / "wthor"
    published.mkdir(parents=True)
    games = "".join(pgn(moves, black=f"Ann {n}", date="1977.05.01") for n, moves in enumerate(MOVES))
    write_games(published, parse_games(games.replace("*", "40-24").encode(), "games", lambda _: None))
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path / "web")
    monkeypatch.setattr(SimpleHTTPRequestHandler, "log_message", lambda *_: None)
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("KIBITZ_MIRROR", f"http://127.0.0.1:{server.server_port}")
        job = ended(client, client.post("/api/imports", json={"collection": "wthor"}).json()["id"])
        server.shutdown()
    assert (job["state"], job["taken"], job["error"]) == ("done", len(MOVES), "")
    assert client.get("/api/archive").json()["games"] == len(MOVES)


def test_pieces_must_follow_each_other_and_files_must_be_there(client):
    key = client.post("/api/imports", json={}).json()["id"]
    assert client.post(f"/api/imports/{key}/start").status_code == 409
    assert client.post(f"/api/imports/{key}/pieces?name=a.pgn&at=5", content=b"f5").status_code == 409
    assert client.post(f"/api/imports/{key}/pieces?name=a.pgn", content=b"f5").status_code == 200
    assert client.post(f"/api/imports/{key}/pieces?name=a.pgn", content=b"f5").status_code == 409
    assert client.post(f"/api/imports/{key}/pieces?name=a.pgn&at=2", content=b"d6").json()["bytes_total"] == 4
    assert client.delete(f"/api/imports/{key}").json() == {"deleted": key}
    assert client.get(f"/api/imports/{key}").status_code == 404


@pytest.mark.parametrize(
    ("name", "most", "sentence"),
    [("MOST_BYTES", 3, "at most 0 GiB"), ("MOST_FILES", 1, "at most 1 files"), ("MOST_IMPORTS", 1, "1 imports are under way")],
)
def test_an_import_has_its_bounds(client, monkeypatch, name, most, sentence):
    monkeypatch.setattr(import_desk, name, most)
    key = client.post("/api/imports", json={}).json()["id"]
    first = client.post(f"/api/imports/{key}/pieces?name=a.txt", content=b"f5")
    answers = [
        first,
        client.post(f"/api/imports/{key}/pieces?name=b.txt", content=b"f5"),
        client.post("/api/imports", json={}),
    ]
    assert first.status_code == 200
    assert any(answer.status_code == 409 and sentence in answer.json()["error"] for answer in answers)


def test_reasons_beyond_the_most_are_counted(client):
    job = ended(client, begun(client, {"bad.txt": b"f5a1\n" * (MOST_REASONS + 5)}))
    assert (job["left_out"], len(job["reasons"]), job["further_reasons"]) == (MOST_REASONS + 5, MOST_REASONS, 5)


@pytest.mark.parametrize(
    ("given", "safe"),
    [
        ("../../etc/passwd", "etc/passwd"),
        ("C:\\games\\a.pgn", "C_/games/a.pgn"),
        (".hidden", "hidden"),
        ("..", "file"),
        ("é.txt", "é.txt"),
    ],
)
def test_no_name_of_a_file_leads_out_of_the_folder(given, safe):
    assert safe_name(given) == safe


def test_files_of_a_killed_import_are_deleted_once_they_are_old(tmp_path):
    for name, age in (("old", 2 * 86_400), ("new", 0)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.pgn").write_text("f5")
        at = Path(tmp_path / name).stat().st_mtime - age
        os.utime(tmp_path / name, (at, at))
    import_desk.clear_abandoned(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_games_are_seen_from_the_side_of_the_user_s_names(client):
    ended(client, begun(client, {"all.pgn": "".join(map(pgn, MOVES)).encode()}))
    assert [row["name"] for row in client.get("/api/names").json()["suggested"]] == ["Ann", "Ben"]
    assert {game["mine"] for game in client.get("/api/games").json()["games"]} == {None}
    assert client.put("/api/names", json={"names": [" BEN ", "ben", ""]}).json() == {"names": ["ben"]}
    assert {game["mine"] for game in client.get("/api/games").json()["games"]} == {"white"}
    assert [row["name"] for row in client.get("/api/names").json()["suggested"]] == ["Ann"]
