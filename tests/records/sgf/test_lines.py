"""Moves and variations between SGF and records, for a game that the shared modules have never heard of."""

from dataclasses import dataclass

import pytest

from kibitz.errors import NotationError
from kibitz.records.record import GameRecord, MoveNote, Variation
from kibitz.records.sgf.grammar import format_tree, parse_tree
from kibitz.records.sgf.lines import lines_tree, read_lines
from kibitz.records.sgf.properties import first_node, format_head, header_texts, read_headers
from kibitz.rules.game import Color


@dataclass(frozen=True, slots=True)
class NimRecord(GameRecord[int, None]):
    """A game in which numbers are taken away in turn."""

    pile: int = 21


def parse_taken(color: Color, raw: str) -> int:
    if not raw.isdigit():
        raise NotationError(f"{color} takes {raw!r}, which is no number")
    return int(raw)


def format_taken(move: int, before: int) -> tuple[Color, str]:
    return Color(before % 2), str(move)


def parse_nim(text: str) -> NimRecord:
    tree = parse_tree(text)
    lines = read_lines(tree, parse_taken)
    return NimRecord(
        tuple(lines.moves),
        notes=lines.notes,
        comment=lines.comment,
        variations=tuple(lines.variations),
        variations_left_out=lines.left_out,
        **read_headers(tree.nodes[0]),
    )


def format_nim(record: NimRecord) -> str:
    root = first_node(format_head("nim", record.pile), header_texts(record), record.tags)
    return format_tree(lines_tree(record, root, format_taken), in_one_line=True)


def test_a_third_game_needs_its_moves_alone():
    record = NimRecord(
        (3, 2, 1),
        black="Ann",
        date="2001-05",
        comment="a game",
        notes={0: MoveNote(comment="bold")},
        variations=(Variation(0, 0, (1, 1)), Variation(0, 1, (3,), {0: MoveNote(1.5, 2.0)}), Variation(2, 1, (1,))),
    )
    assert parse_nim(format_nim(record)) == record


def test_lines_are_numbered_by_the_places_where_they_leave():
    record = parse_nim("(;C[x](;B[1](;W[2];B[3])(;W[4](;B[5])(;B[6])))(;B[7];W[8]))")
    assert record.moves == (1, 2, 3)
    assert [(line.line, line.after, line.moves) for line in record.variations] == [
        (0, 0, (7, 8)),
        (0, 1, (4, 5)),
        (2, 1, (6,)),
    ]


def test_a_variation_behind_the_end_of_a_line_stays_there():
    record = NimRecord((1,), variations=(Variation(0, 1, (2,)), Variation(1, 1, (3,))))
    assert parse_nim(format_nim(record)) == record


def test_what_is_said_in_nodes_without_moves_belongs_to_the_move_before():
    record = parse_nim("(;C[a];C[b];B[1]C[c];C[d](;W[2])(;C[e];W[3]C[f]))")
    assert (record.comment, record.notes) == ("a\nb", {0: MoveNote(comment="c\nd")})
    assert record.variations[0].notes == {0: MoveNote(comment="e\nf")}


def test_variations_that_cannot_be_followed_are_left_out_and_counted():
    record = parse_nim("(;B[1](;W[2])(;W[x];B[3])(;AB[4];W[5])(;C[none])(;W[6]))")
    assert [line.moves for line in record.variations] == [(6,)]
    assert record.variations_left_out == 3


def test_what_leaves_a_variation_without_moves_leaves_the_line_before_it():
    record = parse_nim("(;B[1](;W[2])(;C[empty](;C[too])(;W[3]))(;W[4]))")
    assert [(line.line, line.after, line.moves) for line in record.variations] == [(0, 1, (3,)), (0, 1, (4,))]


def test_a_main_line_that_cannot_be_followed_is_refused_with_its_move():
    with pytest.raises(NotationError, match=r"^move 2: White takes 'x', which is no number$"):
        parse_nim("(;B[1];W[x])")
    with pytest.raises(NotationError, match=r"^stones are set up after move 1$"):
        parse_nim("(;B[1];AW[2])")


def test_variations_of_any_depth_are_kept():
    depth = 3000
    text = "(;B[0]" + "".join(f"(;{'WB'[level % 2]}[0])(;{'WB'[level % 2]}[{level}]" for level in range(1, depth)) + ")" * depth
    record = parse_nim(text)
    assert (len(record.variations), record.variations_left_out) == (depth - 1, 0)
    assert parse_nim(format_nim(record)) == record
