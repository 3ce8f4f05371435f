"""The file of one saved game: a line for each event, on the disk before anybody hears of it.

A line that a crash left unfinished was never answered for; it is cut off when the game goes on. Once more than half of a file is
superseded, as it is by a comment that was edited many times, one line that says what the game is now takes the place of all.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from kibitz.app.folder import MissingError
from kibitz.app.game_changes import game_after
from kibitz.app.saved_game import Event, SavedGame, begun, require_texts, summary
from kibitz.app.stored_event import parse_event
from kibitz.app.study_games import parse_played_line
from kibitz.errors import KibitzError, SetupError
from kibitz.files import append_whole, locked, reason, whole_path, write_all

LARGEST_GAME: Final = 8 << 20  # bytes of what a game is now; its file has at most twice as many
ROOM_TO_PLAY: Final = 1 << 20  # further bytes for moves, so that a game full of comments can be played to its end
LARGEST_FILE: Final = 64 << 20  # more than this version writes: older ones did not compact
_SMALL: Final = 64 << 10  # a file of up to so many bytes keeps all of its events
_PLAYING: Final = frozenset({"move", "take back", "end", "dead"})
_DAMAGES: Final = (KibitzError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)

_Seen: TypeAlias = tuple[int, int, int]  # inode, length and time of the last change


@dataclass(frozen=True, slots=True)
class GameLog:
    """A game, and its file as it was when last looked at: `size` is the length of its complete lines.

    While the file has at most `roomy` bytes, the game cannot be too large, nor most of the file superseded.
    """

    path: Path
    game: SavedGame
    size: int
    seen: _Seen
    roomy: int = 0

    def is_current(self) -> bool:
        """Whether nobody else has changed the file since; raises FileNotFoundError if it is gone."""
        return _seen(self.path.stat()) == self.seen

    def is_of(self, found: os.stat_result) -> bool:
        """Whether this is what a file holds that was just looked at."""
        return _seen(found) == self.seen

    def after(self, event: Event, game: SavedGame) -> "GameLog":
        """The log with an event that makes this game of its own, on the disk; raises SetupError if it cannot be written.

        So it does if the game would become larger than LARGEST_GAME; one that becomes smaller is always taken.
        """
        line = encoded(event)
        size, roomy = self.size + len(line), max(self.roomy, _SMALL)
        if size <= roomy:
            return self._with_line(line, game, roomy)
        whole = encoded(summary(game))
        if len(whole) > _most(event) and len(whole) > len(encoded(summary(self.game))):
            raise too_large()
        if size > 2 * len(whole) and _says_all(whole, game):
            return self._compacted(whole, game)
        if size > LARGEST_FILE:
            raise too_large()
        return self._with_line(line, game, _roomy(whole))

    def _with_line(self, line: bytes, game: SavedGame, roomy: int) -> "GameLog":
        with self._held() as descriptor:
            size = append_whole(descriptor, line, self.size)
            with suppress(OSError):
                os.utime(self.path.parent)  # by which other processes see that they must look
            return GameLog(self.path, game, size, _seen(os.fstat(descriptor)), roomy)

    def _compacted(self, whole: bytes, game: SavedGame) -> "GameLog":
        with self._held():
            write_private(self.path, whole)
            return GameLog(self.path, game, len(whole), _seen(self.path.stat()), _roomy(whole))

    @contextmanager
    def _held(self) -> Iterator[int]:
        """A descriptor of the file, which is the one that was seen and stays so meanwhile; raises SetupError."""
        try:
            descriptor = os.open(self.path, os.O_RDWR)
            try:
                with locked(descriptor):
                    if not _seen(os.fstat(descriptor)) == self.seen == _seen(self.path.stat()):
                        raise SetupError("the game was changed elsewhere at the same moment; try again")
                    yield descriptor
            finally:
                os.close(descriptor)
        except FileNotFoundError:
            raise MissingError(f"there is no game {self.game.id}") from None
        except OSError as error:
            raise SetupError(f"{self.path} cannot be written: {reason(error)}") from None


def read_log(path: Path, key: str) -> GameLog:
    """The log of a file; raises MissingError if there is none, SetupError if it cannot be read, is too large or damaged."""
    try:
        seen = _seen(path.stat())
        if seen[1] > LARGEST_FILE:
            raise SetupError(f"{path} is too large for a game: it has more than {LARGEST_FILE >> 20} MiB")
        data = path.read_bytes()
    except FileNotFoundError:
        raise MissingError(f"there is no game {key}") from None
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {reason(error)}") from None
    complete = data[: data.rfind(b"\n") + 1]
    if not complete:
        raise MissingError(f"there is no game {key}")
    return GameLog(path, _replayed(path, key, complete), len(complete), seen)


def new_log(path: Path, event: Event) -> GameLog:
    """The log of a new game, on the disk; raises KibitzError if the event is wrong, SetupError if it cannot be written."""
    game, line = begun_game(event), encoded(event)
    if len(line) > LARGEST_GAME:
        raise too_large()
    write_private(path, line)
    return placed_log(path, game)


def placed_log(path: Path, game: SavedGame) -> GameLog:
    """The log of a game whose file has just been written."""
    found = path.stat()
    return GameLog(path, game, found.st_size, _seen(found))


def begun_game(event: Event) -> SavedGame:
    """The game of its first event; raises KibitzError if its position or moves are wrong."""
    return begun(event, parse_played_line(event.get("start", ""), event.get("moves", "")))


def encoded(event: Mapping[str, Any]) -> bytes:
    """The line of an event."""
    return json.dumps(event, allow_nan=False, ensure_ascii=False).encode() + b"\n"


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its user can read, whole or not at all; raises SetupError."""
    with whole_path(path) as part:
        write_private_part(part, data)


def write_private_part(part: Path, data: bytes) -> None:
    """Write a file that only its user can read, without waiting for the disk; raises OSError."""
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        write_all(descriptor, data)
    finally:
        os.close(descriptor)


def too_large() -> SetupError:
    """What is said about a game that would not be read again."""
    size = f"{LARGEST_GAME >> 20} MiB"
    return SetupError(f"the game would have more than {size} with its comments and variations; shorten or remove some of them")


def _roomy(whole: bytes) -> int:
    return min(2 * len(whole), LARGEST_GAME)


def _most(event: Event) -> int:
    return LARGEST_GAME + ROOM_TO_PLAY * (event["event"] in _PLAYING)


def _replayed(path: Path, key: str, lines: bytes) -> SavedGame:
    try:
        first, *others = map(parse_event, lines.splitlines())
        game = begun_game({**first, "id": key})
        for event in others:
            game = game_after(game, event)
        require_texts(game)
    except _DAMAGES as error:
        raise SetupError(f"{path} is damaged: {error}") from None
    return game


def _says_all(whole: bytes, game: SavedGame) -> bool:
    """Whether a line makes exactly this game."""
    try:
        return begun_game(json.loads(whole)) == game
    except KibitzError:
        return False


def _seen(found: os.stat_result) -> _Seen:
    return found.st_ino, found.st_size, found.st_mtime_ns
