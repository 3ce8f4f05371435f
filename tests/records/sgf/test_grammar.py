"""SGF as text and as trees of raw properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.errors import NotationError
from kibitz.records.sgf.grammar import RawTree, format_tree, parse_tree, split_games

Shape = tuple[list[dict[str, list[str]]], list["Shape"]]  # nodes, and trees behind them


def shape(tree: RawTree) -> Shape:
    return tree.nodes, [shape(child) for child in tree.children]


def tree_of(found: Shape) -> RawTree:
    tree = RawTree()
    tree.nodes, tree.children = found[0], [tree_of(child) for child in found[1]]
    return tree


RAW = st.text(st.characters(codec="utf-8"), max_size=8).map(lambda text: text.replace("\\", "\\\\").replace("]", "\\]"))
# A variation that begins with FF or GM would be taken for the next game after one that is not closed.
NAMES = st.from_regex(r"[A-Z]{1,3}", fullmatch=True).filter(lambda name: name not in ("FF", "GM"))
NODES = st.lists(st.dictionaries(NAMES, st.lists(RAW, min_size=1, max_size=2), max_size=2), min_size=1, max_size=3)
SHAPES = st.recursive(
    NODES.map(lambda nodes: (nodes, [])), lambda inner: st.tuples(NODES, st.lists(inner, max_size=3)), max_leaves=6
)


@given(SHAPES, st.booleans())
def test_what_is_written_is_read_back(found, in_one_line):
    assert shape(parse_tree(format_tree(tree_of(found), in_one_line))) == found


@given(st.lists(SHAPES, max_size=3))
def test_the_games_of_a_collection_are_told_apart(shapes):
    texts = [format_tree(tree_of(found)) for found in shapes]
    assert [shape(parse_tree(text)) for text in split_games(" and ".join(texts))] == shapes


def test_nodes_and_trees_are_found_among_white_space():
    tree = parse_tree("mail (\n;  AB [aa] [bb]\nC[a\\]b] ; B[cc]\n( ;W[dd] ) (;W[ee] )) rest")
    assert tree.nodes == [{"AB": ["aa", "bb"], "C": ["a\\]b"]}, {"B": ["cc"]}]
    assert [child.nodes for child in tree.children] == [[{"W": ["dd"]}], [{"W": ["ee"]}]]
    assert list(tree.main_nodes()) == [*tree.nodes, {"W": ["dd"]}]


def test_small_letters_in_names_are_left_out_and_a_name_that_stands_twice_is_one():
    assert parse_tree("(;AddBlack[aa]AB[bb])").nodes == [{"AB": ["aa", "bb"]}]


def test_any_depth_is_read_and_written():
    depth = 20_000
    text = "(;B[aa]" * depth + ")" * depth
    tree = parse_tree(text)
    assert format_tree(tree, in_one_line=True) == f"{text}\n"
    assert len(list(tree.main_nodes())) == depth


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("no game", "no SGF data found"),
        ("(;B[aa]", "unexpected end of SGF data"),
        ("(;B[aa", "unexpected end of SGF data"),
        ("(;B", "unexpected end of SGF data"),
        ("(;B[aa]§)", "unexpected end of SGF data"),
        ("(;B)", "property with no values"),
        ("(;[aa])", "unexpected value"),
        ("(;B[aa]())", "empty sequence"),
        ("(;B[aa](;W[bb]);B[cc])", "unexpected node"),
        ("(;B[aa](;W[bb])B[cc])", "property value outside a node"),
    ],
)
def test_a_broken_tree_is_refused_with_its_reason(text, problem):
    with pytest.raises(NotationError, match=f"its tree is broken: {problem}"):
        parse_tree(text)


def test_a_tree_that_is_cut_off_may_be_closed():
    whole, cut = parse_tree("(;B[aa](;W[bb](;B[cc])))"), parse_tree("(;B[aa](;W[bb](;B[cc]", may_be_cut=True)
    assert shape(cut) == shape(whole)
    with pytest.raises(NotationError, match="unexpected end"):
        parse_tree("(;B[aa](;W[bb](;B[cc", may_be_cut=True)


def test_a_game_that_is_never_closed_ends_where_a_file_begins():
    assert list(split_games("(;GM[1];B[aa](;FF[4]GM[1];B[bb])")) == ["(;GM[1];B[aa]", "(;FF[4]GM[1];B[bb])"]


def test_brackets_in_values_and_around_games_end_nothing():
    assert list(split_games("[mail] :( (;C[(;FF[4\\]) ];B[aa]) [")) == ["(;C[(;FF[4\\]) ];B[aa])"]


def test_lines_are_broken_between_properties():
    tree = parse_tree("(" + ";B[aa];W[bb]" * 20 + ")")
    lines = format_tree(tree).splitlines()
    assert all(len(line) <= 79 for line in lines)
    assert "".join(lines) == format_tree(tree, in_one_line=True).strip()


def test_brackets_outside_of_games_are_passed_over_once_each():
    """Whoever searched for the end of each would never come to the end of so many."""
    assert list(split_games("[" * 4_000_000)) == []
    assert list(split_games("(;A[b])" + "[" * 4_000_000 + "(;C[d])")) == ["(;A[b])", "(;C[d])"]
