"""Where the archive is looked for."""

import sys
from pathlib import Path

import pytest

from kibitz.archive.location import archive_path, data_folder


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in ("KIBITZ_ARCHIVE", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/ada")


def test_a_path_given_goes_before_the_environment(monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", "/elsewhere/games.duckdb")
    assert archive_path(Path("club.duckdb")) == Path("club.duckdb")
    assert archive_path() == Path("/elsewhere/games.duckdb")


def test_a_tilde_stands_for_the_home_folder(monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", "~/games.duckdb")
    assert archive_path() == Path("/home/ada/games.duckdb")


@pytest.mark.parametrize(
    ("platform", "folder"),
    [("linux", "/home/ada/.local/share/kibitz"), ("darwin", "/home/ada/Library/Application Support/kibitz")],
)
def test_without_a_path_it_lies_in_the_data_folder_of_the_platform(monkeypatch, platform, folder):
    monkeypatch.setattr(sys, "platform", platform)
    assert data_folder() == Path(folder)
    assert archive_path() == Path(folder) / "archive.duckdb"


def test_windows_has_its_own_variable(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/c/Users/ada/AppData")
    assert data_folder() == Path("/c/Users/ada/AppData/kibitz")


def test_the_xdg_folder_is_honoured_unless_it_is_relative(monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", "/data/ada")
    assert data_folder() == Path("/data/ada/kibitz")
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    assert data_folder() == Path("/home/ada/.local/share/kibitz")
