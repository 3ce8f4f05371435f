"""Writes Othello games as PGN; see kibitz.records.othello.pgn for what its tags and comments mean."""

import re
from typing import Final

from kibitz.records.othello.drafts import NO_NOTE
from kibitz.records.othello.pgn import OWN_TAGS, format_date
from kibitz.records.othello.record import GameRecord, MoveNote
from kibitz.records.othello.results import format_discs, parse_discs
from kibitz.records.values import format_number, format_perfect, one_line, parse_date
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START
from kibitz.rules.squares import format_move

_TAG_NAME = re.compile(r"[A-Za-z0-9_]+")
_MOVES_ON_A_LINE: Final = 16


def format_game(record: GameRecord) -> str:
    """The game with its tags, followed by an empty line.

    Line breaks become blanks, and braces in comments round brackets. Tags are left out if their names are not letters, digits
    and `_`.
    """
    tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in _tags(record).items())
    return f"{tags}\n{_movetext(record)}\n\n"


def _tags(record: GameRecord) -> dict[str, str]:
    others = {name: value for name, value in record.tags.items() if _TAG_NAME.fullmatch(name) and name not in OWN_TAGS}
    optional = {
        "BlackElo": "" if record.black_rating is None else format_number(record.black_rating),
        "WhiteElo": "" if record.white_rating is None else format_number(record.white_rating),
        "Termination": record.ending,
        "SetUp": "" if record.start == START else "1",
        "FEN": "" if record.start == START else str(record.start),
        "PerfectScore": format_perfect(record.perfect_score, record.perfect_from),
    }
    return {
        "Event": record.event or "?",
        "Site": record.place or "?",
        "Date": _date_text(record),
        "Round": record.round or "?",
        "Black": record.black or "?",
        "White": record.white or "?",
        "Result": _result_text(record),
        **{name: value for name, value in optional.items() if value},
        **others,
    }


def _date_text(record: GameRecord) -> str:
    """The date as it was read, if it still says the same."""
    original = record.tags.get("Date", "")
    return original if original and parse_date(original) == record.date else format_date(record.date)


def _result_text(record: GameRecord) -> str:
    original = record.tags.get("Result", "")
    if original and parse_discs(original, record.start.size) == (record.black_score, record.winner):
        return original
    return format_discs(record.black_score, record.winner, record.start.size)


def _movetext(record: GameRecord) -> str:
    words = [f"{_in_braces(record.comment)} "] if record.comment else []
    color = record.start.to_move
    for index, move in enumerate(record.moves):
        pair = (index + (record.start.to_move == Color.WHITE)) // 2 + 1
        if color == Color.BLACK:
            words.append(f"{pair}. ")
        elif index == 0:
            words.append(f"{pair}... ")
        words.append(format_move(move, record.start.size) + _comment(record.notes.get(index, NO_NOTE)))
        words.append("\n" if index % _MOVES_ON_A_LINE == _MOVES_ON_A_LINE - 1 else " ")
        color = color.other
    return "".join(words) + format_discs(record.black_score, record.winner, record.start.size)


def _comment(note: MoveNote) -> str:
    parts = [] if note.evaluation is None else [f"[%eval {format_number(note.evaluation)}]"]
    if note.seconds is not None:
        parts.append(f"[%emt {format_number(note.seconds)}]")
    if note.comment:
        parts.append(note.comment)
    return f" {_in_braces(' '.join(parts))}" if parts else ""


def _in_braces(text: str) -> str:
    return f"{{{one_line(text).replace('{', '(').replace('}', ')')}}}"


def _escaped(value: str) -> str:
    return one_line(value).replace("\\", "\\\\").replace('"', '\\"')
