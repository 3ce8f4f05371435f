"""Records as trees: lines that leave lines, the same tree seen as nodes, and trees made from paths."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.records.record import GameRecord, MoveNote, Variation, loss_of_variations, variations_along, whole_lines

# 1 2 3
# | └ 5 6
# |   └ 8
# └ 4
TREE: GameRecord[int, None] = GameRecord(
    (1, 2, 3),
    comment="before",
    notes={0: MoveNote(comment="first")},
    variations=(
        Variation(0, 0, (4,)),
        Variation(0, 1, (5, 6), {1: MoveNote(evaluation=2.0)}),
        Variation(2, 1, (8,)),
    ),
)


def test_nodes_have_moves_notes_and_children_with_the_line_that_goes_on_in_front():
    root = TREE.root
    assert (root.move, root.note.comment) == (None, "before")
    assert [child.move for child in root.children] == [1, 4]
    first = root.children[0]
    assert first.note.comment == "first"
    assert [child.move for child in first.children] == [2, 5]
    assert [child.move for child in first.children[1].children] == [6, 8]
    assert first.children[1].children[0].note.evaluation == 2


def test_a_walk_visits_every_node_before_its_children():
    assert [node.move for node in TREE.root.walk()] == [None, 1, 2, 3, 5, 6, 8, 4]


def test_whole_lines_begin_at_the_start():
    assert whole_lines(TREE.moves, TREE.variations) == [(1, 2, 3), (4,), (1, 5, 6), (1, 5, 8)]


def test_paths_make_the_tree_that_holds_them():
    found = variations_along((1, 2, 3), [(1, 5, 6), (1, 2), (4,), (1, 5, 8), (1, 5, 6)])
    assert [(line.line, line.after, line.moves) for line in found] == [(0, 0, (4,)), (0, 1, (5, 6)), (2, 1, (8,))]


def test_a_path_beyond_the_main_line_leaves_it_at_its_end():
    assert variations_along((1, 2), [(1, 2, 3)]) == (Variation(0, 2, (3,)),)


PATHS = st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=6).map(tuple), max_size=8)


@given(main=st.lists(st.integers(0, 2), max_size=6).map(tuple), paths=PATHS)
def test_a_tree_of_paths_holds_each_of_them_and_nothing_else(main, paths):
    wholes = whole_lines(main, variations_along(main, paths))
    places = {whole[:count] for whole in wholes for count in range(len(whole) + 1)}
    assert places == {path[:count] for path in [main, *paths] for count in range(len(path) + 1)}
    assert len(wholes) <= 1 + len(paths)


@given(main=st.lists(st.integers(0, 2), max_size=6).map(tuple), paths=PATHS)
def test_a_tree_is_the_tree_of_its_own_lines(main, paths):
    variations = variations_along(main, paths)
    assert variations_along(main, whole_lines(main, variations)) == variations
    assert [(line.line, line.after) for line in variations] == sorted((line.line, line.after) for line in variations)


def test_a_tree_may_be_deep():
    depth = 5000
    deep: GameRecord[int, None] = GameRecord((0, 0), variations=tuple(Variation(line, 1, (line, 0)) for line in range(depth)))
    assert pickle.loads(pickle.dumps(deep)) == deep
    assert sum(1 for _ in deep.root.walk()) == 1 + 2 + 2 * depth


@pytest.mark.parametrize(("count", "said"), [(0, ""), (1, "1 variation is left out"), (3, "3 variations are left out")])
def test_variations_that_are_missing_are_counted(count, said):
    record: GameRecord[int, None] = GameRecord((), variations_left_out=count)
    assert loss_of_variations(record) == said
