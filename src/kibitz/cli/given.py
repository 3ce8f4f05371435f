"""The text of a position as it is given on the command line, or on standard input."""

import sys
from typing import Final

from kibitz.errors import NotationError, SetupError

_LONGEST_INPUT: Final = 100_000


def given_text(text: str) -> str:
    """The text of an argument; that of standard input if the argument is `-`."""
    return _standard_input() if text.strip() == "-" else text


def _standard_input() -> str:
    if sys.stdin is None:
        raise SetupError("standard input is closed; give the position as an argument")
    data = sys.stdin.buffer.read(_LONGEST_INPUT + 1)
    if len(data) > _LONGEST_INPUT:
        raise NotationError(f"standard input is longer than {_LONGEST_INPUT} bytes; a position has at most a few hundred")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise NotationError(f"standard input, byte {error.start + 1}: not text; write a transcript such as f5d6c3") from None
