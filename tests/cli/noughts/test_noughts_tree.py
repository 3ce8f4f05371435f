"""`kibitz tree` and `kibitz analyse` of noughts and crosses."""

import json
from xml.etree import ElementTree

import pytest

from kibitz.errors import ExitCode


def test_a_shallow_tree_has_the_value_of_the_whole_one(call):
    values = [
        ElementTree.fromstring(call("tree", "a1b1", "--depth", depth, "--game", "noughts").out).get("value") for depth in "13"
    ]
    assert values == ["3", "3"]


def test_a_network_values_positions_on_a_scale_of_its_own(call):
    root = ElementTree.fromstring(call("tree", "", "--depth", "1", "--evaluation", "noughts-evolved", "--game", "noughts").out)
    assert len({child.get("value") for child in root}) == 3  # corner, edge and middle


def test_finished_games_count_what_is_empty(call):
    root = ElementTree.fromstring(call("tree", "XX-OO---- X", "--depth", "1", "--game", "noughts").out)
    assert {child.get("move"): child.get("value") for child in root}["c1"] == "5"


def test_the_tree_can_be_drawn(call, tmp_path):
    pytest.importorskip("matplotlib")
    call("tree", "XO-OXX--- O", "--depth", "4", "--picture", str(tmp_path / "tree.png"), "--game", "noughts")
    assert (tmp_path / "tree.png").read_bytes().startswith(b"\x89PNG")


def test_each_move_is_told_with_its_result(call):
    shown = call("analyse", "a1", "--game", "noughts").out
    assert "b2       +0  draws" in shown
    assert shown.count("loses") == 7


def test_the_analysis_is_one_json_document(call):
    found = json.loads(call("analyse", "--game", "noughts", "--json", "--------- X").out)
    assert {move["score"] for move in found["moves"]} == {0}
    assert all(move["exact"] for move in found["moves"])
    assert found["sources"]["engine"] == "the whole game tree"


def test_nobody_else_can_be_asked(call):
    ended = call("analyse", "a1", "--game", "noughts", "--model", "expert")
    assert ended.code == ExitCode.BAD_INPUT
    assert "neither a model of moves nor an archive" in ended.err
