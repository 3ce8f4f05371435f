"""Finding out formats, reading and writing files of any of them, and what may go wrong on a disk."""

import errno
import gzip
import os
import tracemalloc
from itertools import chain, cycle, islice
from pathlib import Path

import pytest

from kibitz.errors import NotationError, SetupError
from kibitz.records import disk
from kibitz.records.othello import csv_games, ggf, logistello, obf, pgn, transcript
from kibitz.records.othello.drafts import checked_games
from kibitz.records.othello.files import RecordFormat, detect_format, parse_games, read_games, record_files, write_games
from kibitz.records.othello.record import GameRecord, SkippedGame
from kibitz.rules.othello.position import START, Position
from kibitz.rules.squares import parse_square
from records.example_games import example_records, unexpected

DATA = Path(__file__).parents[2] / "data" / "records"
GAMES = {
    RecordFormat.TRANSCRIPT: "five_games.txt",
    RecordFormat.GGF: "five_games.ggf",
    RecordFormat.PGN: "five_games.pgn",
    RecordFormat.SGF: "five_games.sgf",
    RecordFormat.LOGISTELLO: "five_games.gam",
    RecordFormat.CSV: "five_games.csv",
    RecordFormat.WTHOR: "five_games.wtb",
    RecordFormat.OBF: "five_positions.obf",
}


def read(path: Path) -> list[GameRecord]:
    return list(read_games(path, unexpected))


@pytest.mark.parametrize(("known", "name"), GAMES.items())
@pytest.mark.parametrize("misleading", ["x", "x.pgn", "x.wtb", "x.sgf", "x.txt", "x.csv", "x.gam", "x.obf", "x.ggf"])
def test_the_content_tells_the_format_whatever_the_name(known, name, misleading):
    assert detect_format((DATA / name).read_bytes(), misleading) == known


def test_files_of_all_formats_hold_the_same_games():
    transcripts = read(DATA / "five_games.txt")
    assert [game.moves for game in transcripts] == [game.moves for game in example_records(5, seed=2004)]
    for known, name in GAMES.items():
        if known not in (RecordFormat.OBF, RecordFormat.WTHOR):
            assert [game.moves for game in read(DATA / name)] == [game.moves for game in transcripts], name
    turned = [game.final_position().canonical() for game in read(DATA / "five_games.wtb")]
    assert turned == [game.final_position().canonical() for game in transcripts]


@pytest.mark.parametrize("name", [name for known, name in GAMES.items() if known not in (RecordFormat.OBF, RecordFormat.WTHOR)])
def test_writing_what_was_read_gives_the_same_file(tmp_path, name):
    path = tmp_path / name
    assert write_games(path, read(DATA / name)) == 5
    assert path.read_bytes() == (DATA / name).read_bytes()


def test_where_content_fits_two_formats_the_name_decides():
    moves = b"1. f5 d6 2. c3 d3"
    assert detect_format(moves, "x.txt") == RecordFormat.TRANSCRIPT
    assert detect_format(moves, "x.pgn") == RecordFormat.PGN
    position = f"{START};".encode()
    assert detect_format(position, "x.txt") == RecordFormat.TRANSCRIPT
    assert detect_format(position, "x") == RecordFormat.OBF


@pytest.mark.parametrize("data", [b"hello world", b"a,b\n1,2\n", b"<html>", b"\xff\xfe\xfd" * 50, "ünlesbar".encode()])
def test_text_that_is_no_game_file_is_refused(data):
    with pytest.raises(NotationError, match=r"^x\.pgn is not a game file of a known format; known are WTHOR, GGF"):
        detect_format(data, "x.pgn")


def test_binary_junk_is_refused():
    junk = bytes(range(256)) * 20
    with pytest.raises(NotationError, match="is not a game file: it is neither text nor WTHOR"):
        detect_format(junk, "x.pgn")
    with pytest.raises(NotationError, match=r"x\.wtb"):
        list(parse_games(junk, "x.wtb", unexpected))
    with pytest.raises(NotationError, match="UTF-16"):
        detect_format("f5d6".encode("utf-16"), "x.txt")


def test_a_missing_file_and_a_folder_without_games_are_clear_errors(tmp_path):
    with pytest.raises(SetupError, match=r"none\.pgn cannot be read: no such file or directory"):
        read(tmp_path / "none.pgn")
    with pytest.raises(SetupError, match="holds no game files"):
        read(tmp_path)


def test_a_folder_is_all_its_game_files(tmp_path):
    for name in ("b.pgn", "a.ggf", "readme.txt", "c.gam.gz"):
        (tmp_path / name).write_bytes((DATA / "five_games.pgn").read_bytes() if name != "readme.txt" else b"hello")
    assert [path.name for path in record_files(tmp_path)] == ["a.ggf", "b.pgn", "c.gam.gz"]
    assert len(read(tmp_path)) == 15


@pytest.mark.parametrize("name", GAMES.values())
def test_packed_files_are_read_as_if_they_were_not(tmp_path, name):
    plain = (DATA / name).read_bytes()
    path = tmp_path / "misleading.name"
    path.write_bytes(gzip.compress(plain))
    assert [game.moves for game in read(path)] == [game.moves for game in parse_games(plain, name, unexpected)]


def test_a_name_that_ends_in_gz_is_packed(tmp_path):
    path = tmp_path / "games.pgn.gz"
    write_games(path, example_records(3, seed=1))
    assert gzip.decompress(path.read_bytes()).startswith(b"[Event ")
    assert len(read(path)) == 3


def test_a_damaged_packed_file_is_an_error(tmp_path):
    path = tmp_path / "games.pgn.gz"
    write_games(path, example_records(300, seed=1))
    path.write_bytes(path.read_bytes()[:-1000])
    with pytest.raises(NotationError, match="is damaged: Compressed file ended"):
        read(path)
    path.write_bytes(b"\x1f\x8b" + b"junk" * 10)
    with pytest.raises(NotationError, match="is damaged"):
        read(path)


@pytest.mark.parametrize("name", ["five_games.txt", "five_games.sgf", "five_games.wtb", "five_games.pgn"])
def test_a_file_that_unpacks_without_end_is_given_up(monkeypatch, name):
    monkeypatch.setattr(disk, "LARGEST_FILE", 1 << 17)
    monkeypatch.setattr(disk, "LARGEST_WHOLE_FILE", 1 << 17)
    filling = b"\0" if name.endswith(".wtb") else b"\n"
    bomb = gzip.compress((DATA / name).read_bytes() + filling * (1 << 21))
    assert len(bomb) < 20_000
    with pytest.raises(NotationError, match="larger than"):
        list(parse_games(bomb, name, lambda _: None))


def test_a_damaged_game_in_a_good_file_is_skipped_with_file_game_and_move(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3\nf5d6c3a1\nf5f6\n")
    skipped: list[SkippedGame] = []
    assert len(list(read_games(path, skipped.append))) == 2
    assert str(skipped[0]).startswith(f"{path}, game 2: move 4: a1 is not legal for White")


JUNK = [*rb'(; (;GM[ [ f5 { [A" X-O a, (;GM[2]\ ;) 1'.split(), b"\n", b" ", b"1 ", b'[A "', b"f5\n", b"(;\n"]
HEADS = {"x.pgn": b'[A "b"]\n', "x.sgf": b"(;GM[2]", "x.ggf": b"(;GM[Othello]", "x.csv": b"moves\n", "x.gam": b"+f5: +00\n"}


@pytest.mark.parametrize("name", [*HEADS, "x.txt"])
def test_junk_takes_memory_in_proportion_to_its_size(name):
    for piece in JUNK:
        junk = HEADS.get(name, b"") + piece * (20_000 // len(piece))
        reports: list[object] = []
        tracemalloc.start()
        try:
            games = list(parse_games(junk, name, reports.append, reports.append))
        except NotationError:
            games = []
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 400 * len(junk), piece
        assert len(games) + len(reports) <= len(junk), piece


@pytest.mark.parametrize(
    ("name", "piece"),
    [("x.pgn", b"{("), ("x.sgf", b"(;"), ("x.ggf", b"(;GM["), ("x.csv", b"f5 "), ("x.gam", b"+f5"), ("x.txt", b" 1")],
)
def test_five_megabytes_of_junk_are_read_to_the_end(name, piece):
    """Whoever looks at this input more often the longer it is does not come back from it."""
    junk = HEADS.get(name, b"f5\n") + piece * (5_000_000 // len(piece))
    reports: list[object] = []
    try:
        games = len(list(parse_games(junk, name, reports.append)))
    except NotationError:
        games = 0
    assert games + len(reports) <= len(junk)


def test_writing_needs_a_name_that_tells_the_format(tmp_path):
    with pytest.raises(SetupError, match=r"no format is called \.xyz; files may end in \.wtb, \.ggf"):
        write_games(tmp_path / "games.xyz", example_records(1, seed=1))
    assert write_games(tmp_path / "games.xyz", example_records(1, seed=1), RecordFormat.PGN) == 1


def test_a_game_the_format_cannot_hold_stops_or_is_reported(tmp_path):
    small = GameRecord((), start=Position.start(6), black_score=0)
    path = tmp_path / "games.gam"
    with pytest.raises(NotationError, match=r"games\.gam, game 2: a \.gam list holds only games from the standard start"):
        write_games(path, [*example_records(1, seed=1), small])
    assert not list(tmp_path.iterdir())
    skipped: list[SkippedGame] = []
    assert write_games(path, [*example_records(1, seed=1), small], on_skip=skipped.append) == 1
    assert [game.number for game in skipped] == [2]


def test_nothing_to_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("old")
    with pytest.raises(NotationError, match="was not written: there is no game that could stand in it"):
        write_games(path, [])
    assert path.read_text() == "old"


@pytest.mark.parametrize("name", ["games.pgn", "games.txt", "games.csv", "games.pgn.gz"])
def test_a_failure_in_the_middle_leaves_the_old_file_and_nothing_else(tmp_path, name):
    def broken():
        yield from example_records(200, seed=1)
        raise NotationError("the source is broken")

    path = tmp_path / name
    path.write_bytes(b"old")
    with pytest.raises(NotationError, match="the source is broken"):
        write_games(path, broken())
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_device_is_one_clear_error_and_stays_a_device():
    with pytest.raises(SetupError, match="/dev/full cannot be written: no space left on device"):
        write_games(Path("/dev/full"), example_records(300, seed=1), RecordFormat.PGN)
    assert Path("/dev/full").is_char_device()


@pytest.mark.parametrize("name", ["games.pgn", "games.wtb"])
def test_a_full_disk_is_one_clear_error_and_leaves_the_old_file(tmp_path, monkeypatch, name):
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / name
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SetupError, match="cannot be written: no space left on device"):
        write_games(path, example_records(3, seed=1))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_missing_or_in_the_way_is_a_clear_error(tmp_path):
    with pytest.raises(SetupError, match=r"cannot be written: no such file or directory"):
        write_games(tmp_path / "none" / "games.pgn", example_records(1, seed=1))
    (tmp_path / "games.pgn").mkdir()
    with pytest.raises(SetupError, match="is a folder; name a file to write"):
        write_games(tmp_path / "games.pgn", example_records(1, seed=1), RecordFormat.PGN)


def test_a_folder_that_may_not_be_written_to_is_a_clear_error(tmp_path, monkeypatch):
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o555)
    if os.access(folder, os.W_OK):  # root may write anywhere

        def refuse(path: Path, *_: object) -> None:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

        monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(SetupError, match="cannot be written: permission denied"):
        write_games(folder / "games.pgn", example_records(1, seed=1))
    assert not list(folder.iterdir())


def test_a_link_is_written_through_to_what_it_names(tmp_path):
    target, link = tmp_path / "real.pgn", tmp_path / "link.pgn"
    target.write_text("old")
    link.symlink_to(target)
    write_games(link, example_records(1, seed=1))
    assert link.is_symlink()
    assert target.read_text().startswith("[Event ")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="needs /dev/fd")
def test_a_pipe_can_be_read():
    reader, writer = os.pipe()
    os.write(writer, b"f5d6c3\n")
    os.close(writer)
    games = read(Path(f"/dev/fd/{reader}"))
    os.close(reader)
    assert [game.moves[0] for game in games] == [parse_square("f5")]


@pytest.mark.parametrize("module", [transcript, ggf, pgn, obf, logistello, csv_games])
def test_games_come_out_before_the_file_is_read_to_its_end(module):
    name = next(name for name in GAMES.values() if module.looks_like((DATA / name).read_text(errors="ignore")))
    header, *rest = (DATA / name).read_bytes().splitlines(keepends=True)
    endless = chain([header], cycle(rest))
    drafts = module.read_drafts(endless, name)
    assert len(list(islice(checked_games(drafts, name, lambda _: None), 3000))) == 3000


def test_bytes_that_unpack_to_far_too_much_are_not_read_to_their_end():
    with pytest.raises(NotationError, match=r"unpacks to more than 4 MiB"):
        list(parse_games(gzip.compress(b"(;GM[2]" * (4 << 20)), "trap.sgf", lambda _: None))
