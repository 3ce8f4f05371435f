"""Trees of alpha-beta search that can be looked at."""

from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.rules.othello.bulk import Boards, random_games, replay
from kibitz.rules.othello.position import START, Color, Position, parse_position
from kibitz.rules.squares import format_move, parse_square
from kibitz.search.game_tree import expand, to_xml
from kibitz.search.othello.minimax import minimax_values


def disc_difference(position: Position) -> float:
    return float(position.own.bit_count() - position.opp.bit_count())


def disc_differences(boards: Boards) -> np.ndarray:
    return np.bitwise_count(boards.own).astype(float) - np.bitwise_count(boards.opp)


def random_position(seed: int) -> Position:
    games = replay(random_games(1, seed=seed)[0])
    row = seed % len(games.square)
    own, opp = int(games.boards.own[row]), int(games.boards.opp[row])
    black = games.black_to_move[row]
    return Position(own if black else opp, opp if black else own, Color.BLACK if black else Color.WHITE)


@given(st.integers(0, 10_000), st.integers(1, 3))
def test_cutting_off_changes_no_value(seed, depth):
    position = random_position(seed)
    board = Boards(np.array([position.own], np.uint64), np.array([position.opp], np.uint64))
    if position.must_pass or any(node.position.must_pass for node in expand(position, depth, disc_difference).walk()):
        return  # a pass costs a level here and none there
    assert expand(position, depth, disc_difference).value == minimax_values(disc_differences, board, depth)[0]


def test_the_tree_of_the_start_is_as_known():
    root = expand(START, 3, disc_difference)
    assert len(root.children) == 4
    assert all(len(child.children) + len(child.unexplored) == 3 for child in root.children)
    assert root.is_max and not root.children[0].is_max
    assert root.value == max(child.value for child in root.children)


def test_something_is_cut_off():
    nodes = list(expand(START, 4, disc_difference).walk())
    assert any(node.unexplored for node in nodes)
    assert len(nodes) < 1 + 4 + 12 + 56 + 244


def test_the_best_line_leads_to_the_value():
    root = expand(START, 3, disc_difference)
    end = START
    for move in root.best_line():
        end = end.play(move)
    assert root.value == -disc_difference(end)


def test_a_finished_game_counts_its_score():
    root = expand(parse_position("e6f4e3f6g5d6e7f5"), 1, lambda _: 0.0)
    assert root.value == 64
    assert root.best_line() == (parse_square("c5"),)


def test_finished_games_may_have_a_scale_of_their_own():
    root = expand(parse_position("e6f4e3f6g5d6e7f5"), 1, lambda _: 0.0, lambda _: -7.0)
    assert root.value == 7


def test_the_tree_is_an_xml_document():
    root = expand(START, 2, disc_difference)
    document = ElementTree.fromstring(to_xml(root, format_move))
    assert (document.get("type"), document.get("move"), document.get("value")) == ("max", None, f"{root.value:g}")
    assert [child.get("move") for child in document] == ["d3", "c4", "f5", "e6"]
    assert {child.get("type") for child in document} == {"min"}


def test_the_tree_can_be_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    from kibitz.search.tree_picture import draw_tree

    draw_tree(expand(START, 3, disc_difference), tmp_path / "tree.png", format_move)
    assert (tmp_path / "tree.png").read_bytes().startswith(b"\x89PNG")
