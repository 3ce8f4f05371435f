"""Records as rows of an archive's tables: what a game hands over, whatever is played."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Keys: TypeAlias = NDArray[np.uint64]
Places: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class IndexRows:
    """Rows of the index: `square` was played by `game` in the position filed under `key`, all of shape [N].

    Games are called by their place in a list of records until of_games() gives them their numbers.
    """

    key: Keys
    game: Places
    square: NDArray[np.signedinteger]

    @classmethod
    def joined(cls, parts: Iterable["IndexRows"]) -> "IndexRows":
        """The rows of one part after the other; there is at least one part."""
        keys, games, squares = zip(*((part.key, part.game, part.square) for part in parts), strict=True)
        return cls(np.concatenate(keys), np.concatenate(games), np.concatenate(squares))

    def of_games(self, numbers: NDArray[np.integer]) -> "IndexRows":
        """The same rows with each game called by its number, which stands at its place in `numbers`."""
        return IndexRows(self.key, numbers[self.game].astype(np.int64), self.square)

    def chosen(self, which: NDArray[np.bool_]) -> "IndexRows":
        """Some of the rows, [N] flags."""
        return IndexRows(self.key[which], self.game[which], self.square[which])


class RecordRows(Protocol):
    """Records of a game as rows. Chosen records are named by their places in the list."""

    @property
    def identities(self) -> Keys:
        """64 bits for each record, the same if two are the same game."""
        ...

    def columns(self, chosen: Places) -> dict[str, NDArray[Any]]:
        """The game's own columns of some records, in the order of the table."""
        ...

    def index(self, chosen: Places) -> IndexRows:
        """The rows of some records in the index; games are called by their places in the whole list."""
        ...
