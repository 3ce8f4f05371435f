"""Imports in the background, one after the other: files that were sent in pieces, or a public collection that is downloaded.

Imports are known until the server ends. What was received is in a folder that is deleted with the import, or at the next start.
"""

import contextlib
import os
import queue
import shutil
import threading
import time
from pathlib import Path
from typing import Final

from kibitz.app.archive_intake import fetch_collection, fill_archive
from kibitz.app.folder import MissingError, make_private_folder, new_id
from kibitz.app.game_intake import take_games
from kibitz.app.game_shelf import GameShelf
from kibitz.app.import_job import Cancelled, FullError, ImportJob, State, Target, safe_name
from kibitz.errors import KibitzError, SetupError
from kibitz.files import reason

MOST_IMPORTS: Final = 50  # known at the same time; the oldest that has ended gives way
MOST_FILES: Final = 100_000
MOST_BYTES: Final = 4 << 30
_SECONDS_UNTIL_ABANDONED: Final = 86_400


class ImportDesk:
    """All imports of a server. Safe to use from many threads."""

    def __init__(self, folder: Path, shelf: GameShelf) -> None:
        self._folder = folder / "imports"
        self._shelf = shelf
        self._jobs: dict[str, ImportJob] = {}
        self._waiting: queue.SimpleQueue[ImportJob | None] = queue.SimpleQueue()
        self._lock = threading.RLock()
        self._thread = threading.Thread(target=self._work, name="imports", daemon=True)

    def start(self) -> None:
        """Delete what killed imports have left, and begin to work."""
        clear_abandoned(self._folder)
        self._thread.start()

    def close(self) -> None:
        """Cancel what is under way, wait for that, and delete what was received."""
        with self._lock:
            for job in self._jobs.values():
                job.is_cancelled.set()
        self._waiting.put(None)
        if self._thread.is_alive():
            self._thread.join()
        for job in self._jobs.values():
            shutil.rmtree(job.folder, ignore_errors=True)

    def create(self, target: Target, game: str, name: str, collection: str = "") -> ImportJob:
        """A new import that waits for its files; one of a collection begins. Raises SetupError if too many are under way."""
        with self._lock:
            self._make_room()
            key = new_id()
            job = ImportJob(key, target, game, name, self._folder / key, collection)
            self._jobs[key] = job
            if collection:
                self._begin(job)
            return job

    def job(self, key: str) -> ImportJob:
        """An import; raises MissingError if there is none."""
        with self._lock:
            if key not in self._jobs:
                raise MissingError(f"there is no import {key[:40]!r}")
            return self._jobs[key]

    def jobs(self) -> list[ImportJob]:
        """All imports, the latest first."""
        with self._lock:
            return list(reversed(self._jobs.values()))

    def receive(self, key: str, name: str, at: int, piece: bytes) -> ImportJob:
        """Add a piece to one of an import's files; the first piece makes the file. Raises SetupError if it does not fit there."""
        with self._lock:
            job, path = self.job(key), safe_name(name)
            self._require_state(job, "receiving")
            if job.files.get(path, 0) != at:
                raise SetupError(f"{path} has {job.files.get(path, 0)} bytes so far; the next piece begins there")
            if job.bytes_total + len(piece) > MOST_BYTES:
                raise FullError(f"an import has at most {MOST_BYTES >> 30} GiB; import the rest by itself")
            if len(job.files) >= MOST_FILES and path not in job.files:
                raise FullError(f"an import has at most {MOST_FILES:,} files; import the rest by itself")
            _append(job.folder / path, at, piece)
            job.files[path] = at + len(piece)
            return job

    def begin(self, key: str) -> ImportJob:
        """Put an import into the queue: it has all its files. Raises SetupError if it has none or was begun before."""
        with self._lock:
            job = self.job(key)
            self._require_state(job, "receiving")
            if not job.files:
                raise SetupError("the import has no files yet")
            self._begin(job)
            return job

    def cancel(self, key: str) -> ImportJob:
        """End an import; what it has taken stays. One that has ended already stays as it is."""
        with self._lock:
            job = self.job(key)
            job.is_cancelled.set()
            if job.state == "receiving":
                self._end(job, "cancelled")
            return job

    def forget(self, key: str) -> None:
        """Cancel an import and know it no more."""
        with self._lock:
            self.cancel(key)
            del self._jobs[key]

    def _begin(self, job: ImportJob) -> None:
        job.state = "waiting"
        self._waiting.put(job)

    def _make_room(self) -> None:
        while len(self._jobs) >= MOST_IMPORTS:
            ended = next((job for job in self._jobs.values() if job.has_ended), None)
            if ended is None:
                raise SetupError(f"{MOST_IMPORTS} imports are under way; wait for one of them or cancel it")
            del self._jobs[ended.id]

    def _require_state(self, job: ImportJob, state: str) -> None:
        if job.state != state:
            raise SetupError(f"the import is {job.state}; begin another one")

    def _work(self) -> None:
        while job := self._waiting.get():
            self._run(job)

    def _run(self, job: ImportJob) -> None:
        try:
            job.keep_going()
            job.state = "running"
            with self._shelf.filling():
                self._take(job)
        except Cancelled:
            self._end(job, "cancelled")
        except KibitzError as error:
            job.error = str(error)
            self._end(job, "failed")
        else:
            self._end(job, "done")

    def _take(self, job: ImportJob) -> None:
        if job.collection:
            fetch_collection(job)
        elif job.target == "archive":
            fill_archive(job)
        else:
            take_games(job, self._shelf)

    def _end(self, job: ImportJob, state: State) -> None:
        shutil.rmtree(job.folder, ignore_errors=True)
        job.state = state
        job.doing = ""


def clear_abandoned(folder: Path) -> None:
    """Delete the files of imports that nobody goes on with: a server that was killed, a page that was closed."""
    with contextlib.suppress(OSError):
        for found in folder.iterdir():
            if time.time() - found.stat().st_mtime >= _SECONDS_UNTIL_ABANDONED:
                shutil.rmtree(found, ignore_errors=True)


def _append(path: Path, at: int, piece: bytes) -> None:
    """Write a piece behind the first bytes of a file; raises SetupError. Nothing waits for the disk: an import starts afresh."""
    make_private_folder(path.parent)
    try:
        with path.open("r+b" if at else "wb") as file:
            file.seek(at)
            file.write(piece)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.truncate(path, at)
        raise SetupError(f"{path} cannot be written: {reason(error)}") from None
