"""The files of saved games: they stay small however often something is edited, and no game is ever silently gone."""

import errno
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.playing import get, new_game, play
from kibitz.app import game_log
from kibitz.app.game_shelf import GameShelf
from kibitz.app.saved_game import stamped
from kibitz.app.server import create_app
from kibitz.app.services import Services
from kibitz.errors import SetupError
from kibitz.review.othello.game_sources import own_games
from kibitz.rules.squares import PASS, format_move, format_transcript

NEW = {"event": "new", "at": "2026-01-01T00:00:00+00:00", "black": {}, "white": {}}
LONG = 20_000  # characters, the most that a comment may have


def comment(client, game, text, path=""):
    return client.put(f"/api/games/{game['id']}/comments", json={"path": path, "comment": text})


def commented(text, path=""):
    return lambda _game: stamped("comment", path=path, comment=text)


def file_of(folder: Path, key: str) -> Path:
    return folder / "games" / f"{key}.jsonl"


def restarted(folder: Path) -> TestClient:
    return TestClient(create_app(Services(folder, workers=1)), base_url="http://127.0.0.1")


@pytest.fixture
def shelf(tmp_path) -> GameShelf:
    return GameShelf(tmp_path)


@pytest.fixture
def nothing_is_small(monkeypatch):
    """Files are compacted as soon as most of them is superseded."""
    monkeypatch.setattr(game_log, "_SMALL", 0)


def test_a_comment_edited_very_often_is_there_after_a_restart(client, services):
    game, other = new_game(client), new_game(client)
    play(client, game, "f5")
    edits = [f"{number:04}" + (LONG - 4) * "碁" for number in range(150)]  # 60 kB each: 9 MB in all
    assert {comment(client, game, text).status_code for text in edits} == {200}
    assert file_of(services.folder, game["id"]).stat().st_size < 3 * 3 * LONG
    with restarted(services.folder) as again:
        listed = again.get("/api/games").json()
        assert {row["id"] for row in listed["games"]} == {game["id"], other["id"]}
        assert listed["unreadable"] == []
        assert get(again, game) == get(client, game)
        assert get(again, game)["comments"] == {"": edits[-1]}


def test_a_game_that_would_be_too_large_is_refused_and_stays_as_it_was(client, services, monkeypatch):
    monkeypatch.setattr(game_log, "LARGEST_GAME", 100_000)
    monkeypatch.setattr(game_log, "_SMALL", 50_000)
    game = new_game(client)
    paths = ["", "f5", "f5d6", "f5d6c3", "f5d6c3d3", "f5d6c3d3c4", "f5d6c3d3c4f4"]
    answers = [comment(client, game, LONG * "x", path) for path in paths]
    assert [answer.status_code for answer in answers] == 4 * [200] + 3 * [409]
    assert "would have more than" in answers[-1].json()["error"]
    assert play(client, game, "f5").status_code == 200, "it can be played to its end"
    with restarted(services.folder) as again:
        assert list(get(again, game)["comments"]) == paths[:4]
        assert comment(again, game, "short", paths[0]).status_code == 200
        assert comment(again, game, LONG * "y", paths[4]).status_code == 200, "there is room again"


def test_a_game_that_is_too_large_already_may_become_smaller(shelf, monkeypatch):
    game = shelf.create({**NEW, "comments": {"": LONG * "x", "f5": LONG * "x"}})
    monkeypatch.setattr(game_log, "LARGEST_GAME", 10_000)
    monkeypatch.setattr(game_log, "_SMALL", 0)
    with pytest.raises(SetupError, match="would have more than"):
        shelf.change(game.id, commented("more", "f5d6"))
    shelf.change(game.id, commented("less", "f5"))
    shelf.change(game.id, commented(""))
    assert shelf.get(game.id).comments == {"f5": "less"}


def test_a_game_of_a_file_that_is_too_large_is_told_and_the_others_are_saved(client, monkeypatch):
    monkeypatch.setattr("kibitz.app.game_shelf.LARGEST_GAME", 2000)
    text = f"(;GM[2];B[f5])(;GM[2]C[{3000 * 'x'}];B[f5])(;GM[2];B[f5];W[d6])"
    found = client.post("/api/games/import?name=x.sgf", content=text).json()
    assert len(found["games"]) == client.get("/api/games").json()["total"] == 2
    (skipped,) = found["skipped"]
    assert "would have more than" in skipped
    refused = client.post("/api/games/import?name=x.sgf", content=f"(;GM[2]C[{3000 * 'x'}];B[f5])")
    assert (refused.status_code, client.get("/api/games").json()["total"]) == (400, 2)


def test_a_file_that_an_older_version_let_grow_is_read_and_becomes_small(tmp_path):
    shelf = GameShelf(tmp_path)
    game = shelf.create(NEW)
    path = file_of(tmp_path, game.id)
    events = [stamped("comment", path="", comment=f"{number:04}" + LONG * "碁") for number in range(150)]
    path.write_bytes(path.read_bytes() + b"".join(game_log.encoded(event) for event in events))
    assert path.stat().st_size > 8 << 20
    again = GameShelf(tmp_path)
    assert again.get(game.id).comments == {"": events[-1]["comment"]}
    again.change(game.id, commented("short"))
    assert path.stat().st_size < 1000
    assert GameShelf(tmp_path).get(game.id) == again.get(game.id)


def test_an_unreadable_game_is_listed_with_the_reason_and_can_be_deleted(client, services):
    fine, damaged, large = new_game(client), new_game(client), new_game(client)
    file_of(services.folder, damaged["id"]).write_bytes(b"{}\n")
    with file_of(services.folder, large["id"]).open("r+b") as file:
        file.truncate(game_log.LARGEST_FILE + 1)
    listed = client.get("/api/games", params={"search": "nobody"}).json()
    problems = {row["id"]: row["problem"] for row in listed["unreadable"]}
    assert "is damaged" in problems[damaged["id"]]
    assert "is too large for a game" in problems[large["id"]]
    assert [row["id"] for row in client.get("/api/games").json()["games"]] == [fine["id"]]
    assert client.delete(f"/api/games/{damaged['id']}").status_code == 200
    assert len(client.get("/api/games").json()["unreadable"]) == 1


@pytest.mark.parametrize(
    "line",
    [
        {**NEW, "black": {"name": 5}},
        {**NEW, "comments": {"": 5}},
        {**NEW, "fixed": "Infinity"},
        {**NEW, "version": None},
        {**NEW, "dead": ["d4"]},
        {**NEW, "variations": [[]]},
    ],
)
def test_a_line_that_no_game_can_have_is_damage_and_hides_no_others(client, services, line):
    game = new_game(client)
    damaged = file_of(services.folder, "0123456789abcdef")
    damaged.write_text(json.dumps(line).replace('"Infinity"', "Infinity") + "\n")
    listed = client.get("/api/games").json()
    assert [row["id"] for row in listed["games"]] == [game["id"]]
    assert [row["id"] for row in listed["unreadable"]] == [damaged.stem]


def test_a_deeply_nested_line_is_damage_and_no_crash(client, services):
    new_game(client)
    file_of(services.folder, "0123456789abcdef").write_text(100_000 * "[" + "\n")
    assert len(client.get("/api/games").json()["unreadable"]) == 1


def some_games(client):
    """Games of several kinds with everything a game can have."""
    clocked = new_game(client, black={"name": "Ada"}, clock={"seconds": 600, "increment": 2}, event="Cup", human_time=True)
    for move in ("f5", "d6", "c3"):
        play(client, clocked, move)
    client.post(f"/api/games/{clocked['id']}/takeback")
    client.patch(f"/api/games/{clocked['id']}", json={"white": "Bo", "date": "2026-01-02"})
    client.post(f"/api/games/{clocked['id']}/variations", json={"path": "f5f6"})
    client.post(f"/api/games/{clocked['id']}/resign", json={})
    text = "(;GM[1]SZ[9]KM[5.5]PB[Ada]BR[3d]RE[W+R];B[ee]C[centre];W[gc](;B[cc])(;B[cg]))"
    (imported,) = client.post("/api/games/import?name=x.sgf", content=text).json()["games"]
    counted = new_game(client, start=client.get(f"/api/games/{imported['id']}").json()["start"])
    for move in ("E5", "G3", "pass", "pass"):
        assert play(client, counted, move).status_code == 200
    client.put(f"/api/games/{counted['id']}/dead", json={"dead": ["G3"]})
    return [clocked, imported, counted]


@pytest.mark.usefixtures("nothing_is_small")
def test_a_compacted_game_is_the_same_game(client, services):
    for game in some_games(client):
        for number in range(40):
            answer = comment(client, game, f"comment {number}, 日本")
            assert answer.status_code == 200
        lines = file_of(services.folder, game["id"]).read_text().splitlines()
        assert "version" in json.loads(lines[0]), "it was compacted"
        read = GameShelf(services.folder).get(game["id"])
        assert read == services.shelf.get(game["id"])
        assert read.version == answer.json()["version"]


@pytest.mark.usefixtures("nothing_is_small")
def test_a_game_with_a_forced_pass_to_come_is_never_compacted_into_another(client, services):
    record = next(record for record in own_games() if PASS in record.moves)
    place = record.moves.index(PASS)
    game = new_game(client, moves=format_transcript(record.moves[: place - 1]))
    superseded = stamped("comment", path="", comment=LONG * "x")
    file = file_of(services.folder, game["id"])
    file.write_bytes(file.read_bytes() + game_log.encoded(superseded) + game_log.encoded({**superseded, "comment": ""}))
    now = play(client, game, format_move(record.moves[place - 1])).json()
    assert now["moves"][-1] == "pass"
    assert file.stat().st_size < LONG, "it was compacted with the pass, not before"
    assert GameShelf(services.folder).get(game["id"]) == services.shelf.get(game["id"])


@pytest.mark.usefixtures("nothing_is_small")
def test_edits_from_many_threads_are_all_kept_while_the_file_is_compacted(shelf, tmp_path):
    game = shelf.create(NEW)
    paths = ["", "f5", "f5d6", "f5d6c3"]

    def edit(path):
        for number in range(40):
            shelf.change(game.id, commented(f"{number}" + 300 * "x", path))

    threads = [threading.Thread(target=edit, args=(path,)) for path in paths]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    read = GameShelf(tmp_path).get(game.id)
    assert read.comments == dict.fromkeys(paths, "39" + 300 * "x")
    assert read.version == 161
    assert file_of(tmp_path, game.id).stat().st_size < 10_000


@pytest.mark.usefixtures("nothing_is_small")
def test_two_processes_that_edit_the_same_game_lose_nothing(tmp_path):
    """Each shelf stands for a process; one of them compacts the file under the other."""
    one, other = GameShelf(tmp_path), GameShelf(tmp_path)
    game = one.create(NEW)
    for number in range(20):
        one.change(game.id, commented(f"{number}" + 300 * "x"))
        other.change(game.id, commented(f"{number}" + 300 * "y", "f5"))
    assert GameShelf(tmp_path).get(game.id).comments == {"": "19" + 300 * "x", "f5": "19" + 300 * "y"}
    assert GameShelf(tmp_path).get(game.id).version == 41


def test_a_change_to_a_file_that_changed_at_the_same_moment_is_refused(tmp_path):
    one, other = GameShelf(tmp_path), GameShelf(tmp_path)
    game = one.create(NEW)

    def meanwhile(_game):
        other.change(game.id, commented("first"))
        return stamped("comment", path="", comment="second")

    with pytest.raises(SetupError, match="changed elsewhere"):
        one.change(game.id, meanwhile)
    assert one.get(game.id).comments == {"": "first"}


@pytest.mark.usefixtures("nothing_is_small")
def test_only_the_user_can_read_a_game(shelf, tmp_path):
    game = shelf.create(NEW)
    modes = [file_of(tmp_path, game.id).stat().st_mode & 0o777]
    for text in ("x" * 1000, "y"):
        shelf.change(game.id, commented(text))
        modes.append(file_of(tmp_path, game.id).stat().st_mode & 0o777)
    (imported,) = shelf.create_all([NEW]).games
    assert {*modes, file_of(tmp_path, imported.id).stat().st_mode & 0o777} == {0o600}


def full(*_arguments):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_is_told_in_one_sentence_and_changes_nothing(client, services, monkeypatch):
    game = new_game(client)
    comment(client, game, "before")
    before = file_of(services.folder, game["id"]).read_bytes()
    with monkeypatch.context() as patches:
        patches.setattr(os, "fsync", full)
        answer = comment(client, game, "after")
        assert (answer.status_code, "no space left on device" in answer.json()["error"]) == (409, True)
        assert client.post("/api/games", json={}).status_code == 409
        assert client.post("/api/games/import", content=b"f5d6\nf5f6\n").status_code == 409
        assert get(client, game)["comments"] == {"": "before"}
    assert file_of(services.folder, game["id"]).read_bytes() == before
    assert client.get("/api/games").json()["total"] == 1
    assert comment(client, game, "after").status_code == 200


def test_a_game_with_a_forced_pass_can_be_looked_at_on_a_full_disk(client, services, monkeypatch):
    record = next(record for record in own_games() if PASS in record.moves)
    place = record.moves.index(PASS)
    game = new_game(client, moves=format_transcript(record.moves[: place - 1]))
    move = format_move(record.moves[place - 1])
    services.shelf.change(game["id"], lambda _game: stamped("move", move=move, seconds=None))  # killed before the pass
    with monkeypatch.context() as patches:
        patches.setattr(os, "fsync", full)
        now = get(client, game)
        assert (now["moves"][-1], "no space left on device" in now["problem"]) == (move, True)
    now = get(client, game)
    assert (now["moves"][-1], now["problem"]) == ("pass", "")


EDITOR = """
import sys
from pathlib import Path
from kibitz.app import game_log
from kibitz.app.game_shelf import GameShelf
from kibitz.app.saved_game import stamped

game_log._SMALL = 0
shelf = GameShelf(Path(sys.argv[1]))
for number in range(10**9):
    text = f"{number} " + 2000 * "x"
    shelf.change(sys.argv[2], lambda _game: stamped("comment", path="", comment=text))
    print(number, flush=True)
"""


def test_a_killed_process_has_lost_no_edit_that_it_answered_for(shelf, tmp_path):
    game = shelf.create(NEW)
    answered = -1
    for acknowledged in (1, 4, 9):
        command = [sys.executable, "-c", EDITOR, tmp_path, game.id]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            for _ in range(acknowledged):
                process.stdout.readline()
            process.kill()
            answered = max([acknowledged - 1, *map(int, process.stdout.read().split())])
        found = int(GameShelf(tmp_path).get(game.id).comments[""].split()[0])
        assert found in (answered, answered + 1)
        assert file_of(tmp_path, game.id).stat().st_size < 10_000


def test_what_a_kill_left_is_removed_at_the_next_start(tmp_path):
    GameShelf(tmp_path).create(NEW)
    old, young = (tmp_path / "games" / f".x.jsonl.{digit * 32}.part" for digit in "01")
    for part in (old, young):
        part.write_bytes(b"half of")
    os.utime(old, (0, 0))
    assert len(GameShelf(tmp_path).all()) == 1
    assert not old.exists()
    assert young.exists(), "it may be somebody's who is writing it"
