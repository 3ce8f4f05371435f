"""Spans of years as people type them."""

from kibitz.errors import NotationError


def parse_span(text: str, first_year: int = 0) -> range:
    """The years of `2016` or `2010-2015`; raises NotationError for anything else."""
    first, dash, last = text.partition("-")
    words = (first, last) if dash else (first, first)
    if all(word.strip().isdecimal() and len(word.strip()) == 4 for word in words):
        years = range(int(words[0]), int(words[1]) + 1)
        if years and years[0] >= first_year:
            return years
    later = f", {first_year} or later" if first_year else ""
    raise NotationError(f"{text!r} is not a range of years; write 2016 or 2010-2015{later}")
