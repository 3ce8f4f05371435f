"""Transcripts of conversations as files: lines after `>` go in, the lines below them come out.

`~` stands before a pattern for one line, `%` before a remark. Empty lines at the end of an answer are not compared, so that they
can set off the parts of the file.
"""

import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent.parent / "data" / "protocols"


class Exchange(NamedTuple):
    """A line and what is expected in answer, with the number of the line in its file."""

    number: int
    line: str
    answer: tuple[str, ...]


def read_transcript(name: str) -> list[Exchange]:
    exchanges: list[Exchange] = []
    for number, line in enumerate((FOLDER / name).read_text().splitlines(), 1):
        if line.startswith(">"):
            exchanges.append(Exchange(number, line[2:], ()))
        elif exchanges and not line.startswith("%"):
            last = exchanges.pop()
            exchanges.append(last._replace(answer=(*last.answer, line)))
    return exchanges


def check(talk, name: str) -> None:
    """Hold a conversation and compare every answer."""
    for exchange in read_transcript(name):
        found = talk.say(exchange.line).rstrip("\n").split("\n")
        expected = "\n".join(exchange.answer).rstrip("\n").split("\n")
        matches = len(found) == len(expected) and all(map(_matches, expected, found))
        assert matches, f"{name}, line {exchange.number}, {exchange.line!r}: {found} instead of {expected}"


def _matches(expected: str, found: str) -> bool:
    return bool(re.fullmatch(expected[2:], found)) if expected.startswith("~ ") else expected == found
