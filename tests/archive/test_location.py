"""Where the archive is looked for."""

from pathlib import Path

import pytest

from kibitz.archive.location import archive_path


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    monkeypatch.delenv("KIBITZ_ARCHIVE", raising=False)
    monkeypatch.setenv("HOME", "/home/ada")


def test_a_path_given_goes_before_the_environment(monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", "/elsewhere/games.duckdb")
    assert archive_path(Path("club.duckdb")) == Path("club.duckdb")
    assert archive_path() == Path("/elsewhere/games.duckdb")


def test_a_tilde_stands_for_the_home_folder(monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", "~/games.duckdb")
    assert archive_path() == Path("/home/ada/games.duckdb")


def test_without_a_path_it_lies_in_the_data_folder(monkeypatch):
    monkeypatch.setenv("KIBITZ_HOME", "/data/kibitz")
    assert archive_path() == Path("/data/kibitz/archive.duckdb")
