"""The data folder and the variables that move it, and files that are written whole or not at all."""

import errno
import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz import __version__
from kibitz.app.folder import study_folder
from kibitz.app.game_shelf import GameShelf
from kibitz.archive.location import archive_path
from kibitz.archive.othello.fetch import default_folder
from kibitz.cli.arena_options import new_folder
from kibitz.cli.main import main
from kibitz.errors import SetupError
from kibitz.files import (
    append_whole,
    clear_parts,
    data_folder,
    make_folder,
    place_whole,
    whole_file,
    whole_files,
    whole_path,
    write_whole,
)
from kibitz.models.store import user_folder
from kibitz.tensor_files import write_tensors

VARIABLES = ("KIBITZ_HOME", "KIBITZ_ARCHIVE", "KIBITZ_MODELS", "KIBITZ_STUDY", "XDG_DATA_HOME", "LOCALAPPDATA")
KILLED_WHILE_WRITING = """
import os, signal, sys
from pathlib import Path
from kibitz.files import whole_file
with whole_file(Path(sys.argv[1])) as file:
    file.write(b"half of the new")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/ada")


@pytest.fixture
def old(tmp_path):
    """A file that is to be replaced, alone in its folder."""
    path = tmp_path / "file.txt"
    path.write_text("old")
    return path


@pytest.mark.parametrize(
    ("platform", "folder"),
    [("linux", "/home/ada/.local/share/kibitz"), ("darwin", "/home/ada/Library/Application Support/kibitz")],
)
def test_the_data_folder_follows_the_custom_of_the_platform(monkeypatch, platform, folder):
    monkeypatch.setattr(sys, "platform", platform)
    assert data_folder() == Path(folder)


def test_windows_has_its_own_variable(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/c/Users/ada/AppData")
    assert data_folder() == Path("/c/Users/ada/AppData/kibitz")


def test_the_xdg_folder_is_honoured_unless_it_is_relative(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/data/ada")
    assert data_folder() == Path("/data/ada/kibitz")
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    assert data_folder() == Path("/home/ada/.local/share/kibitz")


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_kibitz_home_goes_before_the_custom_of_every_platform(monkeypatch, platform):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("XDG_DATA_HOME", "/data/ada")
    monkeypatch.setenv("KIBITZ_HOME", "/data/kibitz")
    assert data_folder() == Path("/data/kibitz")


@pytest.mark.parametrize(("named", "meant"), [("~/club", "/home/ada/club"), ("", "/home/ada/.local/share/kibitz")])
def test_a_tilde_is_the_home_folder_and_an_empty_name_is_none(monkeypatch, named, meant):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("KIBITZ_HOME", named)
    assert data_folder() == Path(meant)


def test_a_relative_name_counts_from_the_folder_one_is_in(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_HOME", "club")
    assert data_folder() == tmp_path / "club"


def test_without_a_home_folder_it_is_told_which_variable_to_set(monkeypatch):
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(SetupError, match="set KIBITZ_HOME to a folder"):
        data_folder()


def test_kibitz_home_moves_all_that_is_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    assert archive_path() == tmp_path / "archive.duckdb"
    assert user_folder() == tmp_path / "models"
    assert study_folder() == tmp_path / "study"
    assert default_folder() == tmp_path / "wthor"
    assert new_folder("match").parent == tmp_path / "matches"


def test_saved_games_lie_in_kibitz_home(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    game = GameShelf(study_folder()).create({"black": {}, "white": {}, "at": "2026-01-01T00:00:00+00:00"})
    assert (tmp_path / "home" / "study" / "games" / f"{game.id}.jsonl").is_file()


def test_a_variable_for_one_thing_goes_before_kibitz_home(monkeypatch):
    monkeypatch.setenv("KIBITZ_HOME", "/data/kibitz")
    monkeypatch.setenv("KIBITZ_ARCHIVE", "/elsewhere/games.duckdb")
    monkeypatch.setenv("KIBITZ_MODELS", "/elsewhere/models")
    monkeypatch.setenv("KIBITZ_STUDY", "~/study")
    assert archive_path() == Path("/elsewhere/games.duckdb")
    assert user_folder() == Path("/elsewhere/models")
    assert study_folder() == Path("/home/ada/study")
    assert data_folder() == Path("/data/kibitz")


def test_the_version_says_where_the_data_folder_is(monkeypatch, capsys):
    monkeypatch.setenv("KIBITZ_HOME", "/data/kibitz")
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"kibitz, version {__version__}\ndata folder: /data/kibitz\n"


def test_the_list_of_models_says_where_the_data_folder_is(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    main(["models", "list"])
    assert f"the data folder is {tmp_path}.\n" in capsys.readouterr().err
    main(["models", "list", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert (answer["data_folder"], answer["folder"]) == (str(tmp_path), str(tmp_path / "models"))


@pytest.mark.parametrize("data", ["naïve ○●\n", b"\x00\xff\n"])
def test_a_file_is_written_as_it_was_given(old, data):
    write_whole(old, data)
    assert old.read_bytes() == (data.encode() if isinstance(data, str) else data)
    assert list(old.parent.iterdir()) == [old]


def test_an_exception_in_the_middle_leaves_the_old_file_and_nothing_else(old):
    with pytest.raises(KeyboardInterrupt), whole_file(old) as file:
        file.write(b"new")
        raise KeyboardInterrupt
    assert old.read_text() == "old"
    assert list(old.parent.iterdir()) == [old]


def test_a_kill_in_the_middle_leaves_the_old_file(old):
    done = subprocess.run([sys.executable, "-c", KILLED_WHILE_WRITING, str(old)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert old.read_text() == "old"


def test_a_full_disk_is_one_sentence_and_leaves_the_old_file(old, monkeypatch):
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SetupError, match=r"file\.txt cannot be written: no space left on device"):
        write_whole(old, "new")
    assert old.read_text() == "old"
    assert list(old.parent.iterdir()) == [old]


def test_a_file_system_that_cannot_be_waited_for_is_written_all_the_same(old, monkeypatch):
    def unable(_: int) -> None:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(os, "fsync", unable)
    write_whole(old, "new")
    assert old.read_text() == "new"


def test_content_and_name_are_on_the_disk_in_this_order(old, monkeypatch):
    waited_for = []
    sync = os.fsync

    def noted(descriptor: int) -> None:
        waited_for.append(("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file", old.read_text()))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    write_whole(old, "new")
    assert waited_for == [("file", "old"), ("folder", "new")]


def test_folders_are_made_with_those_above_and_their_names_are_on_the_disk(tmp_path, monkeypatch):
    waited_for = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: waited_for.append(os.fstat(descriptor).st_ino))
    make_folder(tmp_path / "one" / "two", 0o700)
    assert waited_for == [tmp_path.stat().st_ino, (tmp_path / "one").stat().st_ino]
    assert (tmp_path / "one" / "two").stat().st_mode & 0o777 == 0o700
    make_folder(tmp_path / "one" / "two")
    assert len(waited_for) == 2


def test_a_folder_that_cannot_be_made_is_one_sentence(old):
    with pytest.raises(SetupError, match=r"file\.txt cannot be made: file exists"):
        make_folder(old / "below")


def test_what_cannot_be_appended_is_cut_off_again(old, monkeypatch):
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with old.open("r+b") as file:
        assert append_whole(file.fileno(), b" and new", 3) == 11
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            append_whole(file.fileno(), b" and newer", 11)
    assert old.read_text() == "old and new"


def test_parts_that_nobody_writes_any_more_are_cleared_and_nothing_else(old):
    with pytest.raises(ZeroDivisionError), whole_path(old) as part:
        name = part.name
        raise ZeroDivisionError
    stale, fresh, download = (old.with_name(other) for other in (name, f".x{name}", ".WTH_2001.wtb.part"))
    for path in (stale, fresh, download):
        path.write_text("half")
    for path in (stale, download, old):
        os.utime(path, (0, 0))
    clear_parts(old.parent)
    assert sorted(old.parent.iterdir()) == sorted([old, fresh, download])
    clear_parts(old.parent / "nowhere")


def test_several_files_take_their_places_together(old):
    other = old.with_name("other.txt")
    with pytest.raises(ValueError, match="second"), whole_files(old, other) as (first, _):
        first.write(b"new")
        raise ValueError("the second cannot be made")
    assert old.read_text() == "old"
    assert not other.exists()
    with whole_files(old, other) as (first, second):
        first.write(b"new")
        second.write(b"too")
    assert (old.read_text(), other.read_text()) == ("new", "too")


def test_a_writer_that_opens_files_itself_gets_a_path(old):
    with whole_path(old) as part:
        part.write_text("new")
        assert old.read_text() == "old"
    assert old.read_text() == "new"
    assert list(old.parent.iterdir()) == [old]


def test_a_complete_file_takes_the_name_of_another(old):
    complete = old.with_name("complete")
    complete.write_text("new")
    place_whole(complete, old)
    assert old.read_text() == "new"
    assert not complete.exists()


def test_a_name_as_long_as_file_systems_allow_is_written(tmp_path):
    path = tmp_path / ("碁" * 85)
    write_whole(path, "new")
    assert path.read_text() == "new"


def test_tensors_that_cannot_be_written_leave_the_old_file(old, monkeypatch):
    def broken(path: Path, _content: bytes) -> int:
        path.write_text("half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", broken)
    with pytest.raises(SetupError, match="cannot be written: no space left on device"):
        write_tensors(old, {}, {"format": "tests"})
    assert old.read_text() == "old"
