"""`kibitz convert`"""

import json

import pytest

from kibitz.records.othello.files import read_games
from kibitz.rules.squares import format_transcript

GOOD = "f5d6c3d3c4f4"
OTHER = "f5f6e6f4e3"


@pytest.fixture
def three_games(tmp_path):
    """A file of three games, of which the second is not legal."""
    path = tmp_path / "games.txt"
    path.write_text(f"{GOOD}\nf5a1c3\n{OTHER}\n")
    return path


def test_games_are_turned_into_another_format(call, three_games, tmp_path):
    target = tmp_path / "games.pgn"
    ended = call("convert", str(three_games), str(target))
    assert ended.code == 0
    assert ended.out == f"{target}: 2 games, 1 skipped\n"
    assert [format_transcript(record.moves) for record in read_games(target, on_skip=pytest.fail)] == [GOOD, OTHER]


def test_skipped_games_have_one_line_each_on_standard_error(call, three_games, tmp_path):
    ended = call("convert", str(three_games), str(tmp_path / "games.ggf"), "--json")
    assert json.loads(ended.out) == {"games": 2, "skipped": 1, "warnings": 0}
    assert ended.err.count("\n") == 1
    assert ended.err.startswith(f"{three_games}, game 2: ")


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("missing.ggf", "out.pgn", "missing.ggf cannot be read"),
        ("games.txt", "out.docx", "no format is called .docx"),
        ("games.txt", "no-folder/out.pgn", "cannot be written"),
        ("junk.ggf", "out.pgn", "junk.ggf is not a game file"),
        ("empty.pgn", "out.ggf", "empty.pgn is empty"),
    ],
)
def test_what_cannot_be_converted_gets_one_line(call, three_games, tmp_path, source, target, message):
    (tmp_path / "junk.ggf").write_bytes(bytes(range(256)))
    (tmp_path / "empty.pgn").touch()
    before = sorted(tmp_path.iterdir())
    ended = call("convert", str(tmp_path / source), str(tmp_path / target))
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err.splitlines()[-1]
    assert ended.err.splitlines()[-1].startswith("kibitz: ")
    assert sorted(tmp_path.iterdir()) == before
    assert three_games.exists()


def test_a_file_of_bad_games_only_is_an_error_and_writes_nothing(call, tmp_path):
    (tmp_path / "bad.txt").write_text("f5a1\n")
    ended = call("convert", str(tmp_path / "bad.txt"), str(tmp_path / "out.pgn"))
    assert ended.code == 2
    assert ended.err.count("\n") == 2
    assert not (tmp_path / "out.pgn").exists()


def test_both_files_must_be_named(call):
    ended = call("convert", "games.txt")
    assert ended.code == 2
    assert "Missing argument 'OUT'" in ended.err
