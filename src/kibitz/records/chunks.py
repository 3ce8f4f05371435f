"""Games in chunks that are checked at once: large enough to be quick, and never much work ahead of who asks for them."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

Item = TypeVar("Item")

MOST_VARIATIONS_AHEAD: Final = 4096


def chunked(items: Iterable[Item], most: int, variations: Callable[[Item], int]) -> Iterator[list[Item]]:
    """The items in lists of at most so many; a list also ends once its items have MOST_VARIATIONS_AHEAD variations together."""
    chunk: list[Item] = []
    ahead = 0
    for item in items:
        chunk.append(item)
        ahead += variations(item)
        if len(chunk) == most or ahead >= MOST_VARIATIONS_AHEAD:
            yield chunk
            chunk, ahead = [], 0
    if chunk:
        yield chunk
