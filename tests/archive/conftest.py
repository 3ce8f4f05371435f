"""Small archives for the tests, and folders and disks that cannot be written."""

import os
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from kibitz.archive.database import Archive, open_for_writing
from kibitz.archive.importer import import_records
from kibitz.records.othello.record import GameRecord


@pytest.fixture
def archive_path(tmp_path: Path) -> Path:
    return tmp_path / "games.duckdb"


@pytest.fixture
def archive_of(archive_path: Path) -> Iterator[Callable[[Iterable[GameRecord]], Archive]]:
    """Makes an archive of some games, open for writing until the test ends."""
    opened: list[Archive] = []

    def make(records: Iterable[GameRecord] = ()) -> Archive:
        opened.append(open_for_writing(archive_path, game="othello"))
        import_records(opened[-1], records, "test")
        return opened[-1]

    yield make
    for archive in opened:
        archive.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 4 MB; only root may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    _mount(folder, "size=4m")
    yield folder
    subprocess.run(["umount", folder], check=True)


@pytest.fixture
def read_only_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in which nothing may be written, by root neither; it holds a file `games.txt` with one game."""
    folder = tmp_path / "read-only"
    folder.mkdir()
    is_root = os.geteuid() == 0
    if is_root:
        _mount(folder, "size=4m")
    (folder / "games.txt").write_text("f5d6c3\n")
    if is_root:
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
    else:
        folder.chmod(0o555)
    yield folder
    if is_root:
        subprocess.run(["umount", folder], check=True)
    else:
        with suppress(OSError):
            folder.chmod(0o755)


def _mount(folder: Path, options: str) -> None:
    try:
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("needs the command mount")
    if done.returncode:
        pytest.skip("needs the right to mount a disk")
