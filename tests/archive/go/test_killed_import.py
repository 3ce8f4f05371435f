"""Imports of games of Go that are killed in the middle."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

from archive.go.records import random_record
from kibitz.archive.database import open_archive
from kibitz.records.go.files import write_go_games

IMPORTER = textwrap.dedent(
    """
    import os, signal, sys
    from pathlib import Path
    from kibitz.archive import importer
    from kibitz.archive.database import Archive, open_for_writing
    from kibitz.archive.importer import import_files, record_files

    importer._BYTES_IN_TRANSACTION = 1  # so that each file has its own
    path, folder, die_at = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    statements = 0
    run = Archive.run

    def counted(self, *arguments):
        global statements
        statements += 1
        if statements == die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        run(self, *arguments)

    Archive.run = counted
    with open_for_writing(path, game="go") as archive:
        import_files(archive, record_files([folder], "go"))
    print(statements)
    """
)


def contents(path: Path) -> tuple:
    with open_archive(path, game="go") as archive:
        games = archive.rows("SELECT file, moves FROM games JOIN imports ON imports.id = games.import ORDER BY ALL")
        index = archive.rows("SELECT key, square, moves FROM positions JOIN games ON games.id = positions.game ORDER BY ALL")
        return games, index


def run_importer(path: Path, folder: Path, die_at: int = 0) -> subprocess.CompletedProcess:
    command = [sys.executable, "-c", IMPORTER, path, folder, str(die_at)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)


def test_killed_before_any_statement_an_import_loses_and_doubles_nothing(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    for number in range(3):
        write_go_games(folder / f"{number}.sgf", [random_record(10 * number + seed) for seed in range(4)])
    done = run_importer(tmp_path / "clean.duckdb", folder)
    assert done.returncode == 0, done.stderr
    clean, statements = contents(tmp_path / "clean.duckdb"), int(done.stdout)
    assert len(clean[0]) == 12
    for part in (0.2, 0.5, 0.7, 0.9):
        path = tmp_path / f"{part}.duckdb"
        died = run_importer(path, folder, die_at=round(part * statements))
        assert died.returncode == -signal.SIGKILL
        games, index = contents(path) if part > 0.3 else ([], [])
        assert {sum(name == file for name, _ in games) for file, _ in games} <= {4}
        present = {moves for _, moves in games}
        assert index == [row for row in clean[1] if row[2] in present]
        assert run_importer(path, folder).returncode == 0
        assert contents(path) == clean
