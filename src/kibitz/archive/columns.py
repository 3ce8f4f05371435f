"""What records say, as columns that DuckDB can keep: names, texts, numbers that may be missing, and the identity of a game."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.rules.game import Color


@lru_cache(maxsize=1 << 14)
def tidy(name: str) -> str:
    """A name as the archive keeps it: single spaces, and empty if it only says that nobody knows."""
    words = encodable(" ".join(name.split()))
    return words if words.strip("?-. ") else ""


def encodable(text: str) -> str:
    """The text, with a question mark for each half character: DuckDB keeps only what can be written as UTF-8."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def digest(text: str) -> int:
    """64 bits that are the same for the same text, whatever its letter case."""
    return int.from_bytes(blake2b(text.casefold().encode("utf-8", "replace"), digest_size=8).digest(), "little")


def sign_of(winner: Color | None) -> int | None:
    """Who won, as the table of games says it."""
    return None if winner is None else 1 if winner == Color.BLACK else -1


def text_column(texts: Sequence[str | None]) -> NDArray[Any]:
    """The texts as an array of what DuckDB can keep."""
    return np.array([text and encodable(text) for text in texts], dtype=object)


def optional_column(values: Sequence[float | None], kind: type[np.generic]) -> NDArray[Any]:
    """The values as an array in which None is masked, which DuckDB takes for NULL."""
    missing = [value is None for value in values]
    return np.ma.masked_array([0 if value is None else value for value in values], mask=missing, dtype=kind)
