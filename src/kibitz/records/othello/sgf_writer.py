"""Writes Othello games as SGF; see kibitz.records.othello.sgf for what its properties mean."""

from functools import partial

from kibitz.records.othello.record import OthelloRecord
from kibitz.records.othello.sgf import GAME_NUMBER, can_be_tag, format_result, parse_result
from kibitz.records.sgf.grammar import Properties, format_tree
from kibitz.records.sgf.lines import lines_tree
from kibitz.records.sgf.properties import LETTERS, first_node, format_head, header_texts
from kibitz.records.values import format_number, format_perfect
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS, board_shape, format_square


def format_game(record: OthelloRecord) -> str:
    """The game as a tree with its comments and variations.

    Every start and size can be written. Line breaks in names become blanks. Tags are left out if their names are not capital
    letters or mean something else in SGF.
    """
    root = {**_facts(record), **_set_up_properties(record.start)}
    return format_tree(lines_tree(record, root, partial(_format_move, record.start)))


def _facts(record: OthelloRecord) -> Properties:
    """What the first node says of the game; tags say what the fields do not."""
    result = _result_text(record)
    _, ending = parse_result(result, record.start.size)
    texts = {
        **header_texts(record),
        "BR": _rating_text(record.black_rating, record.tags.get("BR", "")),
        "WR": _rating_text(record.white_rating, record.tags.get("WR", "")),
        "RE": result,
        "PERFECT": format_perfect(record.perfect_score, record.perfect_from),
        "ENDING": "" if record.ending == ending else record.ending,
    }
    tags = {name: text for name, text in record.tags.items() if can_be_tag(name)}
    return first_node(format_head(GAME_NUMBER, record.start.size), texts, tags)


def _set_up_properties(start: Position) -> Properties:
    """Nothing for the usual start; else all stones, and the empty ones of the middle squares, which make it the whole board."""
    usual = Position.start(start.size)
    if start == usual:
        return {}
    squares = board_shape(start.size).squares
    masks = {"AB": start.black, "AW": start.white, "AE": (usual.black | usual.white) & ~(start.black | start.white)}
    placed = {
        name: [format_square(square, start.size) for square in squares if mask >> square & 1] for name, mask in masks.items()
    }
    return {name: values for name, values in placed.items() if values} | {"PL": [LETTERS[start.to_move]]}


def _format_move(start: Position, move: int, before: int) -> tuple[Color, str]:
    """Whose a move is, and where; passes are written out, so sides take turns."""
    mover = start.to_move if before % 2 == 0 else start.to_move.other
    return mover, "" if move == PASS else format_square(move, start.size)


def _result_text(record: OthelloRecord) -> str:
    """The result as it was read, if it still says the same."""
    original = record.tags.get("RE", "")
    stated, ending = parse_result(original, record.start.size)
    if original and stated == (record.black_score, record.winner) and ending in ("", record.ending):
        return original
    return format_result(record.black_score, record.winner, record.ending)


def _rating_text(rating: float | None, original: str) -> str:
    return original if rating is None else format_number(rating)
