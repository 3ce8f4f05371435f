"""Saved games on disk: a file for each, a line for each event, on the disk before anybody hears of it.

A line that a crash left unfinished was never answered for; it is cut off when the game goes on.
"""

import json
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kibitz.app.folder import Drawer, MissingError, make_folder, new_id
from kibitz.app.saved_game import Event, SavedGame, begun
from kibitz.app.stored_event import parse_event
from kibitz.app.study_games import parse_played_line
from kibitz.errors import KibitzError, SetupError
from kibitz.files import reason, sync, sync_folder

_SYNCS_AT_ONCE: Final = 16
_LARGEST_FILE: Final = 8 << 20


@dataclass(frozen=True, slots=True)
class _Known:
    """A game and the length of the file it was read from."""

    game: SavedGame
    size: int


class GameShelf:
    """All saved games. Safe to use from many threads; other processes that write are noticed by the files' lengths."""

    def __init__(self, folder: Path) -> None:
        self._drawer = Drawer(folder / "games", ".jsonl", "game")
        self._known: dict[str, _Known] = {}
        self._lock = threading.RLock()

    def create(self, event: Event) -> SavedGame:
        """A new game from its first event, which gets an id; raises KibitzError if the event is wrong."""
        key = new_id()
        first = {**event, "id": key}
        game = _begun(first)
        make_folder(self._drawer.folder)
        with self._lock:
            size = _append(self._drawer.path(key), first, 0)
            self._known[key] = _Known(game, size)
        return game

    def create_all(self, events: Sequence[Event]) -> list[SavedGame]:
        """New games as create() makes them; all are on the disk when this returns, which is waited for once."""
        firsts = [{**event, "id": new_id()} for event in events]
        games = [_begun(first) for first in firsts]
        make_folder(self._drawer.folder)
        paths = [self._drawer.path(first["id"]) for first in firsts]
        with self._lock:
            sizes = [_append(path, first, 0, waits=False) for path, first in zip(paths, firsts, strict=True)]
            _settle(paths)
            self._known.update({game.id: _Known(game, size) for game, size in zip(games, sizes, strict=True)})
        return games

    def get(self, key: str) -> SavedGame:
        """A game as it is now; raises MissingError if there is none, SetupError if its file is damaged."""
        with self._lock:
            return self._current(key).game

    def all(self) -> list[SavedGame]:
        """Every game that can be read, the one changed last first."""
        games = []
        for key in list(self._drawer.ids()):
            try:
                games.append(self.get(key))
            except KibitzError:
                continue  # one damaged file must not hide the others; asked for by its id it says what is wrong
        return sorted(games, key=lambda game: (game.changed, game.id), reverse=True)

    def change(self, key: str, make_event: Callable[[SavedGame], Event]) -> SavedGame:
        """Add an event to a game, made from the game as it is now; what `make_event` raises leaves it so."""
        with self._lock:
            known = self._current(key)
            event = make_event(known.game)
            game = known.game.after(event)
            size = _append(self._drawer.path(key), event, known.size)
            self._known[key] = _Known(game, size)
            return game

    def delete(self, key: str) -> None:
        """Remove a game; raises MissingError if there is none."""
        with self._lock:
            self._current(key)
            self._drawer.delete(key)
            self._known.pop(key, None)

    def _current(self, key: str) -> _Known:
        path = self._drawer.path(key)
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            self._known.pop(key, None)
            raise MissingError(f"there is no game {key}") from None
        known = self._known.get(key)
        if known is None or known.size != size:
            known = self._known[key] = _read(path, key)
        return known


def _read(path: Path, key: str) -> _Known:
    if path.stat().st_size > _LARGEST_FILE:
        raise SetupError(f"{path} is too large for a game")
    data = path.read_bytes()
    complete = data[: data.rfind(b"\n") + 1]
    if not complete:
        raise MissingError(f"there is no game {key}")
    try:
        first, *others = map(parse_event, complete.splitlines())
        game = _begun({**first, "id": key})
        for event in others:
            game = game.after(event)
    except (KibitzError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise SetupError(f"{path} is damaged: {error}") from None
    return _Known(game, len(complete))


def _begun(event: Event) -> SavedGame:
    """The game of its first event; raises KibitzError if its position or moves are wrong."""
    return begun(event, parse_played_line(event.get("start", ""), event.get("moves", "")))


def _settle(paths: Sequence[Path]) -> None:
    """Wait until new files of one folder are on the disk: at once, which takes little longer than for one of them."""
    try:
        with ThreadPoolExecutor(_SYNCS_AT_ONCE) as pool:
            list(pool.map(_settle_file, paths))
        for folder in {path.parent for path in paths}:
            sync_folder(folder)
    except OSError as error:
        raise SetupError(f"{paths[0].parent} cannot be written: {reason(error)}") from None


def _settle_file(path: Path) -> None:
    with path.open("r+b") as file:
        sync(file)


def _append(path: Path, event: Event, size: int, waits: bool = True) -> int:
    """Add a line behind the first `size` bytes of a file, and wait until it is on the disk if it `waits`; its new length."""
    line = json.dumps(event, allow_nan=False, ensure_ascii=False).encode() + b"\n"
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "r+b") as file:
            file.seek(size)
            if b"\n" in file.read():
                raise SetupError("the game was changed elsewhere at the same moment; try again")
            file.truncate(size)
            file.seek(size)
            file.write(line)
            if waits:
                sync(file)
        if waits and not size:
            sync_folder(path.parent)
    except OSError as error:
        raise SetupError(f"{path} cannot be written: {reason(error)}") from None
    return size + len(line)
