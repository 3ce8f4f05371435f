"""`kibitz book`"""

import json

import pytest

GAMES = "f5d6c3d3c4f4f6\nf5d6c3d3c4f4e3\nf5f6e6f4\nc4e3f6e6f5c5c3\n"


@pytest.fixture(autouse=True)
def own_book(monkeypatch, tmp_path):
    """Where the book of one's own is, which is not there yet."""
    path = tmp_path / "own" / "book.safetensors"
    monkeypatch.setenv("KIBITZ_BOOK", str(path))
    return path


def as_json(call, *arguments):
    ended = call("book", *arguments, "--json")
    assert ended.code == 0
    return json.loads(ended.out)


def test_the_shipped_book_holds_the_positions_that_were_promised(call):
    shipped = as_json(call, "info")
    assert shipped["valued"] == shipped["positions"] >= 20_000
    assert min(map(int, shipped["by_depth"])) >= 8
    assert "to depth 8" in call("book", "info").out


def test_a_book_of_ones_own_begins_with_the_shipped_one_learns_and_is_used(call, tmp_path, own_book):
    (tmp_path / "games.txt").write_text(GAMES)
    shipped = as_json(call, "info")
    learnt = as_json(call, "learn", "--games", str(tmp_path / "games.txt"), "--least", "1", "--depth", "2")
    assert learnt["book"] == str(own_book)
    assert learnt["waiting"] == 0
    assert learnt["positions"] >= shipped["positions"]
    assert as_json(call, "info")["book"] == str(own_book)


def test_learning_again_values_nothing_twice(call, tmp_path):
    (tmp_path / "games.txt").write_text(GAMES)
    book = str(tmp_path / "new.safetensors")
    first = as_json(call, "learn", book, "--games", str(tmp_path / "games.txt"), "--least", "1", "--depth", "2")
    again = as_json(call, "learn", book, "--depth", "2")
    assert (again["positions"], again["valued_now"]) == (first["positions"], 0)


def test_books_are_exported_for_others_and_merged(call, tmp_path):
    shipped = as_json(call, "info")
    for name in ("book.dat", "book.safetensors"):
        assert as_json(call, "export", str(tmp_path / name))["positions"] == shipped["valued"]
    assert (tmp_path / "book.json").exists()
    merged = as_json(
        call, "merge", str(tmp_path / "both.safetensors"), str(tmp_path / "book.safetensors"), str(tmp_path / "book.dat")
    )
    assert merged["positions"] == shipped["positions"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("info", "nowhere.safetensors"), "nowhere.safetensors"),
        (("export", "book.xyz"), "no format of books is called .xyz"),
        (("merge", "out.safetensors", "nowhere.dat"), "nowhere.dat"),
        (("prove", "nowhere.csv", "out.safetensors"), "nowhere.csv"),
        (("learn", "--games", "nowhere"), "nowhere"),
    ],
)
def test_what_cannot_be_done_gets_one_line(call, monkeypatch, tmp_path, arguments, message):
    monkeypatch.chdir(tmp_path)
    ended = call("book", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert ended.err.count("\n") == 1
