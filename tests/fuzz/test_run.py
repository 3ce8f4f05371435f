"""What fuzzing does with a finding, and what a target calls one."""

import pytest

from fuzz import run
from fuzz.contract import Target
from kibitz.errors import NotationError


def refuse(data):
    raise NotationError(f"{len(data)} bytes are no game")


def fail(data):
    raise IndexError(data)


def test_a_refusal_is_no_finding_and_anything_else_is():
    assert Target("some", len).feed(b"any")
    assert not Target("some", refuse).feed(b"any")
    with pytest.raises(IndexError):
        Target("some", fail).feed(b"any")


def test_a_refusal_that_says_nothing_is_a_finding():
    def silent(_data):
        raise NotationError

    with pytest.raises(AssertionError, match="says why"):
        Target("some", silent).feed(b"any")


def test_one_file_is_kept_for_each_place_where_something_was_raised(tmp_path, monkeypatch):
    monkeypatch.setattr("fuzz.contract.CORPUS", tmp_path)
    target, known = Target("some", fail), set()
    target.folder.mkdir()
    for data in (b"first", b"second"):
        with pytest.raises(IndexError) as raised:
            target.feed(data)
        run._keep(target, data, raised.value, known)
    (kept,) = target.folder.iterdir()
    assert kept.read_bytes() == b"first"
    assert kept.name.startswith(run.FINDING)
