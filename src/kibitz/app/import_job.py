"""One import: what was received, how far it is, and what was taken and left out, and why."""

import os
import re
import threading
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final, Literal, TypeAlias

from kibitz.errors import KibitzError

Target: TypeAlias = Literal["games", "archive"]
State: TypeAlias = Literal["receiving", "waiting", "running", "done", "cancelled", "failed"]

MOST_REASONS: Final = 200
_MOST_NAMES: Final = 6
_ENDED: Final = ("done", "cancelled", "failed")
_UNSAFE: Final = re.compile(r"[^\w.\- ]")
_LONGEST_NAME: Final = 80
_DEEPEST: Final = 6


class Cancelled(Exception):  # noqa: N818 - nothing went wrong
    """The import under way is no longer wanted."""


class FullError(KibitzError):
    """An import would get more files or bytes than one may have."""


@dataclass(slots=True)
class Tally:
    """What became of the games that were read: each is in one of the three counts."""

    taken: int = 0
    duplicates: int = 0
    left_out: int = 0

    @property
    def read(self) -> int:
        return self.taken + self.duplicates + self.left_out


@dataclass(eq=False)
class ImportJob:
    """An import as it is now. `folder` has the received files; `collection` is what is downloaded instead of them."""

    id: str
    target: Target
    game: str
    name: str
    folder: Path
    collection: str = ""
    state: State = "receiving"
    files: dict[str, int] = field(default_factory=dict)  # bytes of each received file, by its path in the folder
    tally: Tally = field(default_factory=Tally)
    games_seen: int = 0  # of which some may not be decided yet
    doing: str = ""
    bytes_done: int = 0
    files_without_games: int = 0
    reasons: list[str] = field(default_factory=list)
    further_reasons: int = 0
    error: str = ""
    taken_ids: list[str] = field(default_factory=list)
    players: Counter[str] = field(default_factory=Counter)
    is_cancelled: threading.Event = field(default_factory=threading.Event)
    _open: BinaryIO | None = None
    _bytes_before: int = 0

    @property
    def bytes_total(self) -> int:
        return sum(self.files.values())

    @property
    def has_ended(self) -> bool:
        return self.state in _ENDED

    def took(self, ids: list[str], duplicates: int) -> None:
        """Count games that were saved, and those that were there already."""
        self.tally.taken += len(ids)
        self.tally.duplicates += duplicates
        self.taken_ids += ids

    def pass_over(self, reason: str) -> None:
        """Count a file that holds no games, or breaks off."""
        self.files_without_games += 1
        self.say(reason)

    def leave_out(self, reason: str, games: int = 1) -> None:
        """Count games that cannot be used, and keep the reason while there are not too many."""
        self.tally.left_out += games
        self.say(reason)

    def say(self, sentence: str) -> None:
        """Keep a sentence about the import without the folder of its files; behind the first MOST_REASONS they are counted."""
        if len(self.reasons) < MOST_REASONS:
            self.reasons.append(sentence.replace(f"{self.folder}/", ""))
        else:
            self.further_reasons += 1

    def keep_going(self) -> None:
        """Raise Cancelled if nobody wants the import any more."""
        if self.is_cancelled.is_set():
            raise Cancelled
        self.look()

    def look(self) -> None:
        """Bring the count of bytes up to date, which anybody may do while a file is read."""
        if self._open and not self._open.closed:
            with suppress(OSError, ValueError):  # it was closed at this moment
                place = os.lseek(self._open.fileno(), 0, os.SEEK_CUR)
                self.bytes_done = min(self._bytes_before + place, self.bytes_total)

    @property
    def games_read(self) -> int:
        return max(self.games_seen, self.tally.read)

    def begin_file(self, name: str, bytes_before: int | None = None) -> None:
        """Say what is read from now on, and how many bytes were before it."""
        self.doing = name
        if bytes_before is not None:
            self._open, self._bytes_before, self.bytes_done = None, bytes_before, bytes_before
        self.keep_going()

    def opened(self, file: BinaryIO) -> None:
        """Follow a file that is read from now on."""
        self._open = file

    def most_frequent_players(self) -> list[tuple[str, int]]:
        """Who played most of the games that were taken."""
        return self.players.most_common(_MOST_NAMES)


def safe_name(given: str) -> str:
    """A path below a folder that is made of nothing but harmless names, like the one given."""
    parts = [_UNSAFE.sub("_", part).strip(" .")[-_LONGEST_NAME:].strip(" .") for part in re.split(r"[/\\]", given)]
    return "/".join([part for part in parts if part][-_DEEPEST:]) or "file"
