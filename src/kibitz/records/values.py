"""Dates, numbers and names as the text formats write them."""

import re
from datetime import UTC, datetime

_DATE = re.compile(r"\s*([0-9]{4})(?:[-./]([0-9]{1,2})(?:[-./]([0-9]{1,2}))?)?(?![0-9])")
_UNIX_TIME = re.compile(r"\s*([0-9]{9,10})\s*")
# As many digits as a float can have; an unbounded number could be infinite or take long to read.
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,17}(?:\.[0-9]{0,24})?|\.[0-9]{1,24})(?:[eE][+-]?[0-9]{1,2})?")
_CLOCK = re.compile(r"(?:([0-9]{1,4}):)?([0-9]{1,4}):([0-9]{1,4}(?:\.[0-9]{0,24})?)")
_PERFECT = re.compile(r"([+-]?[0-9]{1,3})(?: from ([0-9]{1,3}))?")
_UNPRINTABLE = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")


def parse_date(text: str) -> str:
    """As much as the text says of YYYY-MM-DD, or nothing.

    Parts may be separated by `-`, `.` or `/`, unknown ones be missing or `??`; a time of day behind the date is dropped; nine or
    ten digits are seconds since 1970, as old servers wrote them.
    """
    if seconds := _UNIX_TIME.fullmatch(text):
        return datetime.fromtimestamp(int(seconds[1]), UTC).date().isoformat()
    found = _DATE.match(text)
    if not found or found[1] == "0000":
        return ""
    year, month, day = found[1], int(found[2] or 0), int(found[3] or 0)
    if not 1 <= month <= 12:
        return year
    return f"{year}-{month:02}-{day:02}" if 1 <= day <= 31 else f"{year}-{month:02}"


def parse_number(text: str) -> float | None:
    """The number a text says, or None; infinities and overlong numbers are no numbers."""
    found = _NUMBER.fullmatch(text.strip())
    return float(found[0]) if found else None


def format_number(number: float) -> str:
    """The shortest text that parse_number() reads as the same number: `2`, `0.01`, `-3.5`."""
    return str(int(number)) if number == int(number) else repr(float(number))


def parse_seconds(text: str) -> float | None:
    """The seconds of `12.5`, `1:02` or `0:01:02`, or None; a negative time is none."""
    found = _CLOCK.fullmatch(text.strip())
    if found:
        return 3600.0 * int(found[1] or 0) + 60.0 * int(found[2]) + float(found[3])
    seconds = parse_number(text)
    return seconds if seconds is not None and seconds >= 0 else None


def parse_perfect(text: str) -> tuple[int | None, int | None]:
    """The score and the empties of `+10 from 24`, or of `+10` alone; None for what is missing."""
    found = _PERFECT.fullmatch(text.strip())
    if not found:
        return None, None
    return int(found[1]), int(found[2]) if found[2] else None


def format_perfect(score: int | None, empties: int | None) -> str:
    """The text parse_perfect() reads back, empty if there is no score."""
    if score is None:
        return ""
    return f"{score:+d}" if empties is None else f"{score:+d} from {empties}"


def one_line(text: str) -> str:
    """The text with every run of white space and control characters as one space, none at its ends."""
    return _UNPRINTABLE.sub(" ", text).strip()


def known(text: str) -> str:
    """The text, or nothing if it consists of question marks, as many programs write where they do not know."""
    return text if text.strip("?") else ""


def decode(data: bytes) -> str:
    """The text of some bytes: UTF-8 with or without its mark, or else Latin-1, in which every byte is a letter."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def shortened(text: str, length: int = 24) -> str:
    """The text in quotes for a message, cut if it is long."""
    return repr(text if len(text) <= length else text[: length - 3] + "...")
