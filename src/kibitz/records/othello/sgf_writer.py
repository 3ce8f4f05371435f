"""Writes Othello games as SGF; see kibitz.records.othello.sgf for what its properties mean."""

from collections.abc import Iterator

from sgfmill import sgf_grammar

from kibitz.records.othello.drafts import NO_NOTE
from kibitz.records.othello.record import GameRecord
from kibitz.records.othello.sgf import can_be_tag, format_result, parse_result
from kibitz.records.values import format_number, format_perfect, one_line, parse_date
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS, board_shape, format_square


def format_game(record: GameRecord) -> str:
    """The game as a tree without variations.

    Every start and size can be written. Line breaks in names become blanks. Tags are left out if their names are not capital
    letters or mean something else in SGF.
    """
    tree = sgf_grammar.Coarse_game_tree()
    tree.sequence = [_root(record), *_move_nodes(record)]
    text: str = sgf_grammar.serialise_game_tree(tree).decode("utf-8")
    return text


def _root(record: GameRecord) -> dict[str, list[bytes]]:
    tags = {name: text for name, text in record.tags.items() if can_be_tag(name)}
    result = _result_text(record)
    _, ending = parse_result(result, record.start.size)
    texts = {
        "PB": record.black,
        "PW": record.white,
        "BR": _rating_text(record.black_rating, record.tags.get("BR", "")),
        "WR": _rating_text(record.white_rating, record.tags.get("WR", "")),
        "EV": record.event,
        "RO": record.round,
        "PC": record.place,
        "DT": _date_text(record),
        "RE": result,
        "PERFECT": format_perfect(record.perfect_score, record.perfect_from),
        "ENDING": "" if record.ending == ending else record.ending,
    }
    head = {"FF": "4", "GM": "2", "CA": "UTF-8", "AP": "Kibitz", "SZ": str(record.start.size)}
    lines = {name: one_line(text) for name, text in texts.items() if one_line(text)}
    values = {name: [_raw(text)] for name, text in {**head, **lines, **tags}.items()}
    return {**values, **_set_up_properties(record.start)}


def _set_up_properties(start: Position) -> dict[str, list[bytes]]:
    """Nothing for the standard start; else all stones, and the empty middle squares, which mark it as the whole board."""
    standard = Position.start(start.size)
    if start == standard:
        return {}
    squares = board_shape(start.size).squares
    masks = {"AB": start.black, "AW": start.white, "AE": (standard.black | standard.white) & ~(start.black | start.white)}
    placed = {
        name: [format_square(square, start.size).encode() for square in squares if mask >> square & 1]
        for name, mask in masks.items()
    }
    return {name: values for name, values in placed.items() if values} | {"PL": [_letter(start.to_move).encode()]}


def _move_nodes(record: GameRecord) -> Iterator[dict[str, list[bytes]]]:
    color = record.start.to_move
    for index, move in enumerate(record.moves):
        name = "" if move == PASS else format_square(move, record.start.size)
        node = {_letter(color): [name.encode()]}
        note = record.notes.get(index, NO_NOTE)
        if note.evaluation is not None:
            node["V"] = [format_number(note.evaluation if color == Color.BLACK else -note.evaluation).encode()]
        if note.seconds is not None:
            node["ET"] = [format_number(note.seconds).encode()]
        if note.comment:
            node["C"] = [_raw(note.comment)]
        yield node
        color = color.other


def _result_text(record: GameRecord) -> str:
    """The result as it was read, if it still says the same."""
    original = record.tags.get("RE", "")
    stated, ending = parse_result(original, record.start.size)
    if original and stated == (record.black_score, record.winner) and ending in ("", record.ending):
        return original
    return format_result(record.black_score, record.winner, record.ending)


def _date_text(record: GameRecord) -> str:
    original = record.tags.get("DT", "")
    return original if original and parse_date(original) == record.date else record.date


def _rating_text(rating: float | None, original: str) -> str:
    return original if rating is None else format_number(rating)


def _letter(color: Color) -> str:
    return "B" if color == Color.BLACK else "W"


def _raw(text: str) -> bytes:
    raw: bytes = sgf_grammar.escape_text(text.encode("utf-8", "replace"))
    return raw
