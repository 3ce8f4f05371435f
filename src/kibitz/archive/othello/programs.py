"""Which players are programs, as WTHOR writes them."""

import re
from typing import Final

_PROGRAM: Final = re.compile(r".+ \(.+\)")  # Logistello (buro)


def is_program(name: str) -> bool:
    """Whether a player's name is that of a program with its author."""
    return _PROGRAM.fullmatch(name) is not None
