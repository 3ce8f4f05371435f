"""`kibitz tree`: the tree of alpha-beta as a document and as a drawing."""

import sys
from xml.etree import ElementTree

import pytest

from kibitz.errors import ExitCode


def test_the_tree_is_printed_as_xml_with_what_was_left_out(call):
    ended = call("tree", "", "--depth", "3")
    root = ElementTree.fromstring(ended.out)
    assert ended.code == ExitCode.DONE
    assert [child.get("move") for child in root] == ["d3", "c4", "f5", "e6"]
    assert float(root.get("value")) == max(float(child.get("value")) for child in root)
    assert any(node.get("unexplored") for node in root.iter())


def test_the_depth_is_the_height_of_the_tree(call):
    root = ElementTree.fromstring(call("tree", "f5d6", "--depth", "1").out)
    assert len(root) == 5
    assert not any(len(child) for child in root)


def test_any_evaluation_can_be_named(call):
    values = [ElementTree.fromstring(call("tree", "f5", "--depth", "1", "--evaluation", name).out).get("value")
              for name in ("squares", "learned")]  # fmt: skip
    assert values[0] != values[1]


def test_the_tree_is_drawn_where_it_is_wanted(call, tmp_path):
    pytest.importorskip("matplotlib")
    ended = call("tree", "", "--depth", "2", "--picture", str(tmp_path / "tree.png"))
    assert (tmp_path / "tree.png").read_bytes().startswith(b"\x89PNG")
    assert "The picture is in" in ended.err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["f5f5"], "not legal"),
        (["", "--evaluation", "nobody"], "there is no model 'nobody'"),
        (["-----OX--XO----- X"], "8×8 squares, not of 4×4"),
        (["", "--depth", "7"], "7 is not in the range"),
    ],
)
def test_what_cannot_be_shown_is_told(call, arguments, problem):
    ended = call("tree", *arguments)
    assert ended.code == ExitCode.BAD_INPUT
    assert problem in ended.err


def test_without_matplotlib_no_tree_is_grown_for_a_picture(call, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.setattr("kibitz.search.game_tree.expand", pytest.fail)
    ended = call("tree", "", "--picture", str(tmp_path / "tree.png"))
    assert (ended.code, ended.out) == (ExitCode.BAD_INPUT, "")
    assert "a plot needs matplotlib" in ended.err
