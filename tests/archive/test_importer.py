"""Files into an archive: what is found, what is passed over, and what is left of an import that is killed."""

import gzip
import os
import random
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from kibitz.archive import importer
from kibitz.archive.catalogue import summarise
from kibitz.archive.database import open_archive, open_for_writing
from kibitz.archive.importer import import_files, record_files
from kibitz.archive.othello.catalogue import game_records
from kibitz.errors import SetupError
from kibitz.rules.othello import bulk
from kibitz.rules.squares import format_square

FILES, GAMES_IN_FILE = 6, 120


@pytest.fixture(scope="module")
def game_folder(tmp_path_factory) -> Path:
    """Files of random games, two of them in a folder below."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "below").mkdir()
    moves, _, _ = bulk.random_games(FILES * GAMES_IN_FILE, seed=3)
    lines = ["".join(format_square(square) for square in game if square >= 0) for game in moves.tolist()]
    for number in range(FILES):
        name = f"below/{number}.txt" if number > 3 else f"{number}.txt"
        games = lines[number * GAMES_IN_FILE : (number + 1) * GAMES_IN_FILE]
        (folder / name).write_text("\n".join(games) + "\n")
    return folder


def contents(path: Path) -> tuple:
    """What matters of an archive: its games by file, and its index."""
    with open_archive(path, game="othello") as archive:
        games = archive.rows("SELECT file, moves FROM games JOIN imports ON imports.id = games.import ORDER BY moves")
        index = archive.rows("SELECT key, square, moves FROM positions JOIN games ON games.id = positions.game ORDER BY ALL")
        return games, index


def import_all(path: Path, *sources: Path, say=lambda _: None):
    with open_for_writing(path, game="othello") as archive:
        return import_files(archive, record_files(sources, "othello"), say)


def test_folders_are_searched_and_importing_again_adds_nothing(archive_path, game_folder):
    first = import_all(archive_path, game_folder)
    assert (first.games, first.duplicates, first.skipped, first.files) == (FILES * GAMES_IN_FILE, 0, 0, FILES)
    before = contents(archive_path)
    again = import_all(archive_path, game_folder, game_folder / "0.txt")
    assert (again.games, again.duplicates, again.files) == (0, FILES * GAMES_IN_FILE, FILES)
    assert contents(archive_path) == before


def test_the_games_read_so_far_are_told(archive_path, game_folder, monkeypatch):
    monkeypatch.setattr(importer, "_GAMES_AT_ONCE", 50)
    heard = []
    with open_for_writing(archive_path, game="othello") as archive:
        import_files(archive, record_files([game_folder / "0.txt"], "othello"), on_games=heard.append)
    assert heard == [50, 100, GAMES_IN_FILE]


def test_formats_are_told_by_content_and_everything_else_gets_a_line(archive_path, tmp_path):
    folder = tmp_path / "mixed"
    folder.mkdir()
    (folder / "transcript.doc").write_text("f5d6c3\n")
    (folder / "packed").write_bytes(gzip.compress(b"(;GM[Othello]PC[x]PB[A]PW[B]RE[+2]TY[8]BO[8 " + _start_board() + b"]B[f5];)"))
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n" + bytes(range(256)))
    (folder / "WTHOR.JOU").write_bytes(bytes(16))
    (folder / ".hidden").write_text("f5f6\n")
    lines = []
    report = import_all(archive_path, folder, say=lines.append)
    assert (report.games, report.files, report.skipped) == (2, 2, 0)
    assert len(report.unreadable) == 1
    assert [line for line in lines if "picture.png" in line] == lines
    assert len(lines) == 1


def _start_board() -> bytes:
    return b"-" * 27 + b"O*" + b"-" * 6 + b"*O" + b"-" * 27 + b" *"


def test_bad_games_are_skipped_with_one_line_each(archive_path, tmp_path):
    file = tmp_path / "games.txt"
    file.write_text("f5d6c3\nf5a1\nf5f6e6\nd3d3\n")
    lines = []
    report = import_all(archive_path, file, say=lines.append)
    assert (report.games, report.skipped, report.files) == (2, 2, 1)
    assert [line.split(": ")[0] for line in lines] == [f"{file}, game 2", f"{file}, game 4"]


def test_a_path_that_does_not_exist_stops_before_anything_is_done(tmp_path):
    with pytest.raises(SetupError, match="nowhere does not exist"):
        record_files([tmp_path, tmp_path / "nowhere"], "othello")


def test_the_archive_remembers_where_its_games_came_from(archive_path, tmp_path):
    (tmp_path / "one.txt").write_text("f5d6c3\nf5a1\nf5d6c3\n")
    import_all(archive_path, tmp_path / "one.txt")
    with open_archive(archive_path, game="othello") as archive:
        assert archive.rows("SELECT file, games, duplicates, skipped FROM imports") == [("one.txt", 1, 1, 1)]


IMPORTER = textwrap.dedent(
    """
    import os, signal, sys, threading
    from pathlib import Path
    from kibitz.archive import importer, sorting
    from kibitz.archive.database import Archive, open_for_writing
    from kibitz.archive.importer import import_files, record_files

    importer._BYTES_IN_TRANSACTION = 1  # so that each file has its own
    sorting._TOLERATED = 20_000  # so that the index is sorted at the end
    path, folder, die_at, die_after = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    die = lambda: os.kill(os.getpid(), signal.SIGKILL)
    statements = 0
    run = Archive.run

    def counted(self, *arguments):
        global statements
        statements += 1
        if statements == die_at:
            die()
        run(self, *arguments)

    Archive.run = counted
    if die_after:
        threading.Timer(die_after, die).start()
    with open_for_writing(path, game="othello") as archive:
        import_files(archive, record_files([folder], "othello"))
    print(statements)
    os._exit(0)  # without waiting for the timer
    """
)


def run_importer(path: Path, folder: Path, die_at: int = 0, die_after: float = 0.0) -> subprocess.CompletedProcess:
    command = [sys.executable, "-c", IMPORTER, path, folder, str(die_at), str(die_after)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def clean_import(tmp_path_factory, game_folder):
    """What an undisturbed import gives, and how many statements it takes."""
    path = tmp_path_factory.mktemp("clean") / "games.duckdb"
    done = run_importer(path, game_folder)
    assert done.returncode == 0, done.stderr
    return contents(path), int(done.stdout)


def check_whole_files_and_finish(path: Path, folder: Path, clean) -> int:
    """After a kill: every file is in the archive wholly or not at all, and importing again completes it; the games before."""
    games = []
    if path.exists():
        games, index = contents(path)
        counts = {file: sum(1 for name, _ in games if name == file) for file, _ in games}
        assert set(counts.values()) <= {GAMES_IN_FILE}
        present = {moves for _, moves in games}
        assert index == [row for row in clean[1] if row[2] in present]
    done = run_importer(path, folder)
    assert done.returncode == 0, done.stderr
    assert contents(path) == clean
    return len(games)


@pytest.mark.parametrize("part", [0.0, 0.3, 0.5, 0.7, 0.9, 1.0])
def test_killed_before_any_statement_an_import_loses_and_doubles_nothing(archive_path, game_folder, clean_import, part):
    clean, statements = clean_import
    done = run_importer(archive_path, game_folder, die_at=1 + round(part * (statements - 1)))
    assert done.returncode == -signal.SIGKILL
    there = check_whole_files_and_finish(archive_path, game_folder, clean)
    if part == 0.5:
        assert 0 < there < FILES * GAMES_IN_FILE


@pytest.mark.parametrize("seed", range(2))
def test_killed_at_any_moment_an_import_loses_and_doubles_nothing(archive_path, game_folder, clean_import, seed):
    chooser = random.Random(seed)
    for _ in range(3):
        run_importer(archive_path, game_folder, die_after=chooser.uniform(0.05, 0.8))
    check_whole_files_and_finish(archive_path, game_folder, clean_import[0])


def test_a_full_disk_leaves_the_archive_as_it_was(small_disk, tmp_path):
    path = small_disk / "games.duckdb"
    one, many = tmp_path / "one.txt", tmp_path / "many.txt"
    one.write_text("f5d6c3\n")
    moves, _, _ = bulk.random_games(6000, seed=9)
    many.write_text("\n".join("".join(format_square(square) for square in game if square >= 0) for game in moves.tolist()))
    import_all(path, one)
    before = contents(path)
    with pytest.raises(SetupError) as caught:
        import_all(path, many)
    assert str(caught.value).startswith("the disk is full")
    assert contents(path) == before
    assert import_all(path, one).duplicates == 1


def test_files_in_a_read_only_folder_can_be_imported(archive_path, read_only_folder):
    assert import_all(archive_path, read_only_folder).games == 1


def test_the_figures_of_wthor_are_those_of_its_files(archive_path, shared_data):
    years = [shared_data / "othello" / "wthor" / f"WTH_{year}.wtb" for year in (1977, 1980, 2021)]
    import_all(archive_path, *years)
    with open_archive(archive_path, game="othello") as archive:
        summary = summarise(archive)
        records = list(game_records(archive))
    assert summary.games == len(records) == sum((year.stat().st_size - 16) // 68 for year in years)
    assert sorted(summary.games_by_year) == [1977, 1980, 2021]
    assert summary.positions == sum(sum(move >= 0 for move in record.moves) for record in records)
    assert {record.perfect_from for record in records} == {24}


def test_an_unwritable_archive_is_reported(archive_path):
    if os.geteuid() == 0:
        pytest.skip("root may write everything")
    open_for_writing(archive_path, game="othello").close()
    archive_path.chmod(0o444)
    with pytest.raises(SetupError, match="may not be written"):
        open_for_writing(archive_path, game="othello")
