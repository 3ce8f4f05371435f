"""Writes games of Go as SGF, FF[4] in UTF-8; see kibitz.records.go.sgf for what its properties mean."""

from functools import partial

from kibitz.records.go.record import GoMove, GoRecord
from kibitz.records.go.sgf import GAME_NUMBER, parse_go_result
from kibitz.records.sgf import properties
from kibitz.records.sgf.grammar import Properties, format_tree
from kibitz.records.sgf.lines import lines_tree
from kibitz.records.sgf.properties import LETTERS, first_node, format_head, header_texts
from kibitz.records.values import format_number
from kibitz.rules.game import Color
from kibitz.rules.go.points import format_sgf_vertex
from kibitz.rules.squares import PASS


def format_go_game(record: GoRecord, in_one_line: bool = False) -> str:
    """The game as a tree with its comments and variations, which kibitz.records.go.sgf reads back as the same record.

    Line breaks in names become blanks. `in_one_line` breaks no lines but those of comments.
    """
    root = {**_facts(record), **_set_up_properties(record)}
    return format_tree(lines_tree(record, root, partial(_format_move, record.size)), in_one_line)


def format_go_result(black_score: float | None, winner: Color | None, ending: str) -> str:
    """The text parse_go_result() reads back; empty if nothing is known. Endings without a letter of their own are forfeits."""
    text = properties.format_result(black_score, winner, ending)
    return f"{text}F" if text.endswith("+") and ending else text


def _facts(record: GoRecord) -> Properties:
    """What the first node says of the game; tags say what the fields do not."""
    result = format_go_result(record.black_score, record.winner, record.ending)
    texts = {
        **header_texts(record),
        "BR": record.black_rank,
        "WR": record.white_rank,
        "RU": record.rules,
        "KM": "" if record.komi is None else format_number(record.komi),
        "HA": str(record.handicap) if record.handicap else "",
        "RE": result,
        "ENDING": "" if record.ending == parse_go_result(result).ending else record.ending,
    }
    return first_node(format_head(GAME_NUMBER, record.size), texts, record.tags)


def _set_up_properties(record: GoRecord) -> Properties:
    """The stones before the first move, and whose it is where that does not follow from the moves."""
    stones = {"AB": record.black_stones, "AW": record.white_stones}
    found = {name: [format_sgf_vertex(point, record.size) for point in points] for name, points in stones.items() if points}
    is_plain = not found and record.first_to_move == (record.moves[0].color if record.moves else Color.BLACK)
    return found if is_plain else {**found, "PL": [LETTERS[record.first_to_move]]}


def _format_move(size: int, move: GoMove, _: int) -> tuple[Color, str]:
    return move.color, "" if move.point == PASS else format_sgf_vertex(move.point, size)
