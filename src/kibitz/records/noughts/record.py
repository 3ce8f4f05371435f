"""Games of noughts and crosses as text: a transcript a line, with what else is known of the game as JSON behind it.

A line is `b2a1c3`, or `b2a1c3 {"black": "Ada", "round": "1.1"}`. Empty lines and lines that begin with `#` are passed over.
"""

import json
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from typing import Any, Final

from kibitz.errors import NotationError
from kibitz.files import parse_json
from kibitz.records.record import GameRecord
from kibitz.records.reports import OnSkip, SkippedGame
from kibitz.rules.noughts.position import START, NoughtsPosition, format_moves, parse_board, parse_moves, play_all


@dataclass(frozen=True, slots=True)
class NoughtsRecord(GameRecord[int, NoughtsPosition]):
    """A game, or the part of it that was played. `moves` are legal from `start`; `black_score` is None if nobody says."""

    start: NoughtsPosition = START
    _: KW_ONLY
    black_score: int | None = None


def format_record(record: NoughtsRecord) -> str:
    """The record in one line, its end included."""
    known = {name: getattr(record, name) for name in _KINDS}
    known |= {"start": "" if record.start == START else str(record.start), "tags": dict(record.tags)}
    details = {name: value for name, value in known.items() if value not in ("", None, {})}
    return f"{format_moves(record.moves)} {json.dumps(details) if details else ''}".strip() + "\n"


def parse_record(line: str) -> NoughtsRecord:
    """The record of a line; raises NotationError or IllegalMoveError."""
    transcript, brace, rest = line.partition("{")
    details = _parse_details(brace + rest) if brace else {}
    start = parse_board(details.pop("start")) if "start" in details else START
    moves = parse_moves(transcript)
    play_all(moves, start)
    return NoughtsRecord(moves, start, **details)


def _parse_details(text: str) -> dict[str, Any]:
    """What is known of a game; raises NotationError if it is not what format_record() writes."""
    try:
        details: dict[str, Any] = parse_json(text)
    except ValueError:
        raise NotationError(f"{text[:20]!r} is not JSON") from None
    for name, value in details.items():
        if not isinstance(value, _KINDS.get(name, ())):
            raise NotationError(f"{name!r} is not known of a game, or not {value!r}")
    return details


_TEXTS: Final = ("start", "black", "white", "event", "round", "date", "ending")
_KINDS: Final[dict[str, type]] = {**dict.fromkeys(_TEXTS, str), "black_score": int, "tags": dict}


def parse_records(data: bytes, source: str, on_skip: OnSkip) -> Iterator[NoughtsRecord]:
    """The games of a text; those that cannot be used go to `on_skip`."""
    lines = (line.strip() for line in data.decode("utf-8", "replace").splitlines())
    for number, line in enumerate((line for line in lines if line and not line.startswith("#")), 1):
        try:
            yield parse_record(line)
        except ValueError as error:
            on_skip(SkippedGame(source, number, str(error)))
