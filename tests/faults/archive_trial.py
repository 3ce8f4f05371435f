"""The archive on a disk that fails at the n-th native call, for all n. A program of its own: the disk must be loaded before libc.

    LD_PRELOAD=native_disk.so python archive_trial.py FOLDER [STRIDE]

Every STRIDE-th call fails, all unless given; which of them depends on the kind of fault.
Every try is a forked process, as is everyone who looks at what it left; this one never opens an archive. Prints a JSON object.
"""

import ctypes
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import numpy.ma

from archive.go.records import random_record
from kibitz.archive import database, sorting, whole_history
from kibitz.archive.database import open_archive, open_for_writing
from kibitz.archive.go import rows as go_rows
from kibitz.archive.importer import import_records
from kibitz.archive.othello import rows as othello_rows
from kibitz.archive.ratings import update_ratings
from kibitz.errors import KibitzError, SetupError
from kibitz.records.othello.record import GameRecord
from kibitz.rules.squares import parse_transcript

KINDS = {"no space left, once": 1, "no space left from here on": 2, "an error of the device, once": 3, "the process is killed": 4}
LOADED_BEFORE_FORKS = (numpy.ma, whole_history, go_rows, othello_rows)
TABLES = {
    "players": "*",
    "tournaments": "*",
    "games": "* EXCLUDE (import)",
    "positions": "*",
    "ratings": "*",
    "imports": "file, games, duplicates, skipped",
}
LINES = ("f5d6c3d3c4f4", "f5f6e6f4e3c5", "c4c3d3c5b3e3")


def records(first: int, last: int) -> list[GameRecord]:
    return [
        GameRecord(parse_transcript(line), black="Ada", white="Bo", event="Cup", date="2020", black_score=2)
        for line in LINES[first:last]
    ]


def importing(game: str, found: Callable[[], list[Any]]) -> Callable[[Path], None]:
    def run(path: Path) -> None:
        with open_for_writing(path, game=game) as archive:
            import_records(archive, found(), "some.file")

    return run


def rating(path: Path) -> None:
    with open_for_writing(path, game="othello") as archive:
        update_ratings(archive)


STEPS = (
    importing("othello", lambda: records(0, 2)),
    rating,
    importing("othello", lambda: records(1, 3)),
    importing("go", lambda: [random_record(seed) for seed in range(2)]),
)


def view(path: Path) -> list[str]:
    """All that an archive keeps, without times; an archive without games is none."""
    found = []
    for game in ("othello", "go"):
        try:
            archive = open_archive(path, game=game)
        except SetupError as error:
            if "there is no archive" in str(error) or "holds no games" in str(error):
                continue
            raise
        with archive:
            rows = {table: archive.rows(f"SELECT {columns} FROM {table} ORDER BY ALL") for table, columns in TABLES.items()}
            found += [f"{game} {table} {row}" for table, kept in rows.items() for row in kept]
    return found


def apart(work: Callable[[Callable[[Any], None]], None]) -> tuple[int, list[Any]]:
    """How a forked process ended that does some work, and what it said on the way."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        code = 70
        try:
            work(lambda said: os.write(writer, json.dumps(said).encode() + b"\n"))
            code = 0
        except KibitzError as error:
            code = 3
            os.write(writer, json.dumps(str(error)).encode() + b"\n")
        finally:
            os._exit(code)
    os.close(writer)
    with os.fdopen(reader) as lines:
        said = [json.loads(line) for line in lines]
    return os.waitpid(child, 0)[1], said


def working_on(path: Path, first: int = 0) -> Callable[[Callable[[Any], None]], None]:
    def work(say: Callable[[Any], None]) -> None:
        for number in range(first, len(STEPS)):
            STEPS[number](path)
            say(number)

    return work


def looked_at(path: Path, where: str) -> list[str]:
    ended, said = apart(lambda say: say(view(path)))
    assert ended == 0, f"{where}: the archive does not open: {said}"
    (found,) = said
    return list(found)


def references(folder: Path) -> list[list[str]]:
    """What the archive keeps after 0, 1, 2 … steps on a disk that works."""
    found = [[]]
    for number in range(len(STEPS)):
        ended, said = apart(lambda _say, number=number: STEPS[number](folder / "fine.duckdb"))
        assert ended == 0, said
        found.append(looked_at(folder / "fine.duckdb", "without a fault"))
    return found


def tried(disk: ctypes.CDLL, folder: Path, kind: str, at: int, known: list[list[str]]) -> bool:
    """Try one fault, and say whether there was such a call."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path, where = folder / "archive" / "games.duckdb", f"{kind}, call {at}"

    def work(say: Callable[[Any], None]) -> None:
        disk.arm(str(folder).encode(), at, KINDS[kind])
        working_on(path)(say)
        say({"calls": disk.calls()})

    ended, said = apart(work)
    done = sum(isinstance(word, int) for word in said)
    assert ended in (0, 3 << 8, signal.SIGKILL), f"{where}: ended by {ended}: {said}"
    found = looked_at(path, where)
    assert found in known[done : done + 2], f"{where}: {len(found)} rows are left, but {done} steps were answered for"
    check_going_on(path, done, known[-1], where)
    return not (said and isinstance(said[-1], dict) and said[-1]["calls"] < at)


def check_going_on(path: Path, done: int, wanted: list[str], where: str) -> None:
    """What was not answered for is done again: the archive is as if there had been no fault, and nothing else is left."""
    for left in path.parent.glob(".*"):
        os.utime(left, (0, 0))  # nobody can be writing any more
    ended, said = apart(working_on(path, done))
    assert ended == 0, f"{where}: it does not go on: {said}"
    assert without_imports(looked_at(path, where)) == without_imports(wanted), f"{where}: doing it again makes another archive"
    left = [file.name for file in path.parent.iterdir() if file != path]
    assert not left or done == len(STEPS), f"{where}: {left} stay"


def without_imports(rows: list[str]) -> list[str]:
    return [row for row in rows if " imports " not in row]


def main(folder: Path, stride: int = 1) -> None:
    disk = ctypes.CDLL(None)
    disk.calls.restype = ctypes.c_long
    disk.arm.argtypes = (ctypes.c_char_p, ctypes.c_long, ctypes.c_int)
    sorting._TOLERATED = 0  # so that the index is sorted again after every import
    database._TO_WRITE["threads"] = 1  # so that calls come in one order
    known = references(folder)
    faults = 0
    for number, kind in enumerate(KINDS):
        places = count(1 + number * stride // len(KINDS), stride)
        faults += sum(1 for _ in takewhile(lambda at, kind=kind: tried(disk, folder / "tried", kind, at, known), places))
    sys.stdout.write(json.dumps({"faults": faults, "operations": len(STEPS)}) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
