"""Files of games, or a public collection, into the user's archive. Heavy imports are late: only an import needs them."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kibitz.app.import_job import ImportJob
from kibitz.errors import SetupError
from kibitz.games.catalogue import find_kit, kits_with
from kibitz.records.disk import told_what_is_opened

if TYPE_CHECKING:
    from kibitz.archive.database import Archive
    from kibitz.archive.importer import FoundFile, ImportReport
    from kibitz.games.kit import Collection

MIRROR_VARIABLE: Final = "KIBITZ_MIRROR"
_PAUSE: Final = 0.1  # seconds until another try, while somebody looks into the archive
_TRIES: Final = 100


def collections() -> dict[str, str]:
    """The game of each public collection."""
    return {name: kit.name for kit in kits_with("archive") if kit.archive for name in kit.archive.collections}


def fetch_collection(job: ImportJob) -> None:
    """Download the job's collection and file it; raises Cancelled, PeerError or SetupError. What was downloaded stays."""
    from kibitz.archive.importer import record_files

    mirror = os.environ.get(MIRROR_VARIABLE)
    address = f"{mirror.rstrip('/')}/{job.collection}/" if mirror else None
    fetched = _collection(job)(None, None, address, lambda line: job.begin_file(line))
    files = record_files(fetched.game_files(), job.game)
    job.files = {str(file.path): file.size for file in files}
    _file(job, files)


def _collection(job: ImportJob) -> "Collection":
    kit = find_kit(job.game)
    if kit.archive is None or job.collection not in kit.archive.collections:
        raise SetupError(f"there is no collection {job.collection[:40]!r} of {kit.title}")
    return kit.archive.collections[job.collection]


def fill_archive(job: ImportJob) -> None:
    """File the games of the job's files; raises Cancelled or SetupError, and then the archive holds whole files."""
    from kibitz.archive.importer import record_files

    _file(job, record_files([job.folder], job.game))


def _file(job: ImportJob, files: "Sequence[FoundFile]") -> None:
    from kibitz.archive.importer import ImportReport, import_files
    from kibitz.archive.ratings import update_ratings

    filing = _Filing(job, ImportReport())
    with _opened(job) as archive, told_what_is_opened(job.opened):
        try:
            import_files(archive, files, filing.say, filing.on_file, filing.on_games, filing.report)
        finally:
            filing.count()
        job.begin_file("", job.bytes_total)
        if filing.report.games:
            update_ratings(archive)


def _opened(job: ImportJob) -> "Archive":
    """The archive for writing, as soon as nobody of this server reads in it."""
    from kibitz.archive.database import open_for_writing

    for _ in range(_TRIES):
        try:
            return open_for_writing(game=job.game)
        except SetupError as error:
            problem = error
            job.keep_going()
            time.sleep(_PAUSE)
    raise problem


class _Filing:
    """What an import into the archive tells of its progress, and what of that the archive keeps."""

    def __init__(self, job: ImportJob, report: "ImportReport") -> None:
        self._job, self.report = job, report

    def say(self, sentence: str) -> None:
        self._job.say(sentence)

    def on_file(self, path: Path, done: int, _total: int) -> None:
        self._job.begin_file(path.name, done)

    def on_games(self, games: int) -> None:
        self._job.games_seen = games
        self._job.keep_going()

    def count(self) -> None:
        """Let the job have the counts of what is in the archive."""
        tally, report = self._job.tally, self.report
        tally.taken, tally.duplicates, tally.left_out = report.games, report.duplicates, report.skipped
        self._job.games_seen = 0
        self._job.files_without_games = len(report.unreadable)
