"""`kibitz perft`"""

import json

import pytest

from kibitz.games.othello.kit import OTHELLO_KIT
from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import START


@pytest.mark.parametrize(
    ("arguments", "nodes"),
    [
        (["0"], 1),
        (["1"], 4),
        (["6"], 8200),
        (["9"], 3005288),
        (["5", "--size", "10"], 1396),
        (["4", "--position", "-----OX--XO----- X"], 128),
        (["2", "--position", "e6f4e3f6g5d6e7f5c5"], 1),
        (["1", "--game", "go"], 19 * 19 + 1),
        (["2", "--game", "go", "--size", "5"], 25 * 25 + 26),
        (["3", "--game", "go", "--size", "5", "--position", "pass pass"], 1),
    ],
)
def test_leaves_are_counted(call, arguments, nodes):
    ended = call("perft", *arguments, "--json")
    assert ended.err == ""
    document = json.loads(ended.out)
    assert document["nodes"] == nodes
    assert document["seconds"] >= 0


def test_leaves_are_counted_from_any_position(call):
    nodes = [json.loads(call("perft", "3", "--position", move, "--json").out)["nodes"] for move in ("d3", "c4", "f5", "e6")]
    assert nodes == [bulk.perft(START, 4) // 4] * 4


def test_people_get_a_sentence(call):
    ended = call("perft", "5")
    assert ended.out.startswith("perft 5: 1396 leaves in ")
    assert ended.err == ""


def test_the_pieces_make_up_the_whole_tree():
    pieces = list(OTHELLO_KIT.positions.leaves(START, 8))
    assert len(pieces) > 10
    assert sum(leaves for leaves, _ in pieces) == bulk.perft(START, 8)
    assert sum(share for _, share in pieces) == pytest.approx(1.0)


def test_a_whole_small_game_is_counted_beyond_its_end(call):
    nodes = [json.loads(call("perft", str(depth), "--size", "4", "--json").out)["nodes"] for depth in (9, 16, 40)]
    assert nodes[1] == nodes[2] > nodes[0] > 0


def test_a_terminal_shows_a_bar_that_goes_away(in_terminal):
    session = in_terminal("perft", "9", terminal="xterm")
    session.read_until("perft 9")
    code, rest = session.end()
    assert code == 0
    assert "3005288 leaves" in rest


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--", "-1"], "-1 is not in the range"),
        (["121"], "121 is not in the range"),
        (["seven"], "'seven' is not a valid integer"),
        ([], "Missing argument 'DEPTH'"),
        (["3", "--position", "z9"], "kibitz: transcript, move 1 is z9"),
        (["3", "--size", "7"], "kibitz: board size 7 is not known"),
    ],
)
def test_bad_questions_are_told(call, arguments, message):
    ended = call("perft", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
