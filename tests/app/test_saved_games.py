"""Games that the server keeps: commented, found again, exported, read, and never lost."""

import gzip
import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.playing import get, new_game, play
from kibitz.app.game_shelf import GameShelf
from kibitz.app.server import create_app
from kibitz.app.services import Services
from kibitz.records.go.sgf import parse_go_game
from kibitz.records.othello.files import parse_games
from kibitz.review.othello.game_sources import own_games
from kibitz.rules.squares import PASS, format_move, format_transcript

RECORDS = Path(__file__).parent.parent / "data" / "records"


def test_comments_and_variations_make_a_tree(client):
    game = new_game(client)
    route = f"/api/games/{game['id']}"
    play(client, game, "f5")
    client.put(f"{route}/comments", json={"path": "f5", "comment": "Bonjour, 日本"})
    client.post(f"{route}/variations", json={"path": "f5D6"})
    client.post(f"{route}/variations", json={"path": "f5d6c3"})
    client.put(f"{route}/comments", json={"path": "f5d6", "comment": "better"})
    now = client.post(f"{route}/variations", json={"path": "e6"}).json()
    assert now["comments"] == {"f5": "Bonjour, 日本", "f5d6": "better"}
    assert sorted(now["variations"]) == ["e6", "f5d6c3"]
    pruned = client.delete(f"{route}/variations", params={"path": "f5d6"}).json()
    assert (pruned["variations"], pruned["comments"]) == (["e6"], {"f5": "Bonjour, 日本"})
    assert client.put(f"{route}/comments", json={"path": "f5", "comment": ""}).json()["comments"] == {}
    assert client.put(f"{route}/comments", json={"path": "a1", "comment": "x"}).status_code == 400
    assert client.post(f"{route}/variations", json={"path": "f5"}).status_code == 409
    assert client.delete(f"{route}/variations", params={"path": "d3"}).status_code == 409


def test_games_are_listed_latest_first_and_searched(client):
    first = new_game(client, black={"name": "Ada"}, event="Cup of 2025")
    second = new_game(client, white={"player": "random", "name": "Robot"})
    play(client, first, "c4")
    client.put(f"/api/games/{second['id']}/comments", json={"path": "", "comment": "remember this"})

    def found(**query):
        return [game["id"] for game in client.get("/api/games", params=query).json()["games"]]

    assert found() == [second["id"], first["id"]]
    assert found(search="ada") == found(search="cup") == [first["id"]]
    assert found(search="REMEMBER") == [second["id"]]
    assert found(search="f5") == [first["id"]]  # the same opening, turned
    assert found(state="over") == []
    assert found(limit=1, offset=1) == [first["id"]]


def test_facts_can_be_changed_and_games_deleted(client):
    game = new_game(client)
    named = client.patch(f"/api/games/{game['id']}", json={"black": "Ada", "event": "Cup", "date": "2026-01-02"}).json()
    assert (named["players"]["black"]["name"], named["event"], named["date"]) == ("Ada", "Cup", "2026-01-02")
    assert client.delete(f"/api/games/{game['id']}").json() == {"deleted": game["id"]}
    assert client.get(f"/api/games/{game['id']}").status_code == 404
    assert client.delete(f"/api/games/{game['id']}").status_code == 404


@pytest.mark.parametrize("suffix", ["pgn", "ggf", "sgf", "txt", "csv", "gam"])
def test_an_exported_game_is_read_back_as_it_was(client, suffix):
    record = own_games()[2]
    game = new_game(client, black={"name": "Ada"}, moves=format_transcript(record.moves[:50]))
    for move in record.moves[50:]:
        if move != PASS:
            play(client, game, format_move(move))
    answer = client.get(f"/api/games/{game['id']}/export", params={"format": suffix})
    assert answer.headers["content-disposition"] == f'attachment; filename="kibitz-{game["id"]}.{suffix}"'
    (read,) = parse_games(answer.content, f"x.{suffix}", on_skip=pytest.fail)
    assert read.moves == record.moves


def test_wthor_comes_with_its_lists_of_names(client):
    transcript = format_transcript([move for move in own_games()[0].moves if move != PASS])
    (game,) = client.post("/api/games/import", content=transcript.encode()).json()["games"]
    client.patch(f"/api/games/{game['id']}", json={"black": "Ada", "date": "2024"})
    answer = client.get(f"/api/games/{game['id']}/export", params={"format": "wtb"})
    assert answer.headers["content-type"] == "application/zip"
    files = zipfile.ZipFile(io.BytesIO(answer.content))
    assert {Path(name).suffix for name in files.namelist()} == {".wtb", ".jou", ".trn"}
    assert b"Ada" in files.read(next(name for name in files.namelist() if name.endswith(".jou")))


def test_every_game_of_a_file_is_saved(client):
    answer = client.post("/api/games/import", params={"name": "x.pgn"}, content=(RECORDS / "five_games.pgn").read_bytes())
    assert answer.status_code == 201
    found = answer.json()
    assert len(found["games"]) == client.get("/api/games").json()["total"] == 5
    assert client.post("/api/games/import", content=b"\x00\xff nothing").status_code == 400


def restarted(folder: Path) -> TestClient:
    return TestClient(create_app(Services(folder, workers=1)), base_url="http://127.0.0.1")


def test_a_game_is_the_same_after_a_restart(client, tmp_path):
    game = new_game(client, black={"name": "Ada"}, clock={"seconds": 600, "increment": 2}, event="Cup")
    for move in ("f5", "d6", "c3"):
        play(client, game, move)
    client.put(f"/api/games/{game['id']}/comments", json={"path": "f5", "comment": "x"})
    before = get(client, game)
    with restarted(tmp_path / "study") as again:
        after = get(again, game)
    moving = ("clock",)
    assert {key: value for key, value in after.items() if key not in moving} == {
        key: value for key, value in before.items() if key not in moving
    }


def test_a_line_that_a_crash_left_unfinished_is_cut_off(client, tmp_path):
    game = new_game(client)
    play(client, game, "f5")
    (file,) = (tmp_path / "study" / "games").iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"event": "mo')
    assert get(client, game)["moves"] == ["f5"]
    assert play(client, game, "d6").json()["moves"] == ["f5", "d6"]
    assert [json.loads(line)["event"] for line in file.read_text().splitlines()] == ["new", "move", "move"]


@given(st.binary(max_size=200))
def test_damaged_files_are_told_and_hide_no_others(tmp_path_factory, damage):
    folder = tmp_path_factory.mktemp("study")
    services = Services(folder, workers=1)
    fine = services.shelf.create({"event": "new", "at": "2026-01-01T00:00:00+00:00", "black": {}, "white": {}})
    (folder / "games" / "0123456789abcdef.jsonl").write_bytes(damage + b"\n")
    assert [game.id for game in services.shelf.all()] == [fine.id]


def test_variations_and_comments_of_a_file_are_kept_and_written_again(client):
    text = "(;GM[2]C[a game];B[f5](;W[d6];B[c3])(;W[f4]C[or so];B[e3](;W[f6])(;W[d6]))(;W[a1]))"
    answer = client.post("/api/games/import?name=tree.sgf", content=text, headers={"content-type": "application/octet-stream"})
    (line,) = answer.json()["games"]
    game = client.get(f"/api/games/{line['id']}").json()
    assert game["variations"] == ["f5f4e3f6", "f5f4e3d6"], "a1 is not legal"
    assert game["comments"] == {"": "a game", "f5f4": "or so"}
    (written,) = parse_games(client.get(f"/api/games/{line['id']}/export?format=sgf").content, "tree.sgf", pytest.fail)
    (read,) = parse_games(text.replace("(;W[a1])", "").encode(), "tree.sgf", pytest.fail)
    assert (written.lines, written.comment) == (read.lines, read.comment)


GAMES_OF_ALL = [b"(;GM[1]SZ[9];B[ee];W[cc])", b"f5d6c3d3c4", b"(;GM[2];B[f5];W[d6])"]


@pytest.mark.parametrize("game", GAMES_OF_ALL)
@pytest.mark.parametrize("name", ["games.zip", "games.tar", "games.tar.gz"])
def test_archives_are_refused_instead_of_read_as_one_game(client, game, name):
    answer = client.post(f"/api/games/import?name={name}", content=_archive_of(game, name))
    assert (answer.status_code, answer.json()["error"]) == (
        400,
        f"{name} is an archive of files; unpack it and take the files in it",
    )


def _archive_of(game, name):
    """Two files of a game, not packed in the zip archive."""
    out = io.BytesIO()
    if name == "games.zip":
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
            for member in ("a.sgf", "b.sgf"):
                archive.writestr(member, game)
        return out.getvalue()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for member in ("a.sgf", "b.sgf"):
            info = tarfile.TarInfo(member)
            info.size = len(game)
            archive.addfile(info, io.BytesIO(game))
    return gzip.compress(out.getvalue()) if name.endswith("gz") else out.getvalue()


@pytest.mark.parametrize("game", GAMES_OF_ALL)
def test_a_packed_file_is_one_of_its_own_game(client, game):
    plain, packed = (client.post("/api/games/import", content=content).json() for content in (game, gzip.compress(game)))
    assert [(line["game"], line["moves"]) for line in packed["games"]] == [
        (line["game"], line["moves"]) for line in plain["games"]
    ]


def test_an_import_counts_the_games_it_leaves_out(client, monkeypatch):
    monkeypatch.setattr("kibitz.app.routes.games.MOST_GAMES", 3)
    found = client.post("/api/games/import?name=many.txt", content="f5d6c3\n" * 5 + "f5f5\n").json()
    assert (len(found["games"]), found["left_out"], len(found["skipped"])) == (3, 2, 1)
    assert client.get("/api/games").json()["total"] == 3


def test_an_import_of_go_counts_the_games_it_leaves_out(client, monkeypatch):
    monkeypatch.setattr("kibitz.app.routes.games.MOST_GAMES", 2)
    found = client.post("/api/games/import?name=many.sgf", content="(;GM[1]SZ[9];B[ee])" * 5).json()
    assert (len(found["games"]), found["left_out"]) == (2, 3)


def test_a_cut_list_of_problems_says_how_many_there_are(client, monkeypatch):
    monkeypatch.setattr("kibitz.app.routes.games.MOST_GAMES", 2)
    found = client.post("/api/games/import?name=many.txt", content="f5d6c3\n" + "f5f5\n" * 5).json()
    assert len(found["skipped"]) == 3
    assert found["skipped"][-1] == "3 more games could not be used"


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("(;GM[1]SZ[9];B[ee])" + "(;)" * 5000, 50),
        ("(;GM[1]SZ[9];B[ee])" + "(;SZ[99])" * 5000, 0),
        ("f5d6c3\n" + "f5f5\n" * 5000, 0),
        ("f5d6c3\n" * 5000, 50),
    ],
)
def test_a_file_of_more_games_than_anybody_has_is_not_read_to_its_end_and_says_so(client, monkeypatch, text, counted):
    monkeypatch.setattr("kibitz.app.routes.games.MOST_GAMES", 2)
    monkeypatch.setattr("kibitz.app.study_game.MOST_GAMES_READ", 50)
    found = client.post("/api/games/import?name=flood", content=text).json()
    assert found["left_out"] == counted
    assert found["skipped"][-1] == "flood holds more games than are read at once; what follows the first 50 is not counted"


def test_games_behind_the_limit_are_not_parsed(client, monkeypatch):
    parsed = []
    monkeypatch.setattr("kibitz.records.go.sgf.parse_go_game", lambda text, parse=parse_go_game: parsed.append(1) or parse(text))
    monkeypatch.setattr("kibitz.app.study_game.MOST_GAMES_READ", 50)
    client.post("/api/parse", json={"text": "(;GM[1]SZ[9];B[ee])" + "(;)" * 5000})
    assert len(parsed) < 2000, "some are read ahead"


def test_games_imported_together_are_on_the_disk(client, services):
    found = client.post("/api/games/import?name=many.txt", content="f5d6c3\nf5f6\n").json()
    again = GameShelf(services.folder)
    assert {game.id for game in again.all()} == {game["id"] for game in found["games"]}


def test_pasted_text_counts_the_games_that_are_not_shown(client):
    found = client.post("/api/parse", json={"text": "f5d6c3\n" * 130}).json()
    assert (len(found["games"]), found["more"], found["left_out"]) == (100, True, 30)
