"""The game trees of an SGF file as bytes, before anybody asks what they mean."""

import re
from collections.abc import Iterator
from typing import Final

_SIGNS: Final = re.compile(rb"\\.|[\[\]()]", re.DOTALL)
_BEGIN: Final = re.compile(rb"\(\s*;")
_BEGIN_OF_FILE: Final = re.compile(rb"\(\s*;\s*(?:FF|GM)\s*\[")


def split_games(data: bytes) -> Iterator[bytes]:
    """The bytes of each game tree; one that is never closed ends where the next begins with FF or GM."""
    begin, depth, in_value = 0, 0, False
    for sign in _SIGNS.finditer(data):
        place = sign.start()
        if in_value:
            in_value = sign[0] != b"]"
        elif sign[0] == b"[":
            in_value = depth > 0
        elif sign[0] == b"(":
            if depth and _BEGIN_OF_FILE.match(data, place):
                yield data[begin:place]
                depth = 0
            if depth or _BEGIN.match(data, place):
                begin = begin if depth else place
                depth += 1
        elif sign[0] == b")" and depth:
            depth -= 1
            if not depth:
                yield data[begin : sign.end()]
    if depth:
        yield data[begin:]
