"""Files, folders and archives of games of Go in which something is damaged: the rest is read, and what is not is said."""

import gzip
import io
import lzma
import random
import tarfile
import zipfile
from pathlib import Path

import pytest

from kibitz.archive.database import open_for_writing
from kibitz.archive.importer import import_files, record_files
from kibitz.errors import KibitzError, NotationError
from kibitz.records.go.files import read_go_games
from kibitz.records.reports import SkippedGame
from records.damage import damaged

GOOD = "(;SZ[9];B[ee])"
WAYS = {"stored": zipfile.ZIP_STORED, "deflate": zipfile.ZIP_DEFLATED, "bzip2": zipfile.ZIP_BZIP2, "lzma": zipfile.ZIP_LZMA}


def zip_with_a_damaged_member(path: Path, way: int) -> Path:
    with zipfile.ZipFile(path, "w", way) as archive:
        archive.writestr("bad.sgf", GOOD * 100)
        archive.writestr("good.sgf", GOOD)
    data = bytearray(path.read_bytes())
    begin = data.index(b"bad.sgf") + len(b"bad.sgf")
    data[begin + 4 : begin + 24] = b"\xff" * 20
    path.write_bytes(data)
    return path


def zip_with_a_name_in_no_utf_8(path: Path) -> Path:
    """One whose flags say that the name is UTF-8."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("é.sgf", GOOD)
    path.write_bytes(path.read_bytes().replace("é".encode(), b"\xe9\xe9"))
    return path


@pytest.mark.parametrize("way", WAYS)
def test_a_damaged_member_of_a_zip_is_skipped_and_the_others_are_read(tmp_path, way):
    skipped: list[SkippedGame] = []
    games = list(read_go_games(zip_with_a_damaged_member(tmp_path / "games.zip", WAYS[way]), skipped.append))
    assert len(games) == 1
    assert [game.source for game in skipped] == ["games.zip/bad.sgf"]
    assert "is damaged" in skipped[0].problem


def test_a_zip_whose_names_are_not_what_they_say_is_refused_in_one_sentence(tmp_path):
    with pytest.raises(NotationError, match=r"games\.zip is damaged"):
        list(read_go_games(zip_with_a_name_in_no_utf_8(tmp_path / "games.zip"), pytest.fail))


def test_a_damaged_file_of_a_folder_leaves_the_others_readable(tmp_path):
    (tmp_path / "a.sgf.gz").write_bytes(gzip.compress(GOOD.encode())[:-12])
    (tmp_path / "b.tar.xz").write_bytes(lzma.compress(b"x" * 5000)[:-20])
    (tmp_path / "c.sgf").write_text(GOOD)
    zip_with_a_name_in_no_utf_8(tmp_path / "d.zip")
    (tmp_path / "e.sgf").write_text("(;SZ[²];B[ee])")
    (tmp_path / "f.sgf").write_text(GOOD)
    skipped: list[SkippedGame] = []
    assert len(list(read_go_games(tmp_path, skipped.append))) == 2
    assert [Path(game.source).name for game in skipped] == ["a.sgf.gz", "b.tar.xz", "d.zip", "e.sgf"]


def test_an_import_takes_the_good_files_beside_the_bad_ones(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "1.sgf").write_text("(;SZ[²];B[ee])")
    zip_with_a_damaged_member(folder / "2.zip", zipfile.ZIP_LZMA)
    zip_with_a_name_in_no_utf_8(folder / "3.zip")
    (folder / "4.sgf").write_text("(;SZ[9];B[cc];W[dd])")
    said: list[str] = []
    with open_for_writing(tmp_path / "archive.duckdb", game="go") as archive:
        report = import_files(archive, record_files([folder], "go"), said.append)
    assert (report.games, report.skipped, len(report.unreadable)) == (2, 2, 1)
    assert len(said) == 3


@pytest.mark.parametrize("way", WAYS)
def test_zips_damaged_at_random_are_read_or_refused_in_a_sentence(tmp_path, way):
    path, chooser = tmp_path / "games.zip", random.Random(15)
    with zipfile.ZipFile(path, "w", WAYS[way]) as archive:
        for number in range(3):
            archive.writestr(f"{number} é.sgf", GOOD * 3)
    whole = path.read_bytes()
    for _ in range(150):
        path.write_bytes(damaged(whole, chooser))
        try:
            assert len(list(read_go_games(path, lambda _: None))) <= 100
        except KibitzError as error:
            assert str(error)


def test_archives_that_unpack_to_far_too_much_are_refused_before_they_are_unpacked(tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "trap.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(2):
            archive.writestr(f"{number}.sgf", b"(;" * (12 << 20 >> 1))
    with tarfile.open(tmp_path / "trap.tar.gz", "w:gz") as packed:
        member = tarfile.TarInfo("trap.sgf")
        member.size = 24 << 20
        packed.addfile(member, io.BytesIO(b"(;" * (12 << 20)))
    monkeypatch.setattr("kibitz.records.go.files.read_sgf", pytest.fail)
    for name in ("trap.zip", "trap.tar.gz"):
        with pytest.raises(NotationError, match=r"unpacks to more than 4 MiB"):
            list(read_go_games(tmp_path / name, pytest.fail))


def test_a_gzip_file_that_unpacks_to_far_too_much_is_not_read_to_its_end(tmp_path):
    (tmp_path / "trap.sgf.gz").write_bytes(gzip.compress(b"(;" * (12 << 20)))
    with pytest.raises(NotationError, match=r"unpacks to more than 4 MiB"):
        list(read_go_games(tmp_path / "trap.sgf.gz", pytest.fail))


def test_repetitive_archives_of_modest_size_are_read(tmp_path):
    (tmp_path / "many.sgf.gz").write_bytes(gzip.compress(GOOD.encode() * 5000))
    assert len(list(read_go_games(tmp_path / "many.sgf.gz", pytest.fail))) == 5000
