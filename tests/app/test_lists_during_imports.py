"""The list of games while an import is under way: it waits for no file and for no part of the import, and leaves no game out."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.conftest import wait_for
from app.test_imports import MOVES, begun, ended, pgn
from kibitz.app import game_intake, game_shelf
from kibitz.app.game_shelf import GameShelf, ShelfList
from kibitz.app.saved_game import stamped

NEW = {"event": "new", "at": "2026-01-01T00:00:00+00:00", "black": {}, "white": {}}
ALL = "".join(map(pgn, MOVES)).encode()

_opened: list[str] = []  # whatever any test opens: what the interpreter reports cannot be turned off again
sys.addaudithook(lambda event, facts: _opened.append(str(facts[0])) if event in ("open", "os.scandir", "os.listdir") else None)


class Gate:
    """A place where an import waits each time until it may pass."""

    def __init__(self) -> None:
        self._reached, self._passes = threading.Semaphore(0), threading.Semaphore(0)

    def wait(self) -> None:
        self._reached.release()
        assert self._passes.acquire(timeout=300)

    def reached(self) -> None:
        """Return when the import has come to the gate."""
        assert self._reached.acquire(timeout=300)

    def open(self, times: int) -> None:
        for _ in range(times):
            self._passes.release()


@pytest.fixture
def saving(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Where each batch of two games is written."""
    gate, place = Gate(), game_shelf.place_new_files
    monkeypatch.setattr(game_intake, "GAMES_IN_BATCH", 2)
    monkeypatch.setattr(game_shelf, "place_new_files", lambda *asked: (gate.wait(), place(*asked)))
    return gate


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Where each game is read from the file."""
    gate, records = Gate(), game_intake._records

    def slowly(*asked):
        for record in records(*asked):
            gate.wait()
            yield record

    monkeypatch.setattr(game_intake, "_records", slowly)
    return gate


@contextmanager
def files_looked_at(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The paths in a folder that the system is asked about meanwhile."""
    found: list[str] = []
    stat = os.stat
    begin = len(_opened)
    with monkeypatch.context() as patches:
        patches.setattr(os, "stat", lambda path, **options: (found.append(str(path)), stat(path, **options))[1])
        yield found
    found[:] = [path for path in [*found, *_opened[begin:]] if path.startswith(str(folder))]


def total(client) -> int:
    return int(client.get("/api/games").json()["total"])


def test_a_list_looks_at_no_file_of_a_game_while_games_are_imported(client, services, saving, monkeypatch):
    key = begun(client, {"all.pgn": ALL})
    saving.open(2)
    for _ in range(3):
        saving.reached()
    with files_looked_at(services.folder / "games", monkeypatch) as looked_at:
        answers = [client.get("/api/games", params=asked).json() for asked in ({}, {"sort": "players"}, {"search": "ann"})]
    assert [answer["total"] for answer in answers] == [4, 4, 4]
    assert looked_at == []
    saving.open(len(MOVES))
    ended(client, key)
    with files_looked_at(services.folder / "games", monkeypatch) as looked_at:
        total(client)
    assert looked_at != [], "afterwards what others have written is noticed"


def test_lists_come_between_the_batches_of_an_import_and_while_one_is_written(client, saving):
    key = begun(client, {"all.pgn": ALL})
    seen = []
    for _ in range(len(MOVES) // 2):
        saving.reached()
        seen.append(total(client))
        saving.open(1)
    assert seen == [0, 2, 4, 6]
    assert ended(client, key)["taken"] == total(client) == len(MOVES)


def test_a_game_can_be_listed_begun_and_changed_while_a_file_is_read(client, reading):
    key = begun(client, {"all.pgn": ALL})
    reading.reached()
    game = client.post("/api/games", json={}).json()
    assert client.post(f"/api/games/{game['id']}/moves", json={"move": "f5"}).status_code == 200
    assert [row["moves"] for row in client.get("/api/games").json()["games"]] == [1]
    reading.open(len(MOVES))
    assert ended(client, key)["taken"] == len(MOVES)
    assert total(client) == len(MOVES) + 1


def facts(listed: ShelfList) -> object:
    return listed.games, listed.folders, listed.tags


def test_what_lists_know_after_any_change_is_what_the_files_say(tmp_path):
    shelf = GameShelf(tmp_path)
    one, two = shelf.create(NEW), shelf.create({**NEW, "moves": "f5"})
    shelf.create_all([{**NEW, "moves": moves} for moves in ("d3", "f5d6", "f5f6")])
    changes = [
        lambda: shelf.change(one.id, lambda _: stamped("filed", folder="Club", tags=["cup", "win"])),
        lambda: shelf.change(two.id, lambda _: stamped("filed", folder="Club", tags=["cup"])),
        lambda: shelf.change(one.id, lambda _: stamped("filed", folder="", tags=["win"])),
        lambda: shelf.change(two.id, lambda _: stamped("move", move="d6", seconds=None)),
        lambda: shelf.delete(two.id),
        lambda: shelf.restore(two.id),
        lambda: GameShelf(tmp_path).change(one.id, lambda _: stamped("facts", name="by another process")),
        lambda: GameShelf(tmp_path).delete(one.id),
        lambda: GameShelf(tmp_path).create(NEW),
    ]
    for change in changes:
        change()
        assert facts(shelf.listing()) == facts(GameShelf(tmp_path).listing())
    assert shelf.listing().folders == [("Club", 1)]
    assert shelf.listing().tags == [("cup", 1)]


def test_a_game_that_another_process_added_during_an_import_is_listed_when_it_has_ended(client, services, saving):
    key = begun(client, {"one.pgn": pgn(MOVES[0]).encode()})
    saving.reached()
    GameShelf(services.folder).create(NEW)
    saving.open(2)
    ended(client, key)
    wait_for(lambda: total(client) == 2)


def test_a_list_of_games_that_nobody_has_changed_looks_at_none_of_them(shelf_at_rest, monkeypatch):
    shelf, folder = shelf_at_rest
    with files_looked_at(folder, monkeypatch) as looked_at:
        assert len(shelf.listing().games) == 2
    assert set(looked_at) == {str(folder / "games")}
    GameShelf(folder).change(shelf.all()[0].id, lambda _: stamped("facts", name="by another process"))
    assert shelf.all()[0].event == "by another process"


@pytest.fixture
def shelf_at_rest(tmp_path) -> tuple[GameShelf, Path]:
    """Two games that were looked at long after anybody had changed them."""
    shelf = GameShelf(tmp_path)
    shelf.create_all([NEW, {**NEW, "moves": "f5"}])
    os.utime(tmp_path / "games", (1e9, 1e9))
    shelf.listing()
    return shelf, tmp_path
