"""Writes games of Go as SGF, FF[4] in UTF-8; see kibitz.records.go.sgf for what its properties mean."""

from typing import Final

from sgfmill import sgf_grammar

from kibitz.records.go.record import GoLine, GoMove, GoRecord
from kibitz.records.go.sgf import parse_go_result
from kibitz.records.values import format_number, one_line, parse_date
from kibitz.rules.game import Color
from kibitz.rules.go.points import format_sgf_vertex
from kibitz.rules.squares import PASS

_LINE_LENGTH: Final = 79
_ENDINGS: Final = {"resignation": "R", "time": "T", "forfeit": "F"}
_LETTERS: Final = {Color.BLACK: "B", Color.WHITE: "W"}

_Node = dict[str, list[bytes]]


def format_go_game(record: GoRecord, in_one_line: bool = False) -> str:
    """The game as a tree with its comments and variations, which kibitz.records.go.sgf reads back as the same record.

    Line breaks in names become blanks. `in_one_line` breaks no lines but those of comments.
    """
    root = {**_facts(record), **_set_up_properties(record)}
    tree = _tree(record.main, record.size, root)
    text: str = sgf_grammar.serialise_game_tree(tree, None if in_one_line else _LINE_LENGTH).decode("utf-8")
    return text if text.endswith("\n") else f"{text}\n"


def format_go_result(black_score: float | None, winner: Color | None, ending: str) -> str:
    """The text parse_go_result() reads back; empty if nothing is known."""
    if black_score == 0:
        return "0"
    if black_score is not None:
        return f"{'B' if black_score > 0 else 'W'}+{format_number(abs(black_score))}"
    return "" if winner is None else f"{_LETTERS[winner]}+{_ENDINGS.get(ending, 'F' if ending else '')}"


def _facts(record: GoRecord) -> _Node:
    """What the first node says of the game; tags say what the fields do not."""
    result = format_go_result(record.black_score, record.winner, record.ending)
    texts = {
        "PB": record.black,
        "BR": record.black_rank,
        "PW": record.white,
        "WR": record.white_rank,
        "EV": record.event,
        "RO": record.round,
        "PC": record.place,
        "DT": _date_text(record),
        "RU": record.rules,
        "KM": "" if record.komi is None else format_number(record.komi),
        "HA": str(record.handicap) if record.handicap else "",
        "RE": result,
        "ENDING": "" if record.ending == parse_go_result(result)[2] else record.ending,
    }
    head = {"FF": "4", "GM": "1", "CA": "UTF-8", "AP": "Kibitz", "SZ": str(record.size)}
    said = {name: one_line(text) for name, text in texts.items() if one_line(text)}
    others = {name: text for name, text in record.tags.items() if name not in said and _can_be_tag(name)}
    return {name: [_raw(text)] for name, text in {**head, **said, **others}.items()}


def _can_be_tag(name: str) -> bool:
    return bool(sgf_grammar.is_valid_property_identifier(name))


def _date_text(record: GoRecord) -> str:
    original = record.tags.get("DT", "")
    return original if original and parse_date(original) == record.date else record.date


def _set_up_properties(record: GoRecord) -> _Node:
    """The stones before the first move, and whose it is where that does not follow from the moves."""
    stones = {"AB": record.black_stones, "AW": record.white_stones}
    placed = {name: [format_sgf_vertex(point, record.size).encode() for point in points] for name, points in stones.items()}
    found = {name: values for name, values in placed.items() if values}
    is_plain = not found and record.first_to_move == (record.moves[0].color if record.moves else Color.BLACK)
    return found if is_plain else {**found, "PL": [_LETTERS[record.first_to_move].encode()]}


def _tree(line: GoLine, size: int, first: _Node | None) -> "sgf_grammar.Coarse_game_tree":
    """The tree of a line; its first node is given, or else is that of its first move."""
    nodes = [*([first] if first is not None else []), *(_move_node(move, size) for move in line.moves)]
    extra = len(nodes) - len(line.moves)  # nodes before that of the first move
    for count, comment in line.comments.items():
        nodes[count + extra - 1]["C"] = [_raw(comment)]
    top = tree = sgf_grammar.Coarse_game_tree()
    begin = 0
    for count in sorted(line.branches):
        tree.sequence = nodes[begin : count + extra] or [{}]
        begin = count + extra
        following = sgf_grammar.Coarse_game_tree()
        tree.children = [following, *(_tree(branch, size, None) for branch in line.branches[count])]
        tree = following
    tree.sequence = nodes[begin:] or [{}]
    return top


def _move_node(move: GoMove, size: int) -> _Node:
    vertex = "" if move.point == PASS else format_sgf_vertex(move.point, size)
    return {_LETTERS[move.color]: [vertex.encode()]}


def _raw(text: str) -> bytes:
    raw: bytes = sgf_grammar.escape_text(text.encode("utf-8", "replace"))
    return raw
