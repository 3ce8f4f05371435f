"""Everything that runs behind the routes, put together once for each server."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

from kibitz.app.analysis_pool import AnalysisPool
from kibitz.app.engine_desk import EngineDesk
from kibitz.app.folder import study_folder
from kibitz.app.game_room import GameRoom
from kibitz.app.game_shelf import GameShelf
from kibitz.app.import_desk import ImportDesk
from kibitz.app.own_names import OwnNames
from kibitz.app.review_desk import ReviewDesk
from kibitz.app.saved_game import SavedGame
from kibitz.app.shapes.games import GameLine
from kibitz.app.study_games import study_games
from kibitz.app.study_shelf import StudyShelf
from kibitz.app.thinkers import Thinkers
from kibitz.app.views import describe_game_line
from kibitz.errors import SetupError
from kibitz.search.contract import Ranking

Part = TypeVar("Part")

_HELPERS: Final = 4  # questions to models and archive answered at the same time
UPLOADS_AT_ONCE: Final = 2  # the others wait without a thread, so that no request waits for an upload


class Services:
    """The parts of a running app."""

    def __init__(self, folder: Path | None = None, workers: int | None = None) -> None:
        """`folder` is where games are kept; the user's own unless given."""
        self.folder = folder or study_folder()
        self.pool = AnalysisPool(workers)
        self.shelf = GameShelf(self.folder)
        self.engines = EngineDesk()
        self.thinkers = Thinkers()
        self.room = GameRoom(self.shelf, self.thinkers)
        self.reviews = ReviewDesk(self.folder, self.shelf)
        self.studies = StudyShelf(self.folder)
        self.imports = ImportDesk(self.folder, self.shelf)
        self.names = OwnNames(self.folder)
        self.helpers = ThreadPoolExecutor(_HELPERS, "voices")
        self._uploads = ThreadPoolExecutor(UPLOADS_AT_ONCE, "uploads")
        self._parts: dict[Callable[[Path], Any], Any] = {}
        self._lock = threading.Lock()
        self._loading = threading.Thread(target=_get_ready, name="loading", daemon=True)

    def start(self) -> None:
        """Resume unfinished work, and load what the first request will need."""
        self.pool.start()
        self.reviews.start()
        self.imports.start()
        self._loading.start()

    def close(self) -> None:
        """Stop everything and wait for it: the core must not be at work when Python ends."""
        self.room.close()
        self.reviews.close()
        self.imports.close()
        self.helpers.shutdown(cancel_futures=True)
        self._uploads.shutdown(cancel_futures=True)
        self.pool.close()
        self.engines.close()
        self.thinkers.close()
        if self._loading.is_alive():
            self._loading.join()

    async def read_upload(self, read: Callable[["Services", bytes, str], Part], data: bytes, name: str) -> Part:
        """What `read` makes of a file: in a thread, a few files at a time."""
        return await asyncio.get_running_loop().run_in_executor(self._uploads, read, self, data, name)

    def part(self, make: Callable[[Path], Part]) -> Part:
        """What one game keeps in the app's folder, made when it is first asked for."""
        with self._lock:
            if make not in self._parts:
                self._parts[make] = make(self.folder)
            made: Part = self._parts[make]
            return made

    def look(self, position: Any, seconds: float) -> Ranking:
        """What the app's own engine knows of a position after some seconds; it goes on where others have looked before.

        Raises SetupError if it had no time.
        """
        found = self.pool.analyse(position, seconds)
        if found is None or not found.ranking.moves:
            raise SetupError("the engine had no time for this position; try again")
        ranking: Ranking = found.ranking
        return ranking

    def game_line(self, game: SavedGame) -> GameLine:
        """A saved game as a line of a list."""
        return describe_game_line(game, self.is_reviewed(game.id), self.names.side_of(game))

    def delete_game(self, key: str) -> None:
        """Take a game and its review away; raises MissingError if there is none."""
        self.room.delete(key)
        self.reviews.put_aside(key)

    def restore_game(self, key: str) -> None:
        """Undo delete_game(); raises MissingError if the game is no longer kept."""
        self.shelf.restore(key)
        self.reviews.bring_back(key)

    def is_reviewed(self, key: str) -> bool:
        return self.reviews.has(key)


def _get_ready() -> None:
    for game in study_games():
        game.get_ready()
