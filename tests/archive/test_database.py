"""What can be wrong with an archive's file, and what is said about it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest

from kibitz.archive.database import open_archive, open_for_writing
from kibitz.archive.schema import SCHEMA_VERSION, set_note
from kibitz.errors import SetupError


def complaint(opening, path: Path) -> str:
    with pytest.raises(SetupError) as caught:
        opening(path, game="othello").close()
    message = str(caught.value)
    assert "\n" not in message
    assert str(path) in message
    return message


@contextmanager
def held_open(path: Path) -> Iterator[None]:
    """Another process writes to the archive meanwhile."""
    program = "import sys, duckdb; held = duckdb.connect(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", program, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        yield
        process.stdin.close()


def test_a_new_archive_is_made_with_its_folder(tmp_path):
    path = tmp_path / "new" / "folder" / "games.duckdb"
    open_for_writing(path, game="othello").close()
    with open_archive(path, game="othello") as archive:
        assert archive.rows("SELECT count(*) FROM games") == [(0,)]
    assert sorted(path.parent.iterdir()) == [path]


def test_reading_does_not_make_an_archive(archive_path):
    assert "kibitz archive import" in complaint(open_archive, archive_path)
    assert not archive_path.exists()


@pytest.mark.parametrize("opening", [open_archive, open_for_writing])
def test_junk_is_named_and_left_as_it_is(archive_path, opening):
    archive_path.write_bytes(b"not a database" * 1000)
    assert "not a Kibitz archive" in complaint(opening, archive_path)
    assert archive_path.read_bytes() == b"not a database" * 1000


@pytest.mark.parametrize("opening", [open_archive, open_for_writing])
def test_an_empty_file_is_no_archive(archive_path, opening):
    archive_path.touch()
    assert "is empty" in complaint(opening, archive_path)


@pytest.mark.parametrize("opening", [open_archive, open_for_writing])
def test_a_folder_is_no_archive(tmp_path, opening):
    assert "is a folder" in complaint(opening, tmp_path)


@pytest.mark.parametrize("opening", [open_archive, open_for_writing])
@pytest.mark.parametrize("statement", ["CREATE TABLE games (id INTEGER)", "CREATE TABLE about (name VARCHAR, value VARCHAR)"])
def test_a_database_of_another_program_is_not_touched(archive_path, opening, statement):
    with duckdb.connect(archive_path) as other:
        other.execute(statement)
    assert "not a Kibitz archive" in complaint(opening, archive_path)


@pytest.mark.parametrize(("version", "hint"), [(SCHEMA_VERSION + 1, "update Kibitz"), (SCHEMA_VERSION - 1, "into a new archive")])
def test_another_schema_is_refused_with_its_version(archive_of, archive_path, version, hint):
    with archive_of() as archive:
        set_note(archive, "schema", str(version))
    message = complaint(open_archive, archive_path)
    assert f"schema {version}" in message
    assert hint in message


def test_a_truncated_archive_is_an_error_and_no_crash(archive_of, archive_path):
    archive_of().close()
    content = archive_path.read_bytes()
    archive_path.write_bytes(content[: len(content) // 2])
    assert str(archive_path) in complaint(open_archive, archive_path)


@pytest.mark.parametrize("opening", [open_archive, open_for_writing])
def test_while_another_process_writes_one_is_told_to_wait(archive_of, archive_path, opening):
    archive_of().close()
    with held_open(archive_path):
        assert "in use by another process" in complaint(opening, archive_path)
    opening(archive_path, game="othello").close()


def test_one_process_reads_what_it_has_committed_while_it_writes(archive_of, archive_path):
    archive_of()
    with open_archive(archive_path, game="othello") as archive:
        assert archive.rows("SELECT count(*) FROM games") == [(0,)]


def test_one_process_cannot_begin_to_write_while_it_reads(archive_of, archive_path):
    archive_of().close()
    with open_archive(archive_path, game="othello"):
        assert "already open" in complaint(open_for_writing, archive_path)


def test_many_may_read_at_once(archive_of, archive_path):
    archive_of().close()
    with open_archive(archive_path, game="othello") as one, open_archive(archive_path, game="othello") as other:
        assert one.rows("SELECT count(*) FROM games") == other.rows("SELECT count(*) FROM games")


def test_an_archive_cannot_be_made_in_a_read_only_folder(read_only_folder):
    assert "cannot be" in complaint(open_for_writing, read_only_folder / "games.duckdb")
    assert "cannot be made" in complaint(open_for_writing, read_only_folder / "deeper" / "games.duckdb")


def test_what_fails_inside_a_transaction_leaves_nothing(archive_of):
    archive = archive_of()
    with pytest.raises(ZeroDivisionError), archive.transaction():
        archive.run("INSERT INTO tournaments VALUES (1, 'Worlds')")
        raise ZeroDivisionError
    assert archive.rows("SELECT * FROM tournaments") == []


@pytest.mark.parametrize("schema", ["", "one", "²", "-1", "9" * 5000, None])
def test_an_archive_that_does_not_say_its_schema_is_damaged(archive_of, archive_path, schema):
    with archive_of() as archive:
        archive.run("DELETE FROM about WHERE name = 'schema'")
        if schema is not None:
            archive.run("INSERT INTO about VALUES ('schema', ?)", [schema])
    assert "it does not say its schema" in complaint(open_archive, archive_path)
    assert "it does not say its schema" in complaint(open_for_writing, archive_path)
