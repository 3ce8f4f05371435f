"""Saved games on disk, a file for each (kibitz.app.game_log), and which of the files cannot be read."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from kibitz.app.folder import Drawer, MissingError, make_private_folder, new_id
from kibitz.app.game_changes import game_after
from kibitz.app.game_index import GameIndex, IndexedGame, indexed
from kibitz.app.game_log import LARGEST_GAME, GameLog, begun_game, encoded, new_log, placed_log, read_log, too_large
from kibitz.app.new_files import finish_placing, place_new_files
from kibitz.app.saved_game import Event, SavedGame
from kibitz.errors import KibitzError, NotationError, SetupError
from kibitz.files import clear_parts

# A folder tells when its names changed, in steps of some milliseconds. A change in the same step as the last look would not show,
# so a look is trusted only if the folder had not changed for some seconds before it.
_SECONDS_UNTIL_SETTLED: Final = 2.0
_SECONDS_TRUSTED: Final = 10.0  # until files are looked at all the same: other programs may have written into one


@dataclass(frozen=True, slots=True)
class UnreadableFile:
    """A game that is there and cannot be read; `problem` is a sentence that names its file."""

    id: str
    problem: str


class _Look(NamedTuple):
    """When all files were looked at, and when the folder had changed before; in seconds."""

    at: float
    changed: float

    def holds(self, changed: float) -> bool:
        """Whether nothing can be new where the folder changed at this time."""
        is_settled = self.at - self.changed >= _SECONDS_UNTIL_SETTLED
        return is_settled and changed == self.changed and 0 <= time.time() - self.at < _SECONDS_TRUSTED


class ShelfList(NamedTuple):
    """All saved games: those that can be read, the one changed last first, and the others; and where they are filed."""

    games: list[IndexedGame]
    unreadable: list[UnreadableFile]
    folders: list[tuple[str, int]]
    tags: list[tuple[str, int]]


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
        self._index = GameIndex()
        self._unreadable: dict[str, UnreadableFile] = {}
        self._last_look = _Look(0.0, 0.0)
        self._filling = 0  # how many imports are under way
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
            self._keep({key: log})
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
        logs = {game.id: placed_log(paths[game.id], game) for game in games}
        with self._lock:
            self._keep(logs)

    def get(self, key: str) -> SavedGame:
        """A game as it is now; raises MissingError if there is none, SetupError if its file is damaged."""
        with self._lock:
            return self._current(key).game

    def listing(self) -> ShelfList:
        """Every game. A damaged file hides neither itself nor the others.

        Files are looked at only where somebody else may have changed them, and not at all while an import is under way: each
        look hands the interpreter's lock to the import, which keeps it for milliseconds, and with thousands of files that comes
        to a minute. What others write meanwhile is seen when the import has ended.
        """
        if not self._filling:
            self._look_for_changes()
        with self._lock:
            unreadable = list(self._unreadable.values())
            return ShelfList(self._index.latest_first(), unreadable, self._index.folders(), self._index.tags())

    @contextmanager
    def filling(self) -> Iterator[None]:
        """Say that an import is under way, which may create many games; see listing()."""
        self._look_for_changes()
        with self._lock:
            self._filling += 1
        try:
            yield
        finally:
            with self._lock:
                self._filling -= 1

    def _look_for_changes(self) -> None:
        """Bring the index up to date with what others have done to the files."""
        if not self._is_clean:
            finish_placing(self._drawer.folder)
        look = _Look(time.time(), self._drawer.changed())
        if self._last_look.holds(look.changed):
            return
        found = dict(self._drawer.found())
        with self._lock:
            known = dict(self._known)
            gone = (known.keys() | self._unreadable.keys()) - found.keys()
        fresh = [key for key, state in found.items() if key not in known or not known[key].is_of(state)]
        for key in [*gone, *fresh]:
            self._look_at(key)
        self._last_look = look

    def _look_at(self, key: str) -> None:
        with self._lock:
            self._unreadable.pop(key, None)
            try:
                self._current(key)
            except MissingError:
                return  # deleted meanwhile, or a beginning that was never answered for
            except KibitzError as error:
                self._unreadable[key] = UnreadableFile(key, str(error))

    def all(self) -> list[SavedGame]:
        """Every game that can be read, the one changed last first."""
        return [entry.game for entry in self.listing().games]

    def change(self, key: str, make_event: Callable[[SavedGame], Event]) -> SavedGame:
        """Add an event to a game, made from the game as it is now; what `make_event` raises leaves it so."""
        with self._lock:
            log = self._current(key)
            event = make_event(log.game)
            changed = log.after(event, game_after(log.game, event))
            self._keep({key: changed})
            return changed.game

    def delete(self, key: str) -> None:
        """Put a game aside, one that cannot be read too; raises MissingError if there is none."""
        with self._lock:
            self._drawer.put_aside(key)
            self._forget(key)
            self._unreadable.pop(key, None)

    def restore(self, key: str) -> SavedGame:
        """Bring back a game that was deleted; raises MissingError if it is no longer kept."""
        with self._lock:
            self._drawer.bring_back(key)
            return self._current(key).game

    def _current(self, key: str) -> GameLog:
        path, log = self._drawer.path(key), self._known.get(key)
        if log is None or not _is_current(log):
            self._forget(key)
            log = read_log(path, key)
            self._keep({key: log})
        return log

    def _keep(self, logs: Mapping[str, GameLog]) -> None:
        for key, log in logs.items():
            self._known[key] = log
            self._index.put(indexed(log.game))

    def _forget(self, key: str) -> None:
        self._known.pop(key, None)
        self._index.remove(key)


def _is_current(log: GameLog) -> bool:
    try:
        return log.is_current()
    except OSError:
        return False
