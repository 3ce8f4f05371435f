"""Saved games on disk, a file for each (kibitz.app.game_log), and which of the files cannot be read."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from kibitz.app.folder import Drawer, MissingError, make_private_folder, new_id
from kibitz.app.game_changes import game_after
from kibitz.app.game_log import LARGEST_GAME, GameLog, begun_game, encoded, new_log, placed_log, read_log, too_large
from kibitz.app.new_files import finish_placing, place_new_files
from kibitz.app.saved_game import Event, SavedGame
from kibitz.errors import KibitzError, NotationError, SetupError
from kibitz.files import clear_parts

_A_MOMENT: Final = 0.005


@dataclass(frozen=True, slots=True)
class UnreadableFile:
    """A game that is there and cannot be read; `problem` is a sentence that names its file."""

    id: str
    problem: str


class ShelfList(NamedTuple):
    """All saved games: those that can be read, the one changed last first, and the others."""

    games: list[SavedGame]
    unreadable: list[UnreadableFile]


class CreatedGames(NamedTuple):
    """New games, a sentence for each that is too large to be kept, and how many were not wanted because they were known."""

    games: list[SavedGame]
    skipped: list[str]
    known: int = 0


class GameShelf:
    """All saved games. Safe to use from many threads; other processes that write are noticed by their changes of the files."""

    def __init__(self, folder: Path) -> None:
        """What a kill left unfinished is finished or removed."""
        self._drawer = Drawer(folder / "games", ".jsonl", "game")
        self._known: dict[str, GameLog] = {}
        self._lock = threading.RLock()
        self._listing: list[None] = []  # one for each listing under way
        self._is_clean = True  # no import has failed, perhaps so badly that not even that could be undone
        finish_placing(self._drawer.folder)
        clear_parts(self._drawer.folder)
        self._drawer.clear_aside()

    def create(self, event: Event) -> SavedGame:
        """A new game from its first event, which gets an id; raises KibitzError if the event is wrong."""
        key = new_id()
        make_private_folder(self._drawer.folder)
        log = new_log(self._drawer.path(key), {**event, "id": key})
        with self._lock:
            self._known[key] = log
        return log.game

    def create_all(self, events: Sequence[Event], is_wanted: Callable[[SavedGame], bool] = lambda _: True) -> CreatedGames:
        """New games as create() makes them: all are on the disk when this returns, none if it raises or is killed.

        `is_wanted` may say that a game is known already. Raises NotationError if each of them is too large.
        """
        firsts = [{**event, "id": new_id()} for event in events]
        lines = {first["id"]: encoded(first) for first in firsts}
        small = [begun_game(first) for first in firsts if len(lines[first["id"]]) <= LARGEST_GAME]
        skipped = [f"game {n}: {too_large()}" for n, line in enumerate(lines.values(), 1) if len(line) > LARGEST_GAME]
        if skipped and not small:
            raise NotationError(skipped[0])
        games = [game for game in small if is_wanted(game)]
        self._place({game.id: lines[game.id] for game in games}, games)
        return CreatedGames(games, skipped, len(small) - len(games))

    def _place(self, lines: Mapping[str, bytes], games: Sequence[SavedGame]) -> None:
        """Write the first lines of new games; all are on the disk when this returns, or none."""
        if not games:
            return
        paths = {game.id: self._drawer.path(game.id) for game in games}
        make_private_folder(self._drawer.folder)
        try:
            place_new_files(self._drawer.folder, {path.name: lines[key] for key, path in paths.items()})
        except SetupError:
            self._is_clean = False
            raise
        with self._lock:
            self._known.update({game.id: placed_log(paths[game.id], game) for game in games})

    def get(self, key: str) -> SavedGame:
        """A game as it is now; raises MissingError if there is none, SetupError if its file is damaged."""
        with self._lock:
            return self._current(key).game

    def listing(self) -> ShelfList:
        """Every game. A damaged file hides neither itself nor the others."""
        self._listing.append(None)
        try:
            return self._listed()
        finally:
            self._listing.pop()

    def make_way(self) -> None:
        """Wait while somebody lists the games.

        Each look at a file hands the interpreter's lock to a thread that computes, which keeps it for milliseconds: with
        thousands of files that comes to a minute.
        """
        while self._listing:
            time.sleep(_A_MOMENT)

    def _listed(self) -> ShelfList:
        if not self._is_clean:
            finish_placing(self._drawer.folder)
        games, unreadable = [], []
        for key, found in list(self._drawer.found()):
            log = self._known.get(key)
            try:
                games.append(log.game if log and log.is_of(found) else self.get(key))
            except MissingError:
                continue  # deleted meanwhile, or a beginning that was never answered for
            except KibitzError as error:
                unreadable.append(UnreadableFile(key, str(error)))
        games.sort(key=lambda game: (game.changed, game.id), reverse=True)
        return ShelfList(games, unreadable)

    def all(self) -> list[SavedGame]:
        """Every game that can be read, the one changed last first."""
        return self.listing().games

    def change(self, key: str, make_event: Callable[[SavedGame], Event]) -> SavedGame:
        """Add an event to a game, made from the game as it is now; what `make_event` raises leaves it so."""
        with self._lock:
            log = self._current(key)
            event = make_event(log.game)
            self._known[key] = log.after(event, game_after(log.game, event))
            return self._known[key].game

    def delete(self, key: str) -> None:
        """Put a game aside, one that cannot be read too; raises MissingError if there is none."""
        with self._lock:
            self._known.pop(key, None)
            self._drawer.put_aside(key)

    def restore(self, key: str) -> SavedGame:
        """Bring back a game that was deleted; raises MissingError if it is no longer kept."""
        with self._lock:
            self._drawer.bring_back(key)
            return self._current(key).game

    def _current(self, key: str) -> GameLog:
        path, log = self._drawer.path(key), self._known.pop(key, None)
        if log is None or not _is_current(log):
            log = read_log(path, key)
        self._known[key] = log
        return log


def _is_current(log: GameLog) -> bool:
    try:
        return log.is_current()
    except OSError:
        return False
